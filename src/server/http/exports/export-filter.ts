import { coerceInputValue, type GraphQLSchema, isInputType } from "graphql";
import type { Context } from "hono";
import { badInput } from "../../../domain/errors.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import type { Slice } from "../../../domain/slice/slice.ts";
import type { AppEnvironment } from "../app-environment.ts";

/**
 * The slice of a `filter` parameter, a `QuestionFilter` of the schema in JSON; all questions by default. It is
 * validated as in GraphQL, with the same messages.
 * @throws `BAD_USER_INPUT` with the place in the filter
 */
export function exportSlice(schema: GraphQLSchema, filter: string | undefined): Slice {
  return canonicalSlice(filter === undefined ? null : checked(schema, parsed(filter)));
}

function parsed(filter: string): unknown {
  try {
    return JSON.parse(filter);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw badInput(`'filter' must be a QuestionFilter in JSON: {"levels":["REASONING"]}; it is no JSON: ${reason}`);
  }
}

function checked(schema: GraphQLSchema, value: unknown): QuestionFilter | null {
  const type = schema.getType("QuestionFilter");
  if (!isInputType(type)) throw new Error("the schema has no QuestionFilter");
  return coerceInputValue(value, type, (path, _invalid, error) => {
    throw badInput(`'${["filter", ...path].join(".")}': ${error.message}`);
  }) as QuestionFilter | null;
}

/** A parameter that is misspelt would else export everything. */
export function onlyParameters(c: Context<AppEnvironment>, names: readonly string[]): void {
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (!names.includes(name))
      throw badInput(`There is no parameter '${name.slice(0, 80)}' here, only ${names.join(", ")}.`);
    if (values.length > 1) throw badInput(`The parameter '${name}' is given ${values.length} times.`);
  }
}
