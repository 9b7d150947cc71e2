import { isPartial } from "../../domain/partial.ts";
import type { Queryable } from "../db/database.ts";
import {
  type CheckedRun,
  fetchCheckedRun,
  fetchPredictionsAfter,
  fetchScoringAfter,
  fetchShownOptions,
} from "./check-queries.ts";
import { type Difference, ExpectedVectors, inconsistencies, readVectors, vectorDifferences } from "./check-vectors.ts";

/** The number of predictions that one statement reads. Their texts are not read. */
const PIECE = 20_000;

/** The result of checking one run. */
export interface CheckedVectors {
  readonly differences: readonly Difference[];
  readonly scorings: number;
  readonly predictions: number;
}

/**
 * Checks the vectors of each scoring of a run, and compares the vectors of the latest scoring with the run's
 * predictions, within one snapshot.
 */
export async function checkRun(tx: Queryable, id: number): Promise<CheckedVectors> {
  const run = await fetchCheckedRun(tx, id);
  if (run === undefined) return { differences: [], scorings: 0, predictions: 0 };
  const expected = await expectedVectors(tx, run);
  const differences: Difference[] = expected.strays.map((found) => ({
    code: "PREDICTION",
    subject: "predictions",
    expected: `questions 0 to ${run.questions - 1}, each with an outcome`,
    found,
  }));
  let scorings = 0;
  let revision = 0;
  for (let next = await fetchScoringAfter(tx, id, 0); next !== undefined; ) {
    scorings += 1;
    revision = next.revision;
    const vectors = readVectors(next);
    const following = await fetchScoringAfter(tx, id, revision);
    if (vectors !== null && vectors.length === run.questions) {
      const own = [...inconsistencies(vectors)];
      if (following === undefined)
        own.push(
          ...vectorDifferences(expected, vectors),
          ...summaryDifferences(run, expected, vectors.sets.unscored.count()),
        );
      differences.push(...own.map((one) => ({ ...one, subject: `${one.subject} in scoring ${revision}` })));
    }
    next = following;
  }
  return { differences, scorings, predictions: expected.predictions };
}

async function expectedVectors(tx: Queryable, { id, questions }: CheckedRun): Promise<ExpectedVectors> {
  const expected = new ExpectedVectors(questions, await fetchShownOptions(tx, id));
  for (let after = -2_147_483_648; ; ) {
    const rows = await fetchPredictionsAfter(tx, id, after, PIECE);
    for (const row of rows) expected.add(row);
    if (rows.length < PIECE) return expected;
    after = rows.at(-1)?.ordinal ?? after;
  }
}

/** Checks a run's stored summary (`missing`, `partial`, `ambiguousShare`) against its predictions and vectors. */
function summaryDifferences(run: CheckedRun, expected: ExpectedVectors, unscored: number): Difference[] {
  const scorable = run.questions - unscored;
  const { answered, unparsed, errored } = expected.sets;
  const missing = scorable - (answered.count() + unparsed.count() + errored.count());
  const share = expected.predictions === 0 ? 0 : expected.ambiguous / expected.predictions;
  const wanted = { missing, partial: isPartial(missing, scorable), ambiguousShare: share };
  return (["missing", "partial", "ambiguousShare"] as const).flatMap((name) => {
    const [is, should] = [run[name], wanted[name]];
    const same = typeof is === "number" && typeof should === "number" ? Math.abs(is - should) < 1e-9 : is === should;
    return same ? [] : [{ code: "RUN_SUMMARY", subject: name, expected: String(should), found: String(is) }];
  });
}
