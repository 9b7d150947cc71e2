import { FIELD_ACCESS } from "../../../../src/server/services/access/access-table.ts";
import { ARGUMENT_RULES, type ArgumentRule } from "../../../../src/server/services/access/argument-rules.ts";
import { ARGUMENT_ACCESS, INPUT_ACCESS } from "../../../../src/server/services/access/argument-table.ts";
import { FIELD_RULES, type FieldRule } from "../../../../src/server/services/access/field-rules.ts";
import {
  MUTATION_CALLERS,
  MUTATION_SCOPES,
  ROUTE_ACCESS,
} from "../../../../src/server/services/access/required-scopes.ts";
import { ROLES } from "./world.ts";

/** `docs/security.md`, from the tables that the server and its tests use. */
export const securityPage = (): string => `# Who may do what

<!-- Written by \`npx vitest run test/server/access/walk -u\` from src/server/services/access; do not edit. -->

Roles: a **reader** sends no key. A **submitter** sends a key, and owns the runs that its owner submitted. A **maintainer** is an owner
whom an administrator made a maintainer of a benchmark. An **administrator** sends an administrator's key. A key's
[scopes](api-keys.md#scopes) only limit these.

\`test/server/access/walk\` asks a server for the fields below in eight roles, over a visible and a hidden benchmark with public and private
runs of two owners, and compares the answers with these tables. It prints how many fields it reached; those of figures of papers, split
boards, models and health findings of questions and item snapshots, and some of AVI-Bench's levels and of subsets, have a rule, but no
value there.

## Mutations

| Mutation | Scope of the key | Who |
| --- | --- | --- |
${Object.entries(MUTATION_CALLERS)
  .map(([name, caller]) => `| \`${name}\` | ${scopeOf(name)} | ${caller} |`)
  .join("\n")}

Administrators may call all of them. \`owner\` is the owner of the run, or whoever may describe the model; \`maintainer\` is of the benchmark
that the input names; a key may rotate itself. Without a key, every mutation is \`UNAUTHENTICATED\`.

## Routes

| Route | Who |
| --- | --- |
${Object.entries(ROUTE_ACCESS)
  .map(([route, who]) => `| \`${route}\` | ${who} |`)
  .join("\n")}

## Fields

${Object.entries(FIELD_RULES)
  .map(([rule, text]) => `- **${rule}**: ${text}`)
  .join("\n")}

"Answers are shown" means that the release is visible, or that the caller is an administrator or maintains its benchmark. An object that a
caller may not see, such as another owner's private run, has no fields for it. Fields that are not listed have the rule *everyone* or
*payload*: ${count(["everyone"])} and ${count(["payload"])} of ${count()}.

| Type | ${SHOWN.join(" | ")} |
| --- |${SHOWN.map(() => " --- |").join("")}
${Object.entries(FIELD_ACCESS)
  .map(([type, fields]) => [type, SHOWN.map((rule) => fieldsWith(fields, rule))] as const)
  .filter(([, cells]) => cells.some((cell) => cell !== ""))
  .map(([type, cells]) => `| ${type} | ${cells.join(" | ")} |`)
  .join("\n")}

## Arguments

${Object.entries(ARGUMENT_RULES)
  .map(([rule, text]) => `- **${rule}**: ${text}`)
  .join("\n")}

The schema has ${countOf(ARGUMENT_ACCESS)} arguments and ${countOf(INPUT_ACCESS)} fields of inputs: with ${ROLES.length} roles,
${(countOf(ARGUMENT_ACCESS) + countOf(INPUT_ACCESS)) * ROLES.length} cases. One without a rule fails the test. The walk sends arguments to two benchmarks with hidden
answers that differ in their answer keys only. A role that is shown no answers has to get the same from both. Arguments
that are not listed have the rule *inherited* or *call*.

| Rule | Arguments and fields of inputs |
| --- | --- |
${(Object.keys(ARGUMENT_RULES) as ArgumentRule[])
  .filter((rule) => rule !== "inherited" && rule !== "call")
  .map((rule) => `| ${rule} | ${argumentsWith(rule).join(", ")} |`)
  .join("\n")}
`;

const TABLES = [ARGUMENT_ACCESS, INPUT_ACCESS];

const countOf = (table: typeof ARGUMENT_ACCESS): number =>
  Object.values(table).reduce((sum, rules) => sum + Object.keys(rules).length, 0);

/** Arguments as `Run.score(board)`, and fields of inputs as `RunFilter.mine`. */
const argumentsWith = (rule: ArgumentRule): readonly string[] =>
  TABLES.flatMap((table) =>
    Object.entries(table).flatMap(([owner, rules]) => {
      const names = Object.keys(rules).filter((name) => rules[name] === rule);
      if (names.length === 0) return [];
      return table === INPUT_ACCESS ? names.map((name) => `${owner}.${name}`) : [`${owner}(${names.join(", ")})`];
    }),
  );

const SHOWN = (Object.keys(FIELD_RULES) as FieldRule[]).filter((rule) => rule !== "everyone" && rule !== "payload");

const scopeOf = (mutation: string): string =>
  Object.entries(MUTATION_SCOPES).find(([name]) => name === mutation)?.[1] ?? "";

const fieldsWith = (fields: Readonly<Record<string, FieldRule>>, rule: FieldRule): string => {
  const names = Object.keys(fields).filter((name) => fields[name] === rule);
  return names.length > 1 && names.length === Object.keys(fields).length ? "all" : names.join(", ");
};

function count(rules?: readonly FieldRule[]): number {
  const all = Object.values(FIELD_ACCESS).flatMap((fields) => Object.values(fields));
  return rules === undefined ? all.length : all.filter((rule) => rules.includes(rule)).length;
}
