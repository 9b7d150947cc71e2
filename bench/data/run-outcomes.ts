import { Bitset } from "../../src/domain/bitset.ts";
import type { StoredVectors } from "../../src/server/memory/score-queries.ts";
import { Random } from "../support/random.ts";

/** The outcomes of one synthetic run, by ordinal. */
export interface RunOutcomes {
  readonly vectors: StoredVectors;
  /** In ascending order. */
  readonly ordinals: readonly number[];
}

/**
 * The outcomes of a run that answers `predictions` questions: some are right, a few unreadable or failed. The same run
 * number always gives the same outcomes.
 */
export function runOutcomes(run: number, questions: number, predictions: number): RunOutcomes {
  const random = new Random(50_000 + run);
  const skill = 0.25 + random.next() * 0.6;
  const ordinals = sample(random, questions, predictions);
  const sets = { correct: [] as number[], wrong: [] as number[], unparsed: [] as number[], errored: [] as number[] };
  for (const ordinal of ordinals) sets[outcomeName(random, skill)].push(ordinal);
  const bits = (of: Iterable<number>): Bitset => Bitset.fromOrdinals(of, questions);
  const vectors = {
    answered: bits([...sets.correct, ...sets.wrong]),
    correct: bits(sets.correct),
    unparsed: bits(sets.unparsed),
    errored: bits(sets.errored),
    unscored: Bitset.empty(questions),
    graded: null,
  };
  return { vectors, ordinals };
}

function outcomeName(random: Random, skill: number): "correct" | "wrong" | "unparsed" | "errored" {
  if (random.chance(0.01)) return "errored";
  if (random.chance(0.03)) return "unparsed";
  return random.chance(skill) ? "correct" : "wrong";
}

/** `count` different numbers below `total`, uniformly distributed, in ascending order. */
function sample(random: Random, total: number, count: number): number[] {
  const chosen: number[] = [];
  for (let number = 0; number < total && chosen.length < count; number++) {
    if (random.next() * (total - number) < count - chosen.length) chosen.push(number);
  }
  return chosen;
}

/** A row of `predictions` in the text format of COPY. */
export function predictionLine(run: number, ordinal: number, vectors: StoredVectors): string {
  if (vectors.errored.has(ordinal)) return `${run}\t${ordinal}\t\\N\tHTTP 500\tERRORED\t\\N\t\\N\terror\t\\N\t\\N\tf\n`;
  if (vectors.unparsed.has(ordinal))
    return `${run}\t${ordinal}\tI cannot say.\t\\N\tUNPARSED\t0\t\\N\tno-answer\t\\N\t\\N\tf\n`;
  const right = vectors.correct.has(ordinal);
  const label = "ABCD".charAt((ordinal + (right ? 0 : 1)) % 4);
  const outcome = right ? "CORRECT\t1" : "WRONG\t0";
  return `${run}\t${ordinal}\tThe answer is ${label}.\t\\N\t${outcome}\t${label}\tdeclared\t0\t16\tf\n`;
}

/** The columns of a `predictionLine`, in order. */
export const PREDICTION_COLUMNS =
  "run_id, ordinal, response, error, outcome, score, answer, rule, span_start, span_end, ambiguous";
