import { createHash } from "node:crypto";
import { badInput, notFound } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { AnswerMatrix } from "../../../scoring/items/answer-matrix.ts";
import { type Evidence, type Figure, type Withheld, withheldFor } from "../../../scoring/items/evidence.ts";
import { missingBenchmark } from "../../catalog/missing-benchmark.ts";
import { rememberedAnswer } from "../../catalog/server-memory.ts";
import { seesAnswers } from "../../data/answer-visibility.ts";
import type { RunConditions } from "../../data/run-conditions.ts";
import type { VisibleRun } from "../../data/run-queries.ts";
import { fetchRankedRelease } from "../../data/scoring-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { CountedCache } from "../../telemetry/counted-cache.ts";
import type { RunAggregates } from "../aggregates/run-aggregates.ts";
import { answersHidden } from "../disclosure/disclosed-sets.ts";
import type { ItemFigures } from "./analyse-items.ts";
import { type CountedRun, readAnswerMatrix } from "./answer-matrix.ts";
import { ChoiceMemory } from "./choice-memory.ts";
import type { ItemServices } from "./item-services.ts";

/** More runs are refused: their answers would take too much memory and time. */
const MOST_RUNS = 2_000;
/** Room for the analyses of 1,000 runs over 5,000 questions, ten times. */
const BUDGET = 120_000_000;

/** What is analysed: the runs of a release that the viewer may see, by their filter. */
export interface ItemRequest {
  readonly release: number;
  readonly runs: RunConditions;
}

/** The analysis of the questions of a release, from a set of runs. */
export interface ItemAnalysis extends ItemFigures {
  readonly release: number;
  readonly matrix: AnswerMatrix;
  /** From how many runs and families it comes. */
  readonly evidence: Evidence;
  /** The figures for which the evidence is too little. */
  readonly withheld: ReadonlyMap<Figure, Withheld>;
}

const FIGURES: readonly Figure[] = ["share", "bands", "discrimination"];

/**
 * The analyses of questions in memory, by release, revision of the answer key, runs and their scorings. None of these
 * changes under its name, so an analysis cannot go stale.
 */
export class ItemAnalyses {
  readonly #choices = new ChoiceMemory();
  readonly #analyses = new CountedCache<string, { readonly analysis: Promise<ItemAnalysis>; readonly bytes: number }>(
    "item-analyses",
    { maxSize: BUDGET, sizeCalculation: ({ bytes }) => bytes },
  );
  /** By request, so that the questions of a page read the key's revision once. */
  readonly #asked = new WeakMap<RunAggregates, Map<string, Promise<ItemAnalysis>>>();

  /**
   * The analysis of a release. It counts the scored runs that the viewer may see, without partial runs and runs that were
   * asked without options. The caller has decided that the viewer may see the answers.
   * @throws `BAD_USER_INPUT` for more than 2,000 runs
   */
  of(
    services: ItemServices,
    aggregates: RunAggregates,
    viewer: Viewer,
    { release, runs }: ItemRequest,
  ): Promise<ItemAnalysis> {
    const asked = this.#asked.get(aggregates) ?? new Map<string, Promise<ItemAnalysis>>();
    this.#asked.set(aggregates, asked);
    const name = JSON.stringify([release, viewer.admin, viewer.owner, runs]);
    const known = asked.get(name) ?? this.#of(services, aggregates, viewer, { release, runs });
    asked.set(name, known);
    return known;
  }

  async #of(
    services: ItemServices,
    aggregates: RunAggregates,
    viewer: Viewer,
    { release, runs: conditions }: ItemRequest,
  ): Promise<ItemAnalysis> {
    const counted = { ...conditions, openEnded: false, partial: false };
    const runs = (await aggregates.memory.directory.filtered(viewer, counted, release)).filter(isScored);
    if (runs.length > MOST_RUNS)
      throw badInput(`The statistics count at most ${MOST_RUNS} runs; 'runs' selects ${runs.length}. Narrow it down.`);
    const sheet = await services.sheets.load(services.database, { release, openEnded: false, doubleResponse: false });
    const name = nameOf(release, sheet.keyRevision, runs);
    const known = this.#analyses.get(name);
    if (known !== undefined) return known.analysis;
    const analysis = this.#analyse(services, aggregates, { sheet, runs });
    const bytes = (runs.length + 40) * sheet.questions.length * 2 + 1_000;
    this.#analyses.set(name, { analysis, bytes });
    // A failed analysis is not cached.
    analysis.catch(() => this.#analyses.delete(name));
    return analysis;
  }

  async #analyse(
    services: ItemServices,
    aggregates: RunAggregates,
    of: Parameters<typeof readAnswerMatrix>[3],
  ): Promise<ItemAnalysis> {
    const matrix = await readAnswerMatrix(services, aggregates, this.#choices, of);
    const figures = await services.pool.analyse(matrix);
    const { evidence } = figures.statistics;
    const withheld = new Map(
      FIGURES.flatMap((figure) => {
        const reason = withheldFor(figure, evidence);
        return reason === null ? [] : [[figure, reason] as const];
      }),
    );
    return { release: of.sheet.release, matrix, ...figures, evidence, withheld };
  }
}

const isScored = (run: VisibleRun): run is CountedRun => run.revision !== null;

/** Names a set of scorings under an answer key. */
const nameOf = (release: number, keyRevision: number, runs: readonly CountedRun[]): string =>
  createHash("sha256")
    .update(`${release}:${keyRevision}:${runs.map(({ run, revision }) => `${run}.${revision}`).join()}`)
    .digest("hex");

/**
 * The current release of a benchmark whose answers the viewer may see.
 * @throws `NOT_FOUND` for an unknown benchmark or one without a release; `FORBIDDEN` if answers are hidden from the viewer
 */
export async function analysedRelease(
  database: Queryable,
  { memory }: RunAggregates,
  viewer: Viewer,
  benchmark: string,
): Promise<number> {
  const current = await rememberedAnswer(memory, ["current release", benchmark], () =>
    fetchRankedRelease(database, benchmark),
  );
  if (current === undefined) throw await missingBenchmark(database, benchmark);
  const { release, access } = current;
  if (release === null || access === null) throw notFound("release of", benchmark);
  if (!seesAnswers(viewer, { answerAccess: access, benchmark }))
    throw answersHidden("Statistics of questions are not shown");
  return release;
}
