import type { Viewer } from "../../domain/viewer.ts";
import { type Evidence, evidenceOf, type Figure, type Withheld, withheldFor } from "../../scoring/items/evidence.ts";
import type { ItemFit } from "../../scoring/items/item-fit.ts";
import type { KeySuspect } from "../../scoring/items/key-suspect.ts";
import type { AnswerMatrix } from "../../scoring/items/outcome-matrix.ts";
import type { CountedCache } from "../telemetry/counted-cache.ts";
import type { ItemFigures, ItemQueue, ItemTask, ItemTaskKind, TaskInput, TaskResult } from "../workers/item-tasks.ts";
import type { ReadingPool } from "../workers/reading-pool.ts";
import type { CountedRun, RunSelection, UncountedRuns } from "./counted-runs.ts";

/** The answers that an analysis is made from. */
export interface AnalysedAnswers {
  /** Identifies the release, the revision of its answer key, the runs and their scorings. */
  readonly name: string;
  readonly release: number;
  readonly keyRevision: number;
  /** The runs of the matrix, in its order. */
  readonly runs: readonly CountedRun[];
  readonly matrix: AnswerMatrix;
}

/** A cached result of a computation. */
export interface CachedStage {
  readonly result: Promise<unknown>;
  readonly bytes: number;
}

/** The shared resources of analyses. */
export interface StageMeans {
  readonly pool: ReadingPool;
  readonly queue: ItemQueue;
  readonly stages: CountedCache<string, CachedStage>;
}

/** A computation over the answers of an analysis, which is done once and cached. */
export interface Stage<K extends ItemTaskKind> {
  readonly kind: K;
  /** Distinguishes stages of one kind, for example by slice, size and seed. */
  readonly name?: string;
  /** Makes the input for the thread. It may wait for other stages. */
  readonly input: () => TaskInput<K> | Promise<TaskInput<K>>;
  /** The approximate size of the result. */
  readonly bytes: number;
  /** How long the computation may take, in milliseconds; if absent, the pool's limit for analyses applies. */
  readonly milliseconds?: number;
}

/** The bytes that one question takes in the classical statistics, and in the 2PL model. */
const BYTES_OF_STATISTICS = 88;
const BYTES_OF_FIT = 40;
const BYTES_OF_SUSPECT = 300;
const BYTES_OF_RUN = 16;

/**
 * The analysis of the questions of a release from a set of runs, for one caller. Its figures are computed in threads
 * when they are first asked for, and cached for all callers who see the same runs.
 */
export class ItemAnalysis implements AnalysedAnswers {
  readonly name: string;
  readonly release: number;
  readonly keyRevision: number;
  readonly runs: readonly CountedRun[];
  readonly matrix: AnswerMatrix;
  /** The numbers of runs and families that the analysis is computed from. */
  readonly evidence: Evidence;
  /** How many matching runs are not counted, because there are too many. */
  readonly leftOut: number;
  readonly uncounted: UncountedRuns;

  constructor(
    { name, release, keyRevision, runs, matrix }: AnalysedAnswers,
    private readonly means: StageMeans,
    private readonly viewer: Viewer,
    selection: RunSelection,
  ) {
    this.name = name;
    this.release = release;
    this.keyRevision = keyRevision;
    this.runs = runs;
    this.matrix = matrix;
    this.evidence = evidenceOf(matrix.runs);
    this.leftOut = selection.leftOut;
    this.uncounted = selection.uncounted;
  }

  /** Of the given figures, those for which there is too little evidence. */
  withheld(figures: readonly Figure[]): readonly Withheld[] {
    return figures.flatMap((figure) => withheldFor(figure, this.evidence) ?? []);
  }

  /** Whether there is enough evidence for a figure. */
  suffices(figure: Figure): boolean {
    return withheldFor(figure, this.evidence) === null;
  }

  /** The classical statistics of all questions. Each statistic is shown only if there is enough evidence for it. */
  figures(): Promise<ItemFigures> {
    const { matrix } = this;
    const bytes = BYTES_OF_STATISTICS * matrix.questions + BYTES_OF_RUN * matrix.runs.length;
    return this.stage({ kind: "statistics", input: () => matrix, bytes });
  }

  /**
   * The 2PL model of all questions, as other stages need it. Check `suffices("fit")` before the call and before showing
   * any part of the model: a fit to fewer than two runs means nothing.
   */
  fit(): Promise<ItemFit> {
    const { matrix } = this;
    const bytes = BYTES_OF_FIT * matrix.questions + BYTES_OF_RUN * matrix.runs.length;
    return this.stage({ kind: "fit", input: () => matrix, bytes });
  }

  /**
   * All questions with an answer key, the strongest evidence against the key first. Check `suffices("key-suspects")`
   * and `suffices("fit")` before the call.
   */
  suspects(): Promise<readonly KeySuspect[]> {
    const { matrix } = this;
    const input = async () => ({ matrix, fit: await this.fit() });
    return this.stage({ kind: "suspects", input, bytes: BYTES_OF_SUSPECT * matrix.questions });
  }

  /**
   * The result of a computation, from the cache if it was done before.
   * @throws `UNAVAILABLE` if too many computations are waiting, or this one takes too long
   */
  stage<K extends ItemTaskKind>(stage: Stage<K>): Promise<TaskResult<K>> {
    const { stages } = this.means;
    const name = `${this.name}:${stage.kind}:${stage.name ?? ""}`;
    const known = stages.get(name);
    // The name includes the kind of the stage, which decides the type of the result.
    if (known !== undefined) return known.result as Promise<TaskResult<K>>;
    const result = this.#compute(stage);
    stages.set(name, { result, bytes: stage.bytes });
    // A failure is not cached.
    result.catch(() => {
      if (stages.peek(name)?.result === result) stages.delete(name);
    });
    return result;
  }

  async #compute<K extends ItemTaskKind>({ kind, input, milliseconds }: Stage<K>): Promise<TaskResult<K>> {
    const { pool, queue } = this.means;
    // Waits for other stages before it takes a place in the queue, because they need places, too.
    const ready = await input();
    return queue.run(this.viewer, () =>
      pool.compute<TaskResult<K>>({ kind, input: ready } satisfies ItemTask<K>, milliseconds),
    );
  }
}
