import { Bitset, wordCount } from "../../domain/bitset.ts";
import type { AnswerRun } from "../../scoring/items/outcome-matrix.ts";
import type { Queryable } from "../db/database.ts";
import type { ScoringKey } from "../memory/score-queries.ts";
import type { SheetServices } from "../runs/reading/answer-sheet.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import type { ReadingPool } from "../workers/reading-pool.ts";
import { type AnswersRow, fetchAnswers } from "./item-queries.ts";

/** In bytes: room for the answers of 5,000 runs to 5,000 questions. */
const BUDGET = 40_000_000;
/** The approximate bytes of a run besides its vectors. */
const BYTES_OF_RUN = 1_000;
/** How many scorings are read with one statement. */
const AT_ONCE = 250;

/** The answers of a run under one scoring, in memory that threads share. */
export type RunAnswers = Omit<AnswerRun, "family">;

interface KnownAnswers {
  readonly revision: number;
  readonly answers: RunAnswers;
  readonly bytes: number;
}

/** The answers of runs in memory, by run and scoring. A scoring does not change once it has choices. */
export class AnswerMemory {
  readonly #known: CountedCache<number, KnownAnswers>;

  constructor(budget = BUDGET) {
    this.#known = new CountedCache("answers", { maxSize: budget, sizeCalculation: ({ bytes }) => bytes });
  }

  /**
   * The answers of these scorings, by run. A scoring that an earlier version of Omnidex stored has no choices until
   * background work adds them. It is not cached until then.
   */
  async of(database: Queryable, scorings: readonly ScoringKey[]): Promise<ReadonlyMap<number, RunAnswers>> {
    const found = new Map<number, RunAnswers>();
    const missing: ScoringKey[] = [];
    for (const scoring of scorings) {
      const known = this.#known.get(scoring.run);
      if (known?.revision === scoring.revision) found.set(scoring.run, known.answers);
      else missing.push(scoring);
    }
    for (let start = 0; start < missing.length; start += AT_ONCE) {
      for (const row of await fetchAnswers(database, missing.slice(start, start + AT_ONCE))) {
        const known = knownAnswers(row);
        found.set(row.run, known.answers);
        if (row.choices !== null) this.#known.set(row.run, known);
      }
    }
    return found;
  }
}

/** Copies the vectors of a run into one block of shared memory, which threads see without copying it again. */
function knownAnswers({ revision, length, choices, graded, ...sets }: AnswersRow): KnownAnswers {
  const words = wordCount(length);
  const setBytes = words * Int32Array.BYTES_PER_ELEMENT;
  const gradeBytes = graded === null ? 0 : length * Float32Array.BYTES_PER_ELEMENT;
  const memory = new SharedArrayBuffer(3 * setBytes + gradeBytes + (choices === null ? 0 : length));
  const setAt = (index: number, set: Bitset): Int32Array => {
    const own = new Int32Array(memory, index * setBytes, words);
    own.set(set.words);
    return own;
  };
  const bytesAt = (start: number, bytes: Uint8Array): Uint8Array => {
    const own = new Uint8Array(memory, start, bytes.length);
    own.set(bytes);
    return own;
  };
  const [answered, correct, unparsed, unscored] = [sets.answered, sets.correct, sets.unparsed, sets.unscored].map(
    (bytes) => Bitset.fromBytes(bytes, length),
  ) as [Bitset, Bitset, Bitset, Bitset];
  if (graded !== null) bytesAt(3 * setBytes, graded);
  const answers = {
    asked: setAt(0, answered.or(unparsed).without(unscored)),
    correct: setAt(1, correct),
    unparsed: setAt(2, unparsed),
    graded: graded === null ? null : new Float32Array(memory, 3 * setBytes, length),
    choices: choices === null ? null : bytesAt(3 * setBytes + gradeBytes, choices),
  };
  return { revision, answers, bytes: memory.byteLength + BYTES_OF_RUN };
}

/** The services that statistics of questions need: a part of `RunServices`. */
export interface ItemServices extends SheetServices {
  /** The threads that compute the statistics. */
  readonly pool: ReadingPool;
}
