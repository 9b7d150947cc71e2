import { FIELD_ACCESS } from "../../../../src/server/services/access/access-table.ts";
import { ARGUMENT_RULES, type ArgumentRule } from "../../../../src/server/services/access/argument-rules.ts";
import { ARGUMENT_ACCESS, INPUT_ACCESS } from "../../../../src/server/services/access/argument-table.ts";
import { FIELD_RULES, type FieldRule } from "../../../../src/server/services/access/field-rules.ts";
import {
  MUTATION_CALLERS,
  MUTATION_SCOPES,
  ROUTE_ACCESS,
} from "../../../../src/server/services/access/required-scopes.ts";

/** `docs/security.md`, from the tables that the server and its tests use. */
export const securityPage = (): string => `# Who may do what

<!-- Written by \`npx vitest run test/server/access/walk -u\` from src/server/services/access; do not edit. -->

For whoever checks what a caller may call, read and download.

A **reader** sends no key. A **submitter** sends a key, and owns the runs that were submitted with the keys of the same owner. A
**maintainer** is an owner whom an administrator has made a maintainer of a benchmark. An **administrator** sends an administrator's key.
The [scopes](api-keys.md#scopes) of a key can only reduce these rights. The tests in \`test/server/access/walk\` compare these tables
with what a server returns to eight roles; \`field-walk.test.ts\` lists the fields that have no value there and are tested elsewhere.

## Mutations

| Scope of the key | Who | Mutations |
| --- | --- | --- |
${[...mutationsByCaller()].map(([caller, names]) => `| ${caller} | ${names.join(", ")} |`).join("\n")}

Administrators may call every mutation. *Owner* is the owner of the run, or an owner who may describe the model. *Maintainer* is a
maintainer of the benchmark that the input names. *Key itself* means that a key may rotate itself. Without a key, every mutation fails
with \`UNAUTHENTICATED\`.

## Routes

| Who | Routes |
| --- | --- |
${[...routesByCaller()].map(([who, routes]) => `| ${who} | ${routes.map((route) => `\`${route}\``).join(", ")} |`).join("\n")}

## Fields

"Answers are shown" means that the release is visible, or that the caller is an administrator or maintains its benchmark. A caller who may
not see an object, such as another owner's private run, gets none of its fields. Of ${count()} fields, ${count(["everyone"])} are the same for everyone who
sees the object, ${count(["payload"])} are results of mutations, and ${count(["absent"])} are reached only through a field that is null, empty or refused unless answers
are shown. The others have these rules; a type without fields stands for all of its fields:

| Rule | Fields |
| --- | --- |
${SHOWN.map((rule) => `| **${rule}**: ${FIELD_RULES[rule]} | ${fieldsWith(rule).join(", ")} |`).join("\n")}

## Arguments

The schema has ${countOf(ARGUMENT_ACCESS)} arguments and ${countOf(INPUT_ACCESS)} fields of inputs; a test fails if one has no rule. The tests send each to two benchmarks
with hidden answers that differ in their answer keys only, in every role. A role that is shown no answers must get the same results
from both. Whoever may ask for a field or call a mutation may give its other arguments, and the rule of the field decides what they get.

| Rule | Arguments and fields of inputs |
| --- | --- |
${(Object.keys(ARGUMENT_RULES) as ArgumentRule[])
  .filter((rule) => rule !== "inherited" && rule !== "call")
  .map((rule) => `| **${rule}**: ${ARGUMENT_RULES[rule]} | ${argumentsWith(rule).join(", ")} |`)
  .join("\n")}
`;

const TABLES = [ARGUMENT_ACCESS, INPUT_ACCESS];

const countOf = (table: typeof ARGUMENT_ACCESS): number =>
  Object.values(table).reduce((sum, rules) => sum + Object.keys(rules).length, 0);

/** Arguments as `Run.score(board)`, and fields of inputs as `RunFilter{mine}`. */
const argumentsWith = (rule: ArgumentRule): readonly string[] =>
  TABLES.flatMap((table) =>
    Object.entries(table).flatMap(([owner, rules]) => {
      const names = Object.keys(rules).filter((name) => rules[name] === rule);
      if (names.length === 0) return [];
      return table === INPUT_ACCESS ? `${owner}{${names.join(", ")}}` : `${owner}(${names.join(", ")})`;
    }),
  );

const UNLISTED: readonly FieldRule[] = ["everyone", "payload", "absent"];
const SHOWN = (Object.keys(FIELD_RULES) as FieldRule[]).filter((rule) => !UNLISTED.includes(rule));

/** The mutations under `scope | caller`. */
const mutationsByCaller = () =>
  grouped(
    Object.entries(MUTATION_CALLERS).map(([name, caller]) => [`${scopeOf(name)} | ${caller}`, `\`${name}\``] as const),
  );

const routesByCaller = () => grouped(Object.entries(ROUTE_ACCESS).map(([route, who]) => [who, route] as const));

function grouped(pairs: readonly (readonly [key: string, value: string])[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

const scopeOf = (mutation: string): string =>
  Object.entries(MUTATION_SCOPES).find(([name]) => name === mutation)?.[1] ?? "";

/** Types with their fields that have the rule, as `Score{value, correct}`; the type alone if all of its fields have it. */
const fieldsWith = (rule: FieldRule): readonly string[] =>
  Object.entries(FIELD_ACCESS).flatMap(([type, fields]) => {
    const names = Object.entries(fields).flatMap(([name, its]) => (its === rule ? [name] : []));
    if (names.length === 0) return [];
    return names.length === Object.keys(fields).length ? type : `${type}{${names.join(", ")}}`;
  });

function count(rules?: readonly FieldRule[]): number {
  const all = Object.values(FIELD_ACCESS).flatMap((fields) => Object.values(fields));
  return rules === undefined ? all.length : all.filter((rule) => rules.includes(rule)).length;
}
