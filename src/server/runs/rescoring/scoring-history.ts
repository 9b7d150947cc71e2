import DataLoader from "dataloader";
import { EVERYTHING } from "../../../domain/slice/question-slice.ts";
import type { Outcome } from "../../../domain/vocabulary.ts";
import { outcomeAt, type RunVectors, scoreAt } from "../../../scoring/metrics/run-vectors.ts";
import type { ScoreSummary } from "../../../scoring/metrics/score-summary.ts";
import { scoreOfSlice } from "../../../scoring/metrics/slice-score.ts";
import type { RunAggregates, RunReference } from "../../boards/run-aggregates.ts";
import type { Queryable } from "../../db/database.ts";
import { fetchScoringVectors } from "../../memory/score-queries.ts";

/** A question whose outcome or score differs between two scorings of one run. */
export interface OutcomeChange {
  readonly ordinal: number;
  readonly from: Outcome;
  readonly to: Outcome;
  /** From 0 to 1; null if it is not scored. */
  readonly fromScore: number | null;
  readonly toScore: number | null;
}

/** The changes from one scoring to the next, in the order of the release. */
export function outcomeChanges(before: RunVectors, after: RunVectors): readonly OutcomeChange[] {
  const changes: OutcomeChange[] = [];
  for (let ordinal = 0; ordinal < after.answered.length; ordinal++) {
    const change = changeAt(before, after, ordinal);
    if (change !== null) changes.push(change);
  }
  return changes;
}

function changeAt(before: RunVectors, after: RunVectors, ordinal: number): OutcomeChange | null {
  const [from, to] = [outcomeAt(before, ordinal), outcomeAt(after, ordinal)];
  const [fromScore, toScore] = [scoreOf(before, from, ordinal), scoreOf(after, to, ordinal)];
  return from === to && fromScore === toScore ? null : { ordinal, from, to, fromScore, toScore };
}

const scoreOf = (vectors: RunVectors, outcome: Outcome, ordinal: number): number | null =>
  outcome === "UNSCORED" || outcome === "MISSING" ? null : scoreAt(vectors, ordinal);

/** A scoring of a run. */
export interface ScoringReference extends RunReference {
  readonly revision: number;
}

/**
 * Computes the figures of scorings from their vectors. One object serves one request and reads the vectors of all
 * requested runs with one statement.
 */
export class ScoringHistory {
  readonly #vectors: DataLoader<number, ReadonlyMap<number, RunVectors>>;

  constructor(
    database: Queryable,
    private readonly aggregates: RunAggregates,
  ) {
    this.#vectors = new DataLoader(async (runs) => {
      const found = await fetchScoringVectors(database, runs);
      return runs.map((run) => found.get(run) ?? new Map());
    });
  }

  /** The score over the whole release; null if no question is in the denominator. */
  async score({ run, release, revision, openEnded }: ScoringReference): Promise<ScoreSummary | null> {
    const [scorings, questions] = await Promise.all([
      this.#vectors.load(run),
      this.aggregates.slice(release, EVERYTHING),
    ]);
    const vectors = scorings.get(revision);
    return vectors === undefined ? null : scoreOfSlice(vectors, questions, { openEnded });
  }

  /**
   * The questions whose outcome or score differs from the previous scoring, in the order of the release; empty for the
   * first scoring.
   */
  async changes({ run, revision }: ScoringReference): Promise<readonly OutcomeChange[]> {
    const scorings = await this.#vectors.load(run);
    const [before, after] = [scorings.get(revision - 1), scorings.get(revision)];
    return before === undefined || after === undefined ? [] : outcomeChanges(before, after);
  }
}
