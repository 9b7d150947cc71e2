import { type Context, Hono } from "hono";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { type NotedTable, type TextTableFormat, textTable } from "../../formats/tables/text-table.ts";
import { type Omnidex, OmnidexApiError } from "../../sdk/index.ts";
import type { Run } from "../../sdk/types.ts";
import { findRun, RunReferenceError } from "../../submitting/run-reference.ts";
import { fetchBreakdown, fetchComparison, leaderboardTable, scoresTable } from "../../tables/result-tables.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { objectParameter, onlyParameters } from "./exports/export-filter.ts";
import { clientOf, type ToApp } from "./own-client.ts";

type AppContext = Context<AppEnvironment>;

const FORMATS: Readonly<Record<string, readonly [format: TextTableFormat, mediaType: string]>> = {
  csv: ["CSV", "text/csv; charset=utf-8"],
  md: ["MD", "text/markdown; charset=utf-8"],
  tex: ["LATEX", "application/x-tex; charset=utf-8"],
};

/** The parameters that choose the rows of a leaderboard or a table of runs. */
const CHOICE = ["runs", "published", "partial"];

/** The most rows of a leaderboard or a table of runs. */
const MOST_ROWS = 1_000;

/** The tables, by name: the parameters that each takes besides `filter`, and how it is made. */
const TABLES: Readonly<
  Record<
    string,
    readonly [parameters: readonly string[], make: (c: AppContext, omnidex: Omnidex) => Promise<NotedTable>]
  >
> = {
  breakdown: [
    ["run", "by"],
    async (c, omnidex) => {
      const by = dimensionsOf(c);
      if (by.length === 0) throw badInput("The parameter 'by' is missing: one dimension, or two with a comma.");
      const run = await runOf(c, omnidex, "run");
      return (await fetchBreakdown(omnidex, run, by, objectParameter(c, "filter"))).table;
    },
  ],
  comparison: [
    ["a", "b", "by"],
    async (c, omnidex) => {
      const runs = await Promise.all([runOf(c, omnidex, "a"), runOf(c, omnidex, "b")]);
      return (await fetchComparison(omnidex, runs, dimensionsOf(c), objectParameter(c, "filter"))).table;
    },
  ],
  leaderboard: [
    ["benchmark", ...CHOICE],
    async (c, omnidex) => {
      const [benchmark, filter] = [required(c, "benchmark", "the slug of a benchmark"), objectParameter(c, "filter")];
      const page = await omnidex.leaderboard(benchmark, { filter, ...choiceOf(c), pageSize: MOST_ROWS }).page();
      return leaderboardTable(benchmark, filter ?? {}, page, page.nodes);
    },
  ],
  scores: [
    ["benchmark", "by", ...CHOICE],
    async (c, omnidex) => {
      const [benchmark, filter] = [required(c, "benchmark", "the slug of a benchmark"), objectParameter(c, "filter")];
      const asked = { by: dimensionsOf(c), filter, ...choiceOf(c), pageSize: MOST_ROWS };
      const page = await omnidex.scoreTable(benchmark, asked).page();
      return scoresTable(benchmark, filter ?? {}, page, page.nodes);
    },
  ],
};

/**
 * `GET /tables/<name>.{csv,md,tex}`: a table as the command line prints it and the dashboard copies it. The numbers come
 * from the server's own API, in the name of the caller.
 */
export function tableRoutes(toApp: ToApp): Hono<AppEnvironment> {
  return new Hono<AppEnvironment>().get("/:file", async (c, next) => {
    const [, name = "", extension = ""] = /^([a-z]+)\.([a-z]+)$/.exec(c.req.param("file")) ?? [];
    const table = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
    if (table === undefined) return next();
    const format = Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
    if (format === undefined)
      throw badInput(`The extension of a table must be one of ${Object.keys(FORMATS).join(", ")}.`);
    const [parameters, make] = table;
    onlyParameters(c, [...parameters, "filter"]);
    const made = await make(c, clientOf(c, toApp)).catch((error) => {
      throw asServerError(error);
    });
    return c.body(textTable(made, format[0]), 200, { "content-type": format[1] });
  });
}

/** The error of a request that this app sent to itself, as that of the request that it belongs to. */
function asServerError(error: unknown): unknown {
  if (error instanceof RunReferenceError)
    return new OmnidexError(error.code, [error.message, error.advice].filter((text) => text !== null).join(" "));
  return error instanceof OmnidexApiError ? new OmnidexError(error.code, error.message, error.details) : error;
}

const choiceOf = (c: AppContext) => ({
  runs: objectParameter(c, "runs"),
  published: switchParameter(c, "published"),
  partial: switchParameter(c, "partial"),
});

/** @throws `BAD_USER_INPUT` for a value that is neither true nor false */
function switchParameter(c: AppContext, name: string): boolean | undefined {
  const value = c.req.query(name);
  if (value === undefined || value === "true" || value === "false")
    return value === undefined ? value : value === "true";
  throw badInput(`'${name}' must be true or false; got '${value.slice(0, 80)}'.`);
}

const runOf = async (c: AppContext, omnidex: Omnidex, name: string): Promise<Run> =>
  findRun(omnidex, required(c, name, "the id of a run, or the name of a model that has one"));

function required(c: AppContext, name: string, expected: string): string {
  const value = c.req.query(name);
  if (value === undefined || value === "") throw badInput(`The parameter '${name}' is missing: ${expected}.`);
  return value;
}

/** The dimensions of `by`. Their names are checked by the API. */
const dimensionsOf = (c: AppContext): readonly Dimension[] =>
  (c.req.query("by") ?? "").split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim() as Dimension]));
