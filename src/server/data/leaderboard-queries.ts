import { type SQL, sql } from "drizzle-orm";
import type { Confirmations, Dimension, Modality } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { benchmarks } from "../db/tables/benchmark-tables.ts";
import { models, publishedResults } from "../db/tables/run-tables.ts";

/** The part of a benchmark that a published figure is over: one value of a dimension, or everything. */
export type PublishedPart = { readonly dimension: Dimension; readonly key: string } | "overall";

/** A published figure that may stand in a leaderboard. */
export interface RankedFigure {
  readonly figure: number;
  readonly model: number;
  readonly modelName: string;
  readonly modelSlug: string;
  readonly inputs: readonly Modality[];
  /** A percentage. */
  readonly value: number;
  /** `accuracy_pct`, or `score_pct` where the paper grades answers. */
  readonly metric: string;
}

const ORDINARY = sql`(${publishedResults.condition} is null or ${publishedResults.condition} ~ '^seed [0-9]+$')`;
const OPEN_ENDED = sql`${publishedResults.condition} = 'open-ended'`;
/** AVI-Bench, Table 8, w/o. Its other tables are of double responses. */
const SINGLE_RESPONSE = sql`${publishedResults.condition} = 'single response'`;

/** How models are asked. */
export interface Protocol {
  /** Without the options. */
  readonly openEnded: boolean;
  /** Null where no question is asked twice. */
  readonly confirmations: Confirmations | null;
}

const underProtocol = ({ openEnded, confirmations }: Protocol): SQL =>
  openEnded ? OPEN_ENDED : confirmations === "SINGLE" ? SINGLE_RESPONSE : ORDINARY;

/**
 * The figures over a part of a benchmark: for each model and inputs, what the first of the paper's tables prints. Only
 * figures of the same protocol: the benchmark's ordinary one, without a condition; questions asked without options; or single
 * responses. Seeds count as one figure, their mean.
 */
export function fetchRankedFigures(
  database: Queryable,
  benchmark: string,
  part: PublishedPart,
  protocol: Protocol,
): Promise<RankedFigure[]> {
  const over =
    part === "overall"
      ? sql`${publishedResults.nativeDimension} = 'overall'`
      : sql`${publishedResults.dimension} = ${part.dimension}::text and ${publishedResults.key} = ${part.key}::text`;
  return database.query<RankedFigure>(sql`
    select distinct on (model, inputs) *
    from (
      select min(${publishedResults.id}) as figure, ${models.id} as model, ${models.name} as "modelName",
        ${models.slug} as "modelSlug", ${publishedResults.inputs} as inputs, avg(${publishedResults.value}) as value, ${publishedResults.metric} as metric
      from ${publishedResults} join ${models} on ${models.id} = ${publishedResults.modelId}
        join ${benchmarks} on ${benchmarks.id} = ${publishedResults.benchmarkId}
      where ${benchmarks.slug} = ${benchmark}::text and ${over}
        and ${underProtocol(protocol)}
      group by ${models.id}, ${publishedResults.inputs}, ${publishedResults.source}, ${publishedResults.metric}) figures
    order by model, inputs, figure`);
}

/** A figure of one of a paper's tables. */
export interface PrintedFigure {
  readonly model: number;
  readonly modelName: string;
  readonly key: string;
  /** A percentage, as printed. */
  readonly value: number;
}

/** The figures of one table over one of the paper's own dimensions, in the order of the table. */
export function fetchFigures(
  database: Queryable,
  benchmark: string,
  source: string,
  nativeDimension: string,
): Promise<PrintedFigure[]> {
  return database.query<PrintedFigure>(sql`
    select ${publishedResults.modelId} as model, ${publishedResults.modelName} as "modelName",
      ${publishedResults.key} as key, ${publishedResults.value} as value
    from ${publishedResults} join ${benchmarks} on ${benchmarks.id} = ${publishedResults.benchmarkId}
    where ${benchmarks.slug} = ${benchmark}::text and ${publishedResults.source} = ${source}::text
      and ${publishedResults.nativeDimension} = ${nativeDimension}::text
    order by ${publishedResults.id}`);
}
