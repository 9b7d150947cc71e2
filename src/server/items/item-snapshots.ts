import { createHash } from "node:crypto";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import { ANONYMOUS, type Viewer } from "../../domain/viewer.ts";
import { lockCurrentRelease } from "../access/current-release.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import type { RunAggregates } from "../boards/run-aggregates.ts";
import { everyoneSees } from "../conditions/answer-visibility.ts";
import type { RunConditions } from "../conditions/run-conditions.ts";
import type { Queryable } from "../db/database.ts";
import {
  fetchItemSnapshots,
  type NewSnapshot,
  type SnapshotRow,
  type StatisticRow,
  storeItemSnapshot,
} from "../memory/item-snapshot-queries.ts";
import { missingBenchmark } from "../memory/missing-benchmark.ts";
import { fetchCurrentRelease, fetchRankedRelease } from "../memory/release-queries.ts";
import type { ItemServices } from "./answer-memory.ts";
import { type Item, itemOf } from "./item.ts";
import type { ItemAnalyses } from "./item-analyses.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

/** The longest note, in characters. */
const LONGEST_NOTE = 500;

/** `TakeItemSnapshotInput` of the schema. */
export interface SnapshotInput {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly runs: RunConditions;
  readonly note?: string | null | undefined;
}

/**
 * The item snapshots of a benchmark, the newest first.
 * @throws `NOT_FOUND` for an unknown benchmark
 */
export async function itemSnapshotsOf(database: Queryable, benchmark: string): Promise<readonly SnapshotRow[]> {
  const snapshots = await fetchItemSnapshots(database, benchmark);
  if (snapshots.length === 0 && (await fetchCurrentRelease(database, benchmark)) === undefined)
    throw await missingBenchmark(database, benchmark);
  return snapshots;
}

/**
 * Stores the statistics that the questions of a benchmark's current release have now. It counts only data that everyone
 * sees, because everyone can use the statistics in slices.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but maintainers; `NOT_FOUND` for an unknown benchmark;
 *   `BAD_USER_INPUT` for a note that is too long; `CONFLICT` if the benchmark has no release, or its release hides its
 *   answers or has too few runs
 */
export async function takeItemSnapshot(
  services: ItemServices & { readonly items: ItemAnalyses },
  aggregates: RunAggregates,
  viewer: Viewer,
  { benchmark, runs, note }: SnapshotInput,
): Promise<SnapshotRow> {
  requireMaintainer(viewer, benchmark, "Taking item snapshots");
  const trimmed = note?.trim() || null;
  if (trimmed !== null && trimmed.length > LONGEST_NOTE)
    throw badInput(`'note' must have at most ${LONGEST_NOTE} characters; got ${trimmed.length}.`);
  const { database, items } = services;
  const release = await openRelease(database, benchmark);
  const analysis = await items.of(services, aggregates, ANONYMOUS, { release, runs });
  requireEvidence(analysis);
  const figures = await analysis.figures();
  const rows = Array.from({ length: analysis.matrix.questions }, (_, ordinal) =>
    statisticsOf(itemOf({ analysis, figures }, ordinal)),
  );
  return database.transaction(async (tx) => {
    await lockCurrentRelease(tx, benchmark, release);
    return storeItemSnapshot(tx, snapshotOf(analysis, trimmed, rows), rows);
  });
}

/** The current release of a benchmark, which must show its answers. */
async function openRelease(database: Queryable, benchmark: string): Promise<number> {
  const current = await fetchRankedRelease(database, benchmark);
  if (current === undefined) throw await missingBenchmark(database, benchmark);
  if (current.release === null || current.access === null)
    throw new OmnidexError("CONFLICT", `'${benchmark}' has no release yet.`);
  if (!everyoneSees(current.access))
    throw new OmnidexError(
      "CONFLICT",
      `The release of '${benchmark}' hides its answers: everyone could read the statistics from the slices.`,
    );
  return current.release;
}

function requireEvidence(analysis: ItemAnalysis): void {
  const [withheld] = analysis.withheld(["share"]);
  if (withheld === undefined) return;
  const { has, needs } = withheld;
  throw new OmnidexError(
    "CONFLICT",
    `A snapshot needs ${needs.runs} public scored runs; there are ${has.runs}. Partial runs and runs that were asked without options do not count.`,
    { has, needs },
  );
}

/** Withheld statistics are stored as null, so that no slice can use them. */
const statisticsOf = ({ ordinal, share, discrimination, unparsed, agreement }: Item) => ({
  ...{ ordinal, difficulty: share, discrimination, unparsed, agreement },
});

function snapshotOf(
  { release, keyRevision, runs, evidence }: ItemAnalysis,
  note: string | null,
  rows: readonly StatisticRow[],
): NewSnapshot {
  const counted = runs.map(({ run, revision }) => ({ run, revision }));
  const content = JSON.stringify([keyRevision, counted, rows]);
  return {
    ...{ release, note, keyRevision, runs: counted, families: evidence.families },
    contentHash: createHash("sha256").update(content).digest("hex"),
  };
}
