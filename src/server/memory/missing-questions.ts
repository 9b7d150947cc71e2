import type { Bitset } from "../../domain/bitset.ts";
import type { Queryable } from "../db/database.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import { fetchMissing, type ScoringKey } from "./score-queries.ts";

const MOST_BYTES = 16_000_000;
/** The approximate memory of a run in addition to its bits, in bytes. */
const BYTES_OF_RUN = 150;
/** How many runs are read with one statement. */
const CHUNK = 2_000;

interface KeptRun {
  readonly revision: number;
  readonly missing: Bitset;
}

/** Caches the questions without a prediction, by run and scoring. A scoring never changes. */
export class MissingQuestions {
  readonly #kept: CountedCache<number, KeptRun>;

  constructor(
    private readonly database: Queryable,
    mostBytes = MOST_BYTES,
  ) {
    this.#kept = new CountedCache("missing-questions", {
      maxSize: mostBytes,
      sizeCalculation: ({ missing }) => missing.words.byteLength + BYTES_OF_RUN,
    });
  }

  /**
   * For each of the scorings, in order: the questions without a prediction that can be scored, by ordinal. Null if the
   * scoring does not exist.
   */
  async of(scorings: readonly ScoringKey[]): Promise<readonly (Bitset | null)[]> {
    const found = scorings.map((scoring) => this.#known(scoring));
    const unknown = scorings.filter((_, index) => found[index] === undefined);
    const read = new Map<number, Bitset>();
    for (let start = 0; start < unknown.length; start += CHUNK) {
      for (const { run, revision, missing } of await fetchMissing(this.database, unknown.slice(start, start + CHUNK))) {
        read.set(run, missing);
        this.#kept.set(run, { revision, missing });
      }
    }
    return scorings.map(({ run }, index) => found[index] ?? read.get(run) ?? null);
  }

  #known({ run, revision }: ScoringKey): Bitset | undefined {
    const kept = this.#kept.get(run);
    return kept?.revision === revision ? kept.missing : undefined;
  }
}
