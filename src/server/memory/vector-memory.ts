import { LRUCache } from "lru-cache";
import { Bitset, wordCount } from "../../domain/bitset.ts";
import type { RunVectors } from "../../scoring/metrics/run-vectors.ts";
import type { ScannedRun } from "../../scoring/metrics/score-scan.ts";
import type { Database } from "../db/database.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import {
  fetchLatestRevisions,
  fetchRunVectors,
  fetchScoreBits,
  type ScoreBitsRow,
  type ScoredVectors,
  type ScoringKey,
} from "./score-queries.ts";

/** The cache sizes for vectors, in bytes. */
export interface VectorBudget {
  /** The score vectors for leaderboards: one bitset per run. */
  readonly bits: number;
  /** All vectors of a run: five bitsets. */
  readonly whole: number;
}

/** Enough for the scores of 100,000 runs over 5,000 questions. */
const BUDGET: VectorBudget = { bits: 80_000_000, whole: 16_000_000 };

/** The approximate memory of a run in addition to its words, in bytes. */
const BYTES_OF_RUN = 150;
/** The measured memory of a set of questions in addition to its words: three objects and their buffer. */
const BYTES_OF_BITSET = 560;
/** The number of runs whose latest scoring is cached for one version of the data. */
const MOST_REVISIONS = 200_000;
/** The most distinct sets of unscored questions to cache. */
const MOST_UNSCORED = 100;

interface Block {
  readonly bytes: number;
  readonly runs: readonly number[];
}

/** A run with the revision of its latest scoring, which is null if the run is not scored. */
export interface ScoredRun {
  readonly run: number;
  readonly revision: number | null;
}

/** The score vectors of the scored runs of a list, with the index of each run in the list. */
export interface ScannedRuns {
  readonly places: readonly number[];
  readonly scanned: readonly ScannedRun[];
}

/** Score vectors, and the blocks of memory that contain them. */
interface KeptRuns extends ScannedRuns {
  readonly blocks: ReadonlySet<Block>;
}

/** The score vectors of a run, and the block of memory that contains them. */
interface KeptRun extends ScannedRun, ScoringKey {
  readonly block: Block;
}

/**
 * Caches score vectors by run and scoring. A scoring never changes. A run's latest scoring may change with the version
 * of the data.
 */
export class ScoreVectors {
  readonly #whole: CountedCache<number, ScoredVectors>;
  readonly #revisions = new LRUCache<number, number>({ max: MOST_REVISIONS });
  readonly #blocks: CountedCache<Block, Block>;
  readonly #kept = new Map<number, KeptRun>();
  /**
   * The cached vectors of lists of runs. The key is the array object, because a leaderboard's list of runs is the same
   * object from one request to the next.
   */
  #lists = new WeakMap<readonly ScoredRun[], KeptRuns>();
  readonly #unscored = new Map<string, Bitset>();
  #version: string | null = null;

  constructor(
    private readonly database: Database,
    budget: VectorBudget = BUDGET,
  ) {
    this.#whole = new CountedCache("vectors", { maxSize: budget.whole, sizeCalculation: bytesOfVectors });
    this.#blocks = new CountedCache("score-bits", {
      maxSize: budget.bits,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: (block) => this.#forget(block),
    });
  }

  /** The vectors of each run under its latest scoring. Runs that are not scored are absent. */
  async latest(runs: readonly number[]): Promise<ReadonlyMap<number, RunVectors>> {
    const version = this.database.versions.current();
    if (version !== this.#version) this.#revisions.clear();
    this.#version = version;
    const unsure = runs.filter((run) => !this.#revisions.has(run) && this.#whole.has(run));
    // The cached scoring is probably still the latest, and checking that is cheaper than reading it again.
    if (version !== null && unsure.length > 0) {
      const latest = await fetchLatestRevisions(this.database, unsure);
      if (version === this.#version) for (const [run, revision] of latest) this.#revisions.set(run, revision);
    }
    const found = new Map<number, RunVectors>();
    const missing = runs.filter((run) => {
      const known = this.#whole.get(run);
      if (known === undefined || known.revision !== this.#revisions.get(run)) return true;
      found.set(run, known);
      return false;
    });
    if (missing.length === 0) return found;
    const fetched = await fetchRunVectors(this.database, missing);
    for (const run of missing) {
      const vectors = fetched.get(run);
      // That a run is not scored is not remembered. Another server may score it before this one hears of the new version.
      if (vectors === undefined) continue;
      // Caches of slices are keyed by the set of unscored questions, so equal sets should be one object.
      const shared = { ...vectors, unscored: this.#shared(vectors.unscored) };
      found.set(run, shared);
      this.#whole.set(run, shared);
      if (version !== null && version === this.#version) this.#revisions.set(run, vectors.revision);
    }
    return found;
  }

  /**
   * The score vectors of scorings; null for a missing scoring. Vectors that are not cached are read with one statement.
   */
  async bits(scorings: readonly ScoringKey[]): Promise<readonly (ScannedRun | null)[]> {
    const known = scorings.map((scoring) => this.#known(scoring));
    const missing = scorings.filter((_, index) => known[index] === undefined);
    this.#touch(scorings);
    if (missing.length === 0) return known.map((run) => run ?? null);
    const fetched = new Map(this.#keep(await fetchScoreBits(this.database, missing)).map((run) => [run.run, run]));
    return scorings.map(({ run }, index) => known[index] ?? fetched.get(run) ?? null);
  }

  /** The score vectors of a list of runs, if all of them are cached; otherwise null. */
  kept(runs: readonly ScoredRun[]): ScannedRuns | null {
    const list = this.#lists.get(runs) ?? this.#gather(runs);
    if (list === null) return null;
    this.#lists.set(runs, list);
    for (const block of list.blocks) this.#blocks.get(block);
    return list;
  }

  #gather(runs: readonly ScoredRun[]): KeptRuns | null {
    const places: number[] = [];
    const scanned: ScannedRun[] = [];
    const blocks = new Set<Block>();
    for (const [place, { run, revision }] of runs.entries()) {
      if (revision === null) continue;
      const kept = this.#known({ run, revision });
      if (kept === undefined) return null;
      places.push(place);
      scanned.push(kept);
      blocks.add(kept.block);
    }
    return { places, scanned, blocks };
  }

  #known({ run, revision }: ScoringKey): KeptRun | undefined {
    const kept = this.#kept.get(run);
    return kept?.revision === revision ? kept : undefined;
  }

  #touch(scorings: readonly ScoringKey[]): void {
    let last: Block | undefined;
    for (const { run } of scorings) {
      const block = this.#kept.get(run)?.block;
      if (block !== undefined && block !== last) this.#blocks.get(block);
      last = block;
    }
  }

  /** Copies the rows into one block, so that runs that are requested together are adjacent in memory. */
  #keep(rows: readonly ScoreBitsRow[]): readonly KeptRun[] {
    const width = rows.reduce((most, { length }) => Math.max(most, wordCount(length)), 0);
    // One extra word, because the scan over pairs of questions reads one word ahead.
    const words = new Int32Array(rows.length * width + 1);
    const bytes = new Uint8Array(words.buffer);
    const ofGrades = rows.reduce((sum, { graded }) => sum + (graded?.byteLength ?? 0), 0);
    const block = {
      bytes: words.byteLength + ofGrades + rows.length * BYTES_OF_RUN,
      runs: rows.map(({ run }) => run),
    };
    const kept = rows.map((row, index): KeptRun => {
      const { run, revision, graded } = row;
      const start = index * width;
      bytes.set(row.bits, start * 4);
      return { words, start, graded, unscored: this.#sharedUnscored(row), run, revision, block };
    });
    for (const run of kept) this.#kept.set(run.run, run);
    this.#blocks.set(block, block);
    // The cache rejects a block that is larger than its whole capacity.
    if (!this.#blocks.has(block)) this.#forget(block);
    return kept;
  }

  #forget(block: Block): void {
    // The lists refer to evicted vectors and would keep them in memory.
    this.#lists = new WeakMap();
    for (const run of block.runs) if (this.#kept.get(run)?.block === block) this.#kept.delete(run);
  }

  #sharedUnscored({ unscored, length }: ScoreBitsRow): Bitset {
    return this.#shared(unscored === null ? Bitset.empty(length) : Bitset.fromBytes(unscored, length));
  }

  /** The same object for equal sets of unscored questions. Nearly all runs of a release have the same set. */
  #shared(unscored: Bitset): Bitset {
    const name = `${unscored.length}:${Buffer.from(unscored.bytes).toString("latin1")}`;
    const known = this.#unscored.get(name) ?? unscored;
    if (this.#unscored.size >= MOST_UNSCORED) this.#unscored.clear();
    this.#unscored.set(name, known);
    return known;
  }
}

const bytesOfVectors = ({ answered, graded }: ScoredVectors): number =>
  5 * (answered.words.byteLength + BYTES_OF_BITSET) + (graded?.byteLength ?? 0);
