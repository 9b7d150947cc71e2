import { EVERYTHING } from "../../../domain/slice/slice.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { type RunVectors, scoreAt } from "../../../scoring/metrics/run-vectors.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import type { RunAggregates } from "../aggregates/run-aggregates.ts";
import { leaderboard } from "../comparison/leaderboard.ts";
import type { Leaderboard } from "../comparison/leaderboard-entries.ts";
import { rankByValue } from "../comparison/ranking.ts";
import type { RunServices } from "../submission/run-services.ts";
import { correctInTransaction } from "./correct-in-transaction.ts";
import { type AnswerCorrectionInput, checkCorrectionInput } from "./read-corrections.ts";
import type { RescoringReport } from "./rescore-affected.ts";

/** `PreviewCorrectionsInput` of the schema. */
export interface PreviewCorrectionsInput {
  readonly benchmark: string;
  readonly corrections: readonly AnswerCorrectionInput[];
}

/** A run in the leaderboard before and after the corrections. Values are from 0 to 1. */
export interface CorrectedStanding {
  readonly run: number;
  readonly valueBefore: number;
  readonly valueAfter: number;
  readonly rankBefore: number;
  readonly rankAfter: number;
}

/** The effects that the corrections would have. */
export interface PreviewedCorrections extends RescoringReport {
  readonly release: number;
  /** The runs whose score or rank would change, in the order of the leaderboard after the corrections. */
  readonly standings: readonly CorrectedStanding[];
}

/** The reason and author of the temporary revision. Every revision needs them. */
const UNSTORED = { reason: "A preview.", author: "A preview." };

/**
 * Computes what `correctAnswers` would do. It makes the correction in a transaction that it rolls back, so the preview
 * cannot differ from the correction.
 * @throws as `correctAnswers` does
 */
export async function previewCorrections(
  services: RunServices,
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  { benchmark, corrections }: PreviewCorrectionsInput,
): Promise<PreviewedCorrections> {
  requireMaintainer(viewer, benchmark, "Correcting answers");
  const input = { benchmark, corrections, ...UNSTORED };
  checkCorrectionInput(input);
  const request = { benchmark, slice: EVERYTHING, runs: {}, published: true, byMeans: true };
  const board = await leaderboard(database, aggregates, viewer, request);
  const values = new Map<number, number>();
  const keep = (run: number, before: RunVectors, after: RunVectors): void => {
    const [was, is] = [meanScore(before), meanScore(after)];
    if (was !== is) values.set(run, is);
  };
  const { release, rescored, changed, judging } = await rolledBack(services.database, (tx) =>
    correctInTransaction(tx, services, input, keep),
  );
  return { release, rescored, changed, judging, standings: standingsOf(board, values) };
}

/** The mean score over all questions except unscored ones, from 0 to 1. A question without an answer counts as 0. */
function meanScore(vectors: RunVectors): number {
  let [sum, n] = [0, 0];
  for (let ordinal = 0; ordinal < vectors.answered.length; ordinal++) {
    if (vectors.unscored.has(ordinal)) continue;
    sum += scoreAt(vectors, ordinal);
    n += 1;
  }
  return n === 0 ? 0 : sum / n;
}

/** Carries the result of a transaction out of it, past the rollback. */
class RolledBack<T> extends Error {
  constructor(readonly result: T) {
    super("rolled back as intended");
  }
}

async function rolledBack<T>(database: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await database.transaction<never>(async (tx) => {
      throw new RolledBack(await work(tx));
    }, "internal");
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

/** @param values the scores that change, by run */
function standingsOf(board: Leaderboard, values: ReadonlyMap<number, number>): readonly CorrectedStanding[] {
  const entries = Array.from({ length: board.length }, (_, place) => board.entry(place));
  const after = Float64Array.from(entries, ({ run, value }) => values.get(run ?? -1) ?? value);
  const { order, ranks } = rankByValue(after);
  return Array.from(order).flatMap((item, place): CorrectedStanding[] => {
    const { run = null, value = 0, rank = 0 } = entries[item] ?? {};
    const [valueAfter, rankAfter] = [after[item] ?? value, ranks[place] ?? rank];
    if (run === null || (valueAfter === value && rankAfter === rank)) return [];
    return [{ run, valueBefore: value, valueAfter, rankBefore: rank, rankAfter }];
  });
}
