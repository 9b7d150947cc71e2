import { EVERYTHING } from "../../../domain/slice/question-slice.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { type RunVectors, scoreAt } from "../../../scoring/metrics/run-vectors.ts";
import { leaderboard } from "../../boards/leaderboard.ts";
import type { Leaderboard } from "../../boards/leaderboard-entries.ts";
import { rankByValue } from "../../boards/ranking.ts";
import type { RunAggregates } from "../../boards/run-aggregates.ts";
import type { Queryable } from "../../db/database.ts";

/** `CorrectedStanding` of the schema: a run in the leaderboard before and after a change. Values are from 0 to 1. */
export interface Standing {
  readonly run: number;
  readonly valueBefore: number;
  readonly valueAfter: number;
  readonly rankBefore: number;
  readonly rankAfter: number;
}

/** The leaderboard over the whole current release, by means over questions, with published figures. */
export const meansBoard = (
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  benchmark: string,
): Promise<Leaderboard> =>
  leaderboard(database, aggregates, viewer, { benchmark, slice: EVERYTHING, runs: {}, published: true, byMeans: true });

/** The mean score over all questions except unscored ones, from 0 to 1. A question without an answer counts as 0. */
export function meanScore(vectors: RunVectors): number {
  let [sum, n] = [0, 0];
  for (let ordinal = 0; ordinal < vectors.answered.length; ordinal++) {
    if (vectors.unscored.has(ordinal)) continue;
    sum += scoreAt(vectors, ordinal);
    n += 1;
  }
  return n === 0 ? 0 : sum / n;
}

/**
 * The runs of the leaderboard in the order after some of their scores have changed.
 * @param values the scores that change, by run
 */
export function standingsAfter(board: Leaderboard, values: ReadonlyMap<number, number>): readonly Standing[] {
  const entries = Array.from({ length: board.length }, (_, place) => board.entry(place));
  const after = Float64Array.from(entries, ({ run, value }) => values.get(run ?? -1) ?? value);
  const { order, ranks } = rankByValue(after);
  return Array.from(order).flatMap((item, place): Standing[] => {
    const { run = null, value = 0, rank = 0 } = entries[item] ?? {};
    const [valueAfter, rankAfter] = [after[item] ?? value, ranks[place] ?? rank];
    return run === null ? [] : [{ run, valueBefore: value, valueAfter, rankBefore: rank, rankAfter }];
  });
}

/** Whether the score or the rank changes. */
export const isMoved = ({ valueBefore, valueAfter, rankBefore, rankAfter }: Standing): boolean =>
  valueBefore !== valueAfter || rankBefore !== rankAfter;
