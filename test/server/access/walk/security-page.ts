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

A **reader** sends no key. A **submitter** sends a key, and owns the runs that were submitted with the keys of the same owner. A
**maintainer** is an owner whom an administrator has made a maintainer of a benchmark. An **administrator** sends an administrator's key.
The [scopes](api-keys.md#scopes) of a key can only reduce these rights.

The tests in \`test/server/access/walk\` request the fields below from a server in eight roles, and compare the results with these tables.
The server has a visible and a hidden benchmark, with public and private runs of two owners. Some fields have a rule, but no value on this
server, so the tests cannot compare their values: the fields of papers' figures, of split boards, of the 2PL models and health findings of
questions, and of item snapshots, and some fields of AVI-Bench's levels and of subsets.

## Mutations

| Mutation | Scope of the key | Who |
| --- | --- | --- |
${Object.entries(MUTATION_CALLERS)
  .map(([name, caller]) => `| \`${name}\` | ${scopeOf(name)} | ${caller} |`)
  .join("\n")}

Administrators may call every mutation. \`owner\` is the owner of the run, or an owner who may describe the model. \`maintainer\` is a
maintainer of the benchmark that the input names. \`key itself\` means that a key may rotate itself. Without a key, every mutation fails
with \`UNAUTHENTICATED\`.

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

"Answers are shown" means that the release is visible, or that the caller is an administrator or maintains its benchmark. A caller who may
not see an object, such as another owner's private run, gets none of its fields. Of ${count()} fields, ${count(["everyone"])} have the rule *everyone* and ${count(["payload"])} the
rule *payload*. The table lists the others.

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

The schema has ${countOf(ARGUMENT_ACCESS)} arguments and ${countOf(INPUT_ACCESS)} fields of inputs. With ${ROLES.length} roles, that makes ${(countOf(ARGUMENT_ACCESS) + countOf(INPUT_ACCESS)) * ROLES.length} cases. A test fails if an
argument or a field has no rule. The tests send each argument to two benchmarks with hidden answers that differ in their answer keys
only. A role that is shown no answers must get the same results from both. Arguments that are not listed have the rule *inherited* or
*call*.

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
