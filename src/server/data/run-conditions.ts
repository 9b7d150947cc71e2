import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Viewer } from "../../domain/viewer.ts";
import type { Confirmations } from "../../domain/vocabulary.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { benchmarks } from "../db/tables/benchmark-tables.ts";
import { models, type runs } from "../db/tables/run-tables.ts";

type RunRow = typeof runs;

/** Whether the viewer may know that the run is there. */
export function runVisibleTo(viewer: Viewer, r: Pick<RunRow, "visibility" | "owner" | "status">): SQL {
  if (viewer.admin) return sql`true`;
  // A run that is still open, or withdrawn, is its owner's business, whatever its visibility.
  const published = sql`(${r.visibility} = 'PUBLIC' and ${r.status} = 'SCORED')`;
  return viewer.owner === null ? published : sql`(${published} or ${r.owner} = ${viewer.owner}::text)`;
}

/** Whether everyone may see a run that has been read. */
export const isPublished = ({
  visibility,
  status,
}: {
  readonly visibility: string;
  readonly status: string;
}): boolean => visibility === "PUBLIC" && status === "SCORED";

/** Two lists hold the same values, in any order. */
export const equalSets = (list: AnyPgColumn, values: readonly string[]): SQL =>
  sql`(${list} @> ${textArray(values)} and ${list} <@ ${textArray(values)})`;

/** `RunFilter` of the schema, its ids decoded. */
export interface RunConditions {
  readonly benchmarks?: readonly string[] | null | undefined;
  readonly models?: readonly string[] | null | undefined;
  readonly releaseKeys?: readonly number[] | null | undefined;
  readonly inputs?: readonly string[] | null | undefined;
  readonly seeds?: readonly number[] | null | undefined;
  readonly prompts?: readonly string[] | null | undefined;
  readonly visibility?: string | null | undefined;
  readonly openEnded?: boolean | null | undefined;
  readonly confirmations?: Confirmations | null | undefined;
  readonly partial?: boolean | null | undefined;
  readonly statuses?: readonly string[] | null | undefined;
}

/** The filter as a condition; only scored runs where it names no status. */
export function runFilterCondition(filter: RunConditions, r: RunRow): SQL {
  const conditions = [
    sql`${r.status} = any(${textArray(filter.statuses ?? ["SCORED"])})`,
    given(
      filter.benchmarks,
      (slugs) => sql`${r.benchmarkId} in (
      select ${benchmarks.id} from ${benchmarks} where ${benchmarks.slug} = any(${textArray(slugs)}))`,
    ),
    given(
      filter.models,
      (slugs) => sql`${r.modelId} in (
      select ${models.id} from ${models} where ${models.slug} = any(${textArray(slugs)}))`,
    ),
    given(filter.releaseKeys, (keys) => sql`${r.releaseId} = any(${integerArray(keys)})`),
    given(filter.inputs, (inputs) => equalSets(r.inputs, inputs)),
    given(filter.seeds, (seeds) => sql`${r.seed} = any(${integerArray(seeds)})`),
    given(filter.prompts, (prompts) => sql`${r.prompt} = any(${textArray(prompts)})`),
    given(filter.openEnded, (openEnded) => sql`${r.openEnded} = ${openEnded}::boolean`),
    given(filter.confirmations, (confirmations) => sql`${r.confirmations} = ${confirmations}::text`),
    given(filter.partial, (partial) => sql`${r.partial} = ${partial}::boolean`),
    given(filter.visibility, (visibility) => sql`${r.visibility} = ${visibility}::text`),
  ];
  return sql.join(conditions, sql` and `);
}

const given = <T>(value: T | null | undefined, condition: (value: T) => SQL): SQL =>
  value == null ? sql`true` : condition(value);
