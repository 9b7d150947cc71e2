import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { benchmarks } from "../db/tables/benchmark-tables.ts";
import { models, runs, scores } from "../db/tables/run-tables.ts";
import type { VisibleRun } from "./run-queries.ts";

/** A run with all that a filter may ask of it, and who may see it. */
export interface DirectoryRun extends VisibleRun {
  readonly benchmark: string;
  readonly modelSlug: string;
  readonly visibility: string;
  readonly status: string;
  readonly owner: string;
  readonly organization: string | null;
  readonly parameterCount: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** All runs of a release, whoever may see them, by the name of their model, oldest first. */
export async function fetchRunDirectory(database: Queryable, release: number): Promise<DirectoryRun[]> {
  const [row] = await database.query<{ runs: DirectoryRun[] }>(sql`
    select coalesce(json_agg(directory), '[]') as runs from (
      select ${runs.id} as run, ${runs.releaseId} as release, ${benchmarks.slug} as benchmark,
        ${runs.modelId} as model, ${models.name} as "modelName", ${models.slug} as "modelSlug",
        ${runs.inputs} as inputs, ${runs.frames} as frames, ${runs.prompt} as prompt, ${runs.seed} as seed,
        ${runs.openEnded} as "openEnded", ${runs.confirmations} as confirmations, ${runs.missing} as missing,
        ${runs.partial} as partial, ${runs.ambiguousShare} as "ambiguousShare", ${runs.visibility} as visibility, ${runs.status} as status,
        ${runs.owner} as owner, ${models.organization} as organization, ${models.parameterCount} as "parameterCount",
        floor(extract(epoch from ${runs.createdAt}) * 1000)::float8 as "createdAt", latest.revision as revision
      from ${runs} join ${models} on ${models.id} = ${runs.modelId}
        join ${benchmarks} on ${benchmarks.id} = ${runs.benchmarkId}
        left join (select ${scores.runId}, max(${scores.revision}) as revision from ${scores} group by ${scores.runId})
          latest on latest.run_id = ${runs.id}
      where ${runs.releaseId} = ${release}::int) directory`);
  return row?.runs ?? [];
}
