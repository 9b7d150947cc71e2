import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../../domain/viewer.ts";
import type { Confirmations, Modality } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { integerArray } from "../db/statement.ts";
import { models, runs, scores } from "../db/tables/run-tables.ts";
import { type RunConditions, runFilterCondition, runVisibleTo } from "./run-conditions.ts";

/** A run that the viewer may see, with what tells it from others. */
export interface VisibleRun {
  readonly run: number;
  readonly release: number;
  readonly model: number;
  readonly modelName: string;
  readonly modelSlug: string;
  readonly inputs: readonly Modality[];
  readonly frames: number | null;
  readonly prompt: string | null;
  readonly seed: number | null;
  /** It was asked without options. */
  readonly openEnded: boolean;
  /** How it answers questions that are asked twice; null for a benchmark without such questions. */
  readonly confirmations: Confirmations | null;
  /** How many questions that can be scored have no prediction. */
  readonly missing: number;
  /** Those are more than half. */
  readonly partial: boolean;
  /** 0 to 1; null where it is not scored. */
  readonly ambiguousShare: number | null;
  /** Its latest scoring; null where it is not scored. */
  readonly revision: number | null;
}

/** The runs with these ids that the viewer may see, oldest first. */
export const fetchVisibleRuns = (database: Queryable, viewer: Viewer, ids: readonly number[]): Promise<VisibleRun[]> =>
  fetchRuns(database, viewer, sql`${runs.id} = any(${integerArray(ids)})`);

/** The runs that the filter admits and the viewer may see, oldest first; of one release where it is given. */
export function fetchFilteredRuns(
  database: Queryable,
  viewer: Viewer,
  filter: RunConditions,
  release?: number,
): Promise<VisibleRun[]> {
  const ofRelease = release === undefined ? sql`true` : sql`${runs.releaseId} = ${release}::int`;
  return fetchRuns(database, viewer, sql`${ofRelease} and ${runFilterCondition(filter, runs, viewer)}`);
}

const fetchRuns = (database: Queryable, viewer: Viewer, where: SQL): Promise<VisibleRun[]> =>
  database.query<VisibleRun>(sql`
    select ${runs.id} as run, ${runs.releaseId} as release, ${runs.modelId} as model, ${models.name} as "modelName",
      ${models.slug} as "modelSlug",
      ${runs.inputs} as inputs, ${runs.frames} as frames, ${runs.prompt} as prompt, ${runs.seed} as seed,
      ${runs.openEnded} as "openEnded", ${runs.confirmations} as confirmations, ${runs.missing} as missing,
      ${runs.partial} as partial, ${runs.ambiguousShare} as "ambiguousShare",
      (select max(${scores.revision}) from ${scores} where ${scores.runId} = ${runs.id}) as revision
    from ${runs} join ${models} on ${models.id} = ${runs.modelId}
    where ${runVisibleTo(viewer, runs)} and ${where} order by ${runs.id}`);
