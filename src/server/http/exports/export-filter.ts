import { coerceInputValue, type GraphQLSchema, isInputType } from "graphql";
import type { Context } from "hono";
import { badInput } from "../../../domain/errors.ts";
import { repeatedName } from "../../../domain/json-text.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import type { Slice } from "../../../domain/slice/question-slice.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { ExportReader } from "../../benchmarks/question-export.ts";
import { requireValues } from "../../memory/check-filter.ts";
import type { AppEnvironment, AppServices } from "../app-environment.ts";
import { RequestServices } from "../request-services.ts";

/**
 * The slice that a `filter` parameter describes, as a `QuestionFilter` in JSON. Without the parameter, the slice
 * contains all questions. The filter is validated as in GraphQL, with the same messages.
 * @throws `BAD_USER_INPUT` or `INVALID_FILTER`, with the place of the fault in the filter; `FORBIDDEN` for a condition
 *   on hidden answers
 */
export async function exportSlice(services: AppServices, viewer: Viewer, filter: string | undefined): Promise<Slice> {
  const value = filter === undefined ? null : checked(services.schema, parsed("filter", filter));
  const { database, memory } = services;
  const asked = {
    type: "QuestionFilter",
    argument: "filter",
    field: "",
    value,
    benchmark: null,
    runs: [],
    anyRelease: false,
  };
  await requireValues({ database, memory, viewer }, [asked]);
  return canonicalSlice(value);
}

/** A parameter that is an object of the API in JSON, unchecked; the API checks it. Undefined without the parameter. */
export function objectParameter(c: Context<AppEnvironment>, name: string): object | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  const value = parsed(name, text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw badInput(`'${name}' must be an object in JSON; got ${text.slice(0, 80)}.`);
}

/** @throws `BAD_USER_INPUT` for a text that is not JSON, and for a field that is given twice */
function parsed(name: string, text: string): unknown {
  const value = json(name, text);
  const repeated = repeatedName(text, value);
  if (repeated === null) return value;
  throw badInput(`'${[name, ...repeated].join(".")}' is given twice.`);
}

function json(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const expected =
      name === "filter" ? 'a QuestionFilter in JSON, such as {"levels":["REASONING"]}' : "an object in JSON";
    throw badInput(`'${name}' must be ${expected}; it is not JSON: ${reason}`);
  }
}

function checked(schema: GraphQLSchema, value: unknown): QuestionFilter | null {
  const type = schema.getType("QuestionFilter");
  if (!isInputType(type)) throw new Error("the schema has no QuestionFilter");
  return coerceInputValue(value, type, (path, _invalid, error) => {
    throw badInput(`'${["filter", ...path].join(".")}': ${error.message}`);
  }) as QuestionFilter | null;
}

/** Refuses unknown and repeated parameters. If a misspelt `filter` were ignored, all questions would be exported. */
export function onlyParameters(c: Context<AppEnvironment>, names: readonly string[]): void {
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (!names.includes(name))
      throw badInput(`There is no parameter '${name.slice(0, 80)}' here; allowed are ${names.join(", ")}.`);
    if (values.length > 1) throw badInput(`The parameter '${name}' is given ${values.length} times.`);
  }
}

/**
 * The viewer and the data sources of an export. As for GraphQL, a request with an API key reads the primary database;
 * other requests may read a replica.
 */
export function exportReader(c: Context<AppEnvironment>, services: AppServices): ExportReader {
  const viewer = c.get("viewer");
  const { database } = new RequestServices(services, viewer, c.get("record"));
  return { database, memory: services.memory, viewer, room: services.exportRoom };
}
