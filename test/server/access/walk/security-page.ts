import { type GraphQLEnumType, isEnumType } from "graphql";
import type { ArgumentAccess, FieldAccess } from "../../../../src/server/generated/schema-types.ts";
import { mutationAccess } from "../../../../src/server/graphql/access-rules.ts";
import { ARGUMENT_RULES, FIELD_RULES, INPUT_RULES, schema } from "./probes.ts";
import { ROUTE_ACCESS } from "./route-access.ts";

/** `docs/security.md`, from the directives of the schema, which the server and its tests use. */
export const securityPage = (): string => `# Who may do what

<!-- Written by \`npx vitest run test/server/access/walk -u\` from the directives in schema/; do not edit. -->

For whoever checks what a caller may call, read and download.

A **reader** sends no key. A **submitter** sends a key, and owns the runs that were submitted with the keys of the same owner. A
**maintainer** is an owner whom an administrator has made a maintainer of a benchmark. An **administrator** sends an administrator's key.
The [scopes](operating.md#scopes) of a key can only reduce these rights. The tests in \`test/server/access/walk\` compare these tables
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
not see an object, such as another owner's private run, gets none of its fields. Of ${count()} fields, ${count("EVERYONE")} are the same for everyone who
sees the object, ${count("PAYLOAD")} are results of mutations, and ${count("ABSENT")} are reached only through a field that is null, empty or refused unless answers
are shown. The others have these rules; a type without fields stands for all of its fields:

| Rule | Fields |
| --- | --- |
${rulesOf("FieldAccess")
  .filter(({ name }) => !UNLISTED.includes(name as FieldAccess))
  .map(({ name, text }) => `| **${name}**: ${text} | ${fieldsWith(name as FieldAccess).join(", ")} |`)
  .join("\n")}

## Arguments

The schema has ${countOf(ARGUMENT_RULES)} arguments and ${countOf(INPUT_RULES)} fields of inputs. The tests send each to two benchmarks
with hidden answers that differ in their answer keys only, in every role. A role that is shown no answers must get the same results
from both. Whoever may ask for a field or call a mutation may give its other arguments, and the rule of the field decides what they get.

| Rule | Arguments and fields of inputs |
| --- | --- |
${rulesOf("ArgumentAccess")
  .filter(({ name }) => name !== "INHERITED" && name !== "CALL")
  .map(({ name, text }) => `| **${name}**: ${text} | ${argumentsWith(name as ArgumentAccess).join(", ")} |`)
  .join("\n")}
`;

const TABLES = [ARGUMENT_RULES, INPUT_RULES];

/** The rules of an enum of the schema, with what they mean. */
const rulesOf = (name: string): readonly { readonly name: string; readonly text: string }[] => {
  const type = schema.getType(name);
  const values = isEnumType(type) ? (type as GraphQLEnumType).getValues() : [];
  return values.map((value) => ({ name: value.name, text: (value.description ?? "").replaceAll("\n", " ") }));
};

const countOf = (table: typeof ARGUMENT_RULES): number =>
  Object.values(table).reduce((sum, rules) => sum + Object.keys(rules).length, 0);

/** Arguments as `Run.score(board)`, and fields of inputs as `RunFilter{mine}`. */
const argumentsWith = (rule: ArgumentAccess): readonly string[] =>
  TABLES.flatMap((table) =>
    Object.entries(table).flatMap(([owner, rules]) => {
      const names = Object.keys(rules).filter((name) => rules[name] === rule);
      if (names.length === 0) return [];
      return table === INPUT_RULES ? `${owner}{${names.join(", ")}}` : `${owner}(${names.join(", ")})`;
    }),
  );

const UNLISTED: readonly FieldAccess[] = ["EVERYONE", "PAYLOAD", "ABSENT"];

/** The mutations under `scope | caller`. */
const mutationsByCaller = () =>
  grouped(
    Object.entries(mutationAccess(schema)).map(
      ([name, { scope, caller }]) =>
        [`${scope} | ${caller.toLowerCase().replaceAll("_", " ")}`, `\`${name}\``] as const,
    ),
  );

const routesByCaller = () => grouped(Object.entries(ROUTE_ACCESS).map(([route, who]) => [who, route] as const));

function grouped(pairs: readonly (readonly [key: string, value: string])[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

/** Types with their fields that have the rule, as `Score{value, correct}`; the type alone if all of its fields have it. */
const fieldsWith = (rule: FieldAccess): readonly string[] =>
  Object.entries(FIELD_RULES).flatMap(([type, fields]) => {
    const names = Object.entries(fields).flatMap(([name, its]) => (its === rule ? [name] : []));
    if (names.length === 0) return [];
    return names.length === Object.keys(fields).length ? type : `${type}{${names.join(", ")}}`;
  });

/** The number of fields, or of those with a rule. */
const count = (rule?: FieldAccess): number =>
  Object.values(FIELD_RULES)
    .flatMap((fields) => Object.values(fields))
    .filter((its) => rule === undefined || its === rule).length;
