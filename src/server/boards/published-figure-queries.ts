import { type SQL, sql } from "drizzle-orm";
import type { SinglePart } from "../../domain/slice/published-questions.ts";
import type { Confirmations } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { benchmarks } from "../db/tables/benchmark-tables.ts";
import { models, publishedResults } from "../db/tables/run-tables.ts";
import { columnsOf, float, innerList, int, list, type RowOf, typed } from "../db/typed-sql.ts";

/** The part of a benchmark that a published figure covers: one value of a dimension, or the whole benchmark. */
export type PublishedPart = SinglePart | "overall";

const figureColumns = {
  figure: int(sql`min(${publishedResults.id})`),
  model: models.id,
  modelName: models.name,
  modelSlug: models.slug,
  inputs: publishedResults.inputs,
  /** A percentage. */
  value: float(sql`avg(${publishedResults.value})`),
  /** `accuracy_pct`, or `score_pct` if the paper grades answers. */
  metric: publishedResults.metric,
  /** The paper and its table. */
  source: publishedResults.source,
  /** How many seeds `value` is the mean of. */
  runs: int(sql`count(*)`),
};
const rankedFigure = columnsOf("figures", figureColumns);

/** A published figure in a leaderboard. */
export type RankedFigure = RowOf<typeof rankedFigure>;

const ORDINARY = sql`(${publishedResults.condition} is null or ${publishedResults.condition} ~ '^seed [0-9]+$')`;
const OPEN_ENDED = sql`${publishedResults.condition} = 'open-ended'`;
/** The condition of the column "w/o" in AVI-Bench's Table 8. AVI-Bench's other tables are for double responses. */
const SINGLE_RESPONSE = sql`${publishedResults.condition} = 'single response'`;

const isOver = (part: PublishedPart): SQL =>
  part === "overall"
    ? sql`${publishedResults.nativeDimension} = 'overall'`
    : sql`${publishedResults.dimension} = ${part.dimension}::text and ${publishedResults.key} = ${part.key}::text`;

/** How models are asked. */
export interface Protocol {
  /** Whether multiple-choice questions are asked without their options. */
  readonly openEnded: boolean;
  /** Null if no question is asked twice. */
  readonly confirmations: Confirmations | null;
}

const underProtocol = ({ openEnded, confirmations }: Protocol): SQL =>
  openEnded ? OPEN_ENDED : confirmations === "SINGLE" ? SINGLE_RESPONSE : ORDINARY;

/**
 * The published figures over a part of a benchmark, under one protocol. The protocols are the ordinary one (without a
 * condition), questions that are asked without options, and single responses. For each model and inputs, the figure
 * comes from the first of the paper's tables that has one. Figures that differ only in the seed are averaged.
 */
export function fetchRankedFigures(
  database: Queryable,
  benchmark: string,
  part: PublishedPart,
  protocol: Protocol,
): Promise<RankedFigure[]> {
  return database.query(typed`
    select distinct on (figures.model, figures.inputs) ${list(rankedFigure)} from (
      select ${innerList(figureColumns)}
      from ${publishedResults} join ${models} on ${models.id} = ${publishedResults.modelId}
        join ${benchmarks} on ${benchmarks.id} = ${publishedResults.benchmarkId}
      where ${benchmarks.slug} = ${benchmark}::text and ${isOver(part)}
        and ${underProtocol(protocol)}
      group by ${models.id}, ${publishedResults.inputs}, ${publishedResults.source}, ${publishedResults.metric}) figures
    order by figures.model, figures.inputs, figures.figure`);
}

const conditionalFigure = {
  figure: publishedResults.id,
  model: models.id,
  modelName: models.name,
  modelSlug: models.slug,
  inputs: publishedResults.inputs,
  condition: publishedResults.condition,
  /** A percentage. */
  value: publishedResults.value,
};

/** A figure that was measured under a condition. */
export type ConditionalFigure = RowOf<typeof conditionalFigure>;

/** The figures over a part of a benchmark that were measured under a condition, in the order of the paper. */
export function fetchConditionalFigures(
  database: Queryable,
  benchmark: string,
  part: PublishedPart,
): Promise<ConditionalFigure[]> {
  return database.query(typed`
    select ${list(conditionalFigure)}
    from ${publishedResults} join ${models} on ${models.id} = ${publishedResults.modelId}
      join ${benchmarks} on ${benchmarks.id} = ${publishedResults.benchmarkId}
    where ${benchmarks.slug} = ${benchmark}::text and ${isOver(part)} and ${publishedResults.condition} is not null
    order by ${publishedResults.id}`);
}

const printedFigure = {
  model: publishedResults.modelId,
  modelName: publishedResults.modelName,
  /** The value of the dimension; null for the whole benchmark. */
  key: publishedResults.key,
  /** A percentage, as printed. */
  value: publishedResults.value,
};

/** A figure of a paper's table. */
export type PrintedFigure = RowOf<typeof printedFigure>;

/** The single values of dimensions for which a benchmark's paper prints figures. */
export async function fetchPrintedParts(database: Queryable, benchmark: string): Promise<readonly SinglePart[]> {
  const rows = await database.query(typed`
    select distinct ${list({ dimension: publishedResults.dimension, key: publishedResults.key })}
    from ${publishedResults} join ${benchmarks} on ${benchmarks.id} = ${publishedResults.benchmarkId}
    where ${benchmarks.slug} = ${benchmark}::text and ${publishedResults.dimension} is not null
    order by 1, 2`);
  return rows.flatMap(({ dimension, key }) => (dimension === null || key === null ? [] : [{ dimension, key }]));
}

/** The figures of one of a paper's tables over one of the paper's own dimensions, in the order of the table. */
export function fetchFigures(
  database: Queryable,
  benchmark: string,
  source: string,
  nativeDimension: string,
): Promise<PrintedFigure[]> {
  return database.query(typed`
    select ${list(printedFigure)}
    from ${publishedResults} join ${benchmarks} on ${benchmarks.id} = ${publishedResults.benchmarkId}
    where ${benchmarks.slug} = ${benchmark}::text and ${publishedResults.source} = ${source}::text
      and ${publishedResults.nativeDimension} = ${nativeDimension}::text
    order by ${publishedResults.id}`);
}
