import type { Viewer } from "../../../domain/viewer.ts";
import type { Extractor } from "../../../reading/extraction.ts";
import { requireOwner } from "../../access/require-admin.ts";
import type { RunAggregates } from "../../boards/run-aggregates.ts";
import type { Queryable } from "../../db/database.ts";
import { fetchViewedRelease } from "../../memory/release-queries.ts";
import { countOtherRunsOfEarlierExtractors, fetchOwnRunsOfEarlierExtractors } from "../../memory/run-queries.ts";
import { fetchRunVectors } from "../../memory/score-queries.ts";
import { fetchLatestScoring } from "../key-revision-queries.ts";
import { fetchRun } from "../run-writes.ts";
import { requireCurrentRelease } from "../submission/run-admission.ts";
import type { RunServices } from "../submission/run-services.ts";
import { rereadWhole } from "./rescore-at.ts";
import { isMoved, meanScore, meansBoard, type Standing, standingsAfter } from "./standings.ts";

/** What a rescoring would change in a run. All fields but the run are null if answers are hidden from the viewer. */
export interface PreviewedRun {
  readonly run: number;
  /** How many predictions would have another answer. */
  readonly readDifferently: number | null;
  /** From 0 to 1. */
  readonly valueBefore: number | null;
  readonly valueAfter: number | null;
  /** Null for a run that the leaderboard does not rank. */
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
}

/** What rescoring all runs of an owner would change. */
export interface PreviewedRescoring {
  readonly release: number;
  readonly extractor: Extractor;
  /** The owner's runs that another version of the extractor scored, oldest first. */
  readonly runs: readonly PreviewedRun[];
  /** How many public runs of other owners another version of the extractor scored. */
  readonly otherRuns: number;
  /** The runs whose score or rank would change, in the order of the leaderboard afterwards. */
  readonly standings: readonly Standing[];
}

/**
 * Computes what `rescoreRun` would change in all runs of the viewer over a benchmark's current release that another
 * version of the extractor scored. It reads the responses as `rescoreRun` does, and stores nothing.
 * @throws `UNAUTHENTICATED`; `NOT_FOUND` for an unknown benchmark
 */
export async function previewRescoring(
  services: RunServices,
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  benchmark: string,
): Promise<PreviewedRescoring> {
  const owner = requireOwner(viewer);
  const { release } = await requireCurrentRelease(database, benchmark);
  const { extractor } = services;
  const own = await fetchOwnRunsOfEarlierExtractors(database, { release, owner }, extractor);
  const otherRuns = await countOtherRunsOfEarlierExtractors(database, { release, owner }, extractor);
  const found = { release, extractor, otherRuns };
  if (!(await fetchViewedRelease(database, release, viewer)).answersVisible)
    return { ...found, runs: own.map((run) => ({ ...HIDDEN, run })), standings: [] };
  const board = await meansBoard(database, aggregates, viewer, benchmark);
  const reread: { run: number; readDifferently: number; valueBefore: number; valueAfter: number }[] = [];
  // One run at a time, so that the responses of only one are in memory.
  for (const run of own) {
    const change = await changeOf(services, database, run);
    if (change !== null) reread.push({ run, ...change });
  }
  const standings = standingsAfter(board, new Map(reread.map(({ run, valueAfter }) => [run, valueAfter])));
  const byRun = new Map(standings.map((standing) => [standing.run, standing]));
  const runs = reread.map((change): PreviewedRun => {
    const { rankBefore = null, rankAfter = null } = byRun.get(change.run) ?? {};
    return { ...change, rankBefore, rankAfter };
  });
  return { ...found, runs, standings: standings.filter(isMoved) };
}

const HIDDEN = { readDifferently: null, valueBefore: null, valueAfter: null, rankBefore: null, rankAfter: null };

/** What reading a run again changes; null if the run has no scoring any more. */
async function changeOf(
  services: RunServices,
  database: Queryable,
  run: number,
): Promise<{ readDifferently: number; valueBefore: number; valueAfter: number } | null> {
  const [found, latest] = [await fetchRun(database, run), await fetchLatestScoring(database, run)];
  const before = (await fetchRunVectors(database, [run])).get(run);
  if (found === undefined || latest === undefined || before === undefined) return null;
  const sheet = await services.sheets.load(database, found);
  const { extractor, pool, budget } = services;
  const rescoring = { sheet, extractor, pool, budget, reason: null, judge: latest.judge };
  const { stored, read, scoring } = await rereadWhole(database, { run, revision: latest.revision }, rescoring);
  const differently = read.filter(({ answer }, index) => answer !== stored[index]?.answer);
  return {
    readDifferently: differently.length,
    valueBefore: meanScore(before),
    valueAfter: meanScore(scoring.vectors),
  };
}
