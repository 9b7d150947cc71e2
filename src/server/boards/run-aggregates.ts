import DataLoader from "dataloader";
import type { Board } from "../../domain/final-board.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import { sliceFingerprint } from "../../domain/slice/slice-fingerprint.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { type GroupScores, groupScores } from "../../scoring/metrics/group-score.ts";
import type { RunVectors } from "../../scoring/metrics/run-vectors.ts";
import type { ScoreSummary } from "../../scoring/metrics/score-summary.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import { countsOfSlice, type RunCounts, scoreOfSlice } from "../../scoring/metrics/slice-score.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import { answersHidden } from "../conditions/answers-hidden.ts";
import type { Queryable } from "../db/database.ts";
import type { CellKey, Group } from "../memory/groups.ts";
import type { ReleaseQuestions } from "../memory/release-catalog.ts";
import type { VisibleRun } from "../memory/run-queries.ts";
import type { ServerMemory } from "../memory/server-memory.ts";
import { inTurn } from "../workers/yielding.ts";
import { questionsBehind } from "./board-parts.ts";
import { CaptionMetrics } from "./caption-metrics.ts";
import { fetchReportedCaptions, type ReportedCaption } from "./external-score-queries.ts";
import { HiddenScores } from "./hidden-scores.ts";
import { ItemLookups } from "./item-lookups.ts";
import { QuestionResults } from "./question-results.ts";
import { TaskAnswers } from "./task-answers.ts";

/** So many groupings of a request start at once; each further one waits for a turn of the event loop. */
const GROUPED_AT_ONCE = 4;

/** A run and its release, by primary key. */
export interface RunReference {
  readonly run: number;
  readonly release: number;
  /** Whether the run was asked without options, so that the chance level is unknown. */
  readonly openEnded: boolean;
  /** Whether the viewer may see what reveals the answers of the release, such as exact scores. */
  readonly answersVisible: boolean;
}

/** A `RunReference` for a viewer, made from a run that has been read. */
export const referenceOf = (viewer: Viewer, run: VisibleRun): RunReference => ({
  run: run.run,
  release: run.release,
  openEnded: run.openEnded,
  answersVisible: seesAnswers(viewer, run),
});

export interface BreakdownCell {
  readonly keys: readonly CellKey[];
  readonly questions: SliceQuestions;
  readonly score: ScoreSummary;
}

interface SliceRequest {
  readonly release: number;
  readonly slice: Slice;
}

/**
 * Computes a run's aggregates from its score vectors and the catalog of its release. One object serves one request: all
 * vectors that are not cached are read with one statement, and so are the catalogs of their releases. If answers are
 * hidden from the viewer, it returns coarse scores from `HiddenScores` and nothing else.
 */
export class RunAggregates {
  readonly #vectors: DataLoader<number, RunVectors | null>;
  readonly #known = new Map<number, RunVectors | null>();
  /** How often the request has grouped questions. */
  #grouped = 0;
  readonly #slices: DataLoader<SliceRequest, SliceQuestions, string>;

  /** The metrics of captions, which a run has besides its score. */
  readonly captions: CaptionMetrics;
  /** The inputs for the scores of whole tasks, besides the vectors. */
  readonly taskAnswers: TaskAnswers;
  /** The scores of captions that were reported, by run. Empty for a run without any. */
  readonly externalScores: DataLoader<number, readonly ReportedCaption[]>;
  /** How many runs answer single questions correctly. */
  readonly questionResults: QuestionResults;
  /** Key reviews and stored subsets. */
  readonly items: ItemLookups;
  /** The scores of releases whose answers are hidden from the viewer. */
  readonly hidden: HiddenScores;

  /**
   * @param options with `boardsOpen`, private boards count as open, so that their content can be stored for the time
   *   when everyone may see them
   */
  constructor(
    private readonly database: Queryable,
    readonly memory: ServerMemory,
    viewer: Pick<Viewer, "owner">,
    { boardsOpen = false }: { readonly boardsOpen?: boolean } = {},
  ) {
    this.hidden = new HiddenScores(database, memory, viewer, boardsOpen);
    this.captions = new CaptionMetrics(database);
    this.questionResults = new QuestionResults(memory);
    this.items = new ItemLookups(database, memory);
    this.taskAnswers = new TaskAnswers(database, memory);
    this.externalScores = new DataLoader(async (runs) => {
      const byRun = new Map<number, ReportedCaption[]>(runs.map((run) => [run, []]));
      for (const caption of await fetchReportedCaptions(database, runs)) byRun.get(caption.run)?.push(caption);
      return runs.map((run) => byRun.get(run) ?? []);
    });
    this.#vectors = new DataLoader(async (runs) => {
      const found = await memory.vectors.latest(runs);
      return runs.map((run) => found.get(run) ?? null);
    });
    this.#slices = new DataLoader((requests) => loadSlices(memory, requests), { cacheKeyFn: sliceName });
  }

  /**
   * The run's score vectors; `null` if it is not scored.
   * @throws `FORBIDDEN` if answers are hidden from the viewer
   */
  vectors({ run, answersVisible }: RunReference): Promise<RunVectors | null> {
    if (!answersVisible) throw answersHidden("Outcomes of single questions are not shown");
    return this.#vectorsOf(run);
  }

  /** Loads the vectors of runs in advance, so that `scoreOver` returns their scores without a promise. */
  async preload(runs: readonly number[]): Promise<void> {
    await Promise.all(runs.map((run) => this.#vectorsOf(run)));
  }

  async #vectorsOf(run: number): Promise<RunVectors | null> {
    const vectors = await this.#vectors.load(run);
    this.#known.set(run, vectors);
    return vectors;
  }

  /** The properties of a release's questions that the statistics need. */
  async questions(release: number): Promise<ReleaseQuestions> {
    return (await this.memory.catalogs.of(release)).questions;
  }

  /**
   * The run's scores over the groups of its release; null without groups, for a run that is not scored, and if answers
   * are hidden from the viewer.
   */
  async groupScores(reference: RunReference): Promise<GroupScores | null> {
    if (!reference.answersVisible) return null;
    const { groups } = await this.memory.catalogs.of(reference.release);
    if (groups.length === 0) return null;
    const vectors = await this.vectors(reference);
    return vectors && groupScores(groups, vectors);
  }

  /** The slice's questions in the release. */
  slice(release: number, slice: Slice): Promise<SliceQuestions> {
    return this.#slices.load({ release, slice });
  }

  /** The slice's questions in the release, grouped by the value of one dimension, or by those of several. */
  async groups(release: number, slice: Slice, by: readonly Dimension[]): Promise<readonly Group[]> {
    // Loads the slice first, because `slice` reads the catalogs of all releases that the request needs at the same time
    // with one statement. `catalogs.of` then finds the catalog of this release in the cache.
    await this.slice(release, slice);
    const { catalogs } = this.memory;
    const catalog = await catalogs.of(release);
    const start = () => catalogs.groupsOf(catalog, slice, by);
    return ++this.#grouped <= GROUPED_AT_ONCE ? start() : inTurn(start);
  }

  /**
   * The score of a run over a slice. Null if the run is not scored, if no question of the slice is in the denominator,
   * or if the run shows no score (see `HiddenScores.over`).
   * @param board for a split leaderboard, the board whose part of the slice is scored. Null for the whole slice. But if
   *   the leaderboard is split and answers are hidden from the viewer, null stands for the public board
   * @throws `FORBIDDEN` if the release hides its answers and shows no scores over the slice or the board
   */
  async score(reference: RunReference, slice: Slice, board: Board | null = null): Promise<ScoreSummary | null> {
    const { release, run, answersVisible } = reference;
    if (!answersVisible) return this.hidden.over(release, run, await this.slice(release, slice), board);
    const [vectors, whole] = await this.#load(reference, slice);
    const questions = await this.questionsBehind(release, whole, board);
    return vectors && scoreOfSlice(vectors, questions, reference);
  }

  /** The score over resolved questions of the run's release. Returns no promise if the run's vectors are loaded. */
  scoreOver(reference: RunReference, questions: SliceQuestions): ScoreSummary | null | Promise<ScoreSummary | null> {
    if (!reference.answersVisible) return this.hidden.over(reference.release, reference.run, questions);
    const known = this.#known.get(reference.run);
    if (known !== undefined) return known && scoreOfSlice(known, questions, reference);
    return this.#vectorsOf(reference.run).then((vectors) => vectors && scoreOfSlice(vectors, questions, reference));
  }

  /** The counts of a run over a slice; `null` if the run is not scored, or answers are hidden from the viewer. */
  async counts(reference: RunReference, slice: Slice): Promise<RunCounts | null> {
    if (!reference.answersVisible) return null;
    const [vectors, questions] = await this.#load(reference, slice);
    return vectors && countsOfSlice(vectors, questions);
  }

  /**
   * The cells of a breakdown that have a question in the denominator, in the order of their keys. If answers are hidden
   * from the viewer, only the groups of `HiddenScores.disclosed` have cells.
   */
  async breakdown(reference: RunReference, slice: Slice, dimensions: readonly Dimension[]): Promise<BreakdownCell[]> {
    const { run, release, answersVisible } = reference;
    if (!answersVisible) return this.#coarseCells(reference, slice, dimensions);
    const [vectors, groups] = await Promise.all([this.#vectorsOf(run), this.groups(release, slice, dimensions)]);
    if (vectors === null) return [];
    return groups.flatMap(({ keys, questions }) => {
      const score = scoreOfSlice(vectors, questions, reference);
      return score === null ? [] : [{ keys, questions, score }];
    });
  }

  /**
   * The part of a slice that a board covers, for a viewer who may see the answers; the whole slice if `board` is null.
   * @throws `BAD_USER_INPUT` if `board` is given and the leaderboard is not split
   */
  questionsBehind(release: number, slice: SliceQuestions, board: Board | null): Promise<SliceQuestions> {
    return questionsBehind(this.database, this.memory, release, slice, board);
  }

  /** The ordinals of the slice's questions in the release, ascending. */
  async ordinals(release: number, slice: Slice): Promise<Int32Array> {
    return (await this.slice(release, slice)).ordinals;
  }

  async #coarseCells(
    { release, run }: RunReference,
    slice: Slice,
    dimensions: readonly Dimension[],
  ): Promise<BreakdownCell[]> {
    const groups = await this.groups(release, slice, dimensions);
    const cells = await Promise.all(
      (await this.hidden.disclosed(release, groups, run)).map(async ({ keys, questions }) => ({
        keys,
        questions,
        score: await this.hidden.over(release, run, questions),
      })),
    );
    return cells.flatMap(({ score, ...cell }) => (score === null ? [] : [{ ...cell, score }]));
  }

  #load(reference: RunReference, slice: Slice): Promise<[RunVectors | null, SliceQuestions]> {
    return Promise.all([this.vectors(reference), this.slice(reference.release, slice)]);
  }
}

const sliceName = ({ release, slice }: SliceRequest): string => `${release}:${sliceFingerprint(slice)}`;

/** Loads one slice after the other, for any number of releases. */
async function loadSlices(
  { catalogs }: ServerMemory,
  requests: readonly SliceRequest[],
): Promise<readonly SliceQuestions[]> {
  // Loads all releases at once, with one statement.
  await catalogs.all(requests.map(({ release }) => release));
  const bySlice = new Map<string, { readonly slice: Slice; readonly releases: number[] }>();
  for (const { release, slice } of requests) {
    const group = bySlice.get(sliceFingerprint(slice)) ?? { slice, releases: [] };
    group.releases.push(release);
    bySlice.set(sliceFingerprint(slice), group);
  }
  const loaded = new Map<string, SliceQuestions>();
  for (const { slice, releases } of bySlice.values()) {
    for (const [release, questions] of await catalogs.questionsIn(releases, slice))
      loaded.set(sliceName({ release, slice }), questions);
  }
  return requests.map((request) => loaded.get(sliceName(request)) as SliceQuestions);
}
