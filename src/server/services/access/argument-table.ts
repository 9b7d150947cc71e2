import type { ArgumentRule } from "./argument-rules.ts";
import { MUTATION_CALLERS } from "./required-scopes.ts";
import { CALL_ARGUMENTS } from "./table/call-arguments.ts";
import { FILTER_ARGUMENTS } from "./table/filter-arguments.ts";
import { QUERY_ARGUMENTS } from "./table/query-arguments.ts";

type Rules = Readonly<Record<string, Readonly<Record<string, ArgumentRule>>>>;

/**
 * The rule of every argument of the schema, by type and field, such as `Run.score`. A mutation has one argument: its
 * input. `test/server/access/walk` compares it with what the server returns.
 */
export const ARGUMENT_ACCESS: Rules = {
  ...QUERY_ARGUMENTS,
  ...Object.fromEntries(Object.keys(MUTATION_CALLERS).map((name) => [`Mutation.${name}`, { input: "call" as const }])),
};

/** The rule of every field of an input, by the type of the input. */
export const INPUT_ACCESS: Rules = { ...FILTER_ARGUMENTS, ...CALL_ARGUMENTS };
