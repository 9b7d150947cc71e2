import type { Measure } from "../../domain/official-value.ts";
import type { Confirmations, Modality } from "../../domain/vocabulary.ts";
import type { RankRange } from "../../scoring/metrics/rank-ranges.ts";
import type { ScoreSummary } from "../../scoring/metrics/score-summary.ts";
import type { VisibleRun } from "../memory/run-queries.ts";
import { BurstQueue, type Later } from "../workers/yielding.ts";
import type { TaskMean } from "./capability-levels.ts";
import { LeaderboardRanges, type RangedEntry, type ScoredRuns } from "./leaderboard-ranges.ts";
import type { RankedFigure } from "./published-figure-queries.ts";
import { mergeByModel, placesOf, type Ranking, rankByGroup, rankByValue } from "./ranking.ts";
import type { RunAggregates, RunReference } from "./run-aggregates.ts";
import type { TaskScore } from "./task-scores.ts";

/** A published figure with its value from 0 to 1, and a standard error if one can be computed. */
export interface ComparableFigure extends Omit<RankedFigure, "metric" | "source" | "runs"> {
  readonly standardError: number | null;
}

/** The runs of a leaderboard with their scores over its slice, by model name, oldest first. */
export interface ReleaseBoard extends ScoredRuns<VisibleRun> {
  /** The release's primary key. */
  readonly release: number;
  /** Whether the viewer may see what reveals the answers of the release. */
  readonly answersVisible: boolean;
  /** How many runs are left out because they do not cover the slice. They have no score. */
  readonly leftOut: number;
  /** How many runs are left out because they show another run's score. They have no score of their own. */
  readonly repeats: number;
  /** What the values are; null for a benchmark whose values are always means over questions. */
  readonly measure: Measure | null;
}

/** A run or a published figure, ranked. */
export interface LeaderboardEntry {
  /** Its place in the leaderboard, from 0. */
  readonly place: number;
  /** The index of the run among the runs of the contest; null for a figure. */
  readonly entrant: number | null;
  readonly run: number | null;
  readonly figure: number | null;
  readonly model: number;
  readonly modelName: string;
  readonly modelSlug: string;
  readonly inputs: readonly Modality[];
  /** 0 to 1. */
  readonly value: number;
  /** 1 for the best; equal values share a rank. */
  readonly rank: number;
  /** The run covers less than half of its release. */
  readonly partial: boolean;
  /** The share of the run's responses that are ambiguous, from 0 to 1; null for a figure. */
  readonly ambiguousShare: number | null;
}

/** A run, or the published figures of a model. Each leaderboard of a `Contest` may rank it. */
export type Contestant = Pick<LeaderboardEntry, "entrant" | "model" | "inputs">;

/** An entry with the fields that take longer to compute. */
export interface DetailedEntry extends LeaderboardEntry {
  readonly score: ScoreSummary | null;
  readonly rankRange: RankRange | null;
}

/**
 * A leaderboard, best first. Entries with equal values are ordered by model. Within a model, runs come before figures,
 * and older runs before newer ones. Only the values are computed eagerly, in typed arrays. Entries, scores and ranges
 * are computed on demand.
 */
export class Leaderboard {
  /** How many questions of the current release the slice has. */
  readonly questions: number;
  /** How many runs are left out because they do not cover the slice. */
  readonly leftOut: number;
  /** How many runs are left out because they show another run's score. */
  readonly repeats: number;
  readonly #aggregates: RunAggregates;
  readonly #board: ReleaseBoard | null;
  readonly #figures: readonly ComparableFigure[];
  /** Runs and figures by model name. Indexes of runs come first, then indexes of figures. */
  readonly #items: Int32Array;
  readonly #ranking: Ranking;
  readonly #queue = new BurstQueue();
  /** The scores by index of the run, because fields under several names ask for the same ones. */
  readonly #scores = new Map<number, ScoreSummary | null | Promise<ScoreSummary | null>>();
  #ranges: LeaderboardRanges | undefined;
  #places: Int32Array | undefined;

  /**
   * @param confirmations whether single-response or double-response runs are ranked; null if the slice has no question
   *   that is asked twice
   */
  constructor(
    aggregates: RunAggregates,
    board: ReleaseBoard | null,
    figures: readonly ComparableFigure[],
    readonly confirmations: Confirmations | null = null,
  ) {
    this.questions = board?.questions.count ?? 0;
    this.leftOut = board?.leftOut ?? 0;
    this.repeats = board?.repeats ?? 0;
    this.#aggregates = aggregates;
    this.#board = board;
    this.#figures = figures.toSorted(byModel);
    this.#items = mergeByModel(board?.runs ?? [], this.#figures);
    const values = figures.length === 0 ? null : this.#values();
    const groups = likesOf(board, this.#items);
    if (groups !== null) this.#ranking = rankByGroup(values ?? this.#values(), groups);
    else this.#ranking = values === null ? rankRuns(board) : rankByValue(values);
  }

  /** The values of all runs and figures, in the order of `#items`. */
  #values(): Float64Array {
    return Float64Array.from(this.#items, (item) => this.#valueOf(item));
  }

  /** How many entries there are. */
  get length(): number {
    return this.#ranking.order.length;
  }

  /** The published figures, best first. */
  figures(): readonly LeaderboardEntry[] {
    if (this.#figures.length === 0) return [];
    return Array.from({ length: this.length }, (_, place) => this.entry(place)).filter(({ run }) => run === null);
  }

  /** The place of a contestant in this leaderboard; undefined if the contestant has no value over its questions. */
  placeOf({ entrant, model, inputs }: Contestant): number | undefined {
    const item = entrant ?? (this.#board?.runs.length ?? 0) + this.#figureFor(model, inputs);
    this.#places ??= placesOf(this.#items, this.#ranking);
    const place = this.#places[item] ?? -1;
    return place < 0 ? undefined : place;
  }

  /** The index of a model's figure; negative if it has no figure. */
  #figureFor(model: number, inputs: readonly Modality[]): number {
    const index = this.#figures.findIndex(
      (figure) => figure.model === model && String(figure.inputs) === String(inputs),
    );
    return index < 0 ? Number.NEGATIVE_INFINITY : index;
  }

  /** Facts about the whole leaderboard. */
  summary(): Pick<Leaderboard, "questions" | "leftOut" | "confirmations" | "measure"> {
    const { questions, leftOut, confirmations, measure } = this;
    return { questions, leftOut, confirmations, measure };
  }

  /** What the values of runs are; null for a benchmark whose values are always means over questions. */
  get measure(): Measure | null {
    return this.#board?.measure ?? null;
  }

  entry(place: number): LeaderboardEntry {
    const item = this.#itemAt(place);
    const run = this.#runOf(item);
    const { model, modelName, modelSlug, inputs } = run ?? this.#figureOf(item);
    return {
      place,
      entrant: run === undefined ? null : item,
      run: run?.run ?? null,
      figure: run === undefined ? this.#figureOf(item).figure : null,
      model,
      modelName,
      modelSlug,
      inputs,
      value: this.#valueOf(item),
      rank: this.#ranking.ranks[place] ?? 0,
      partial: run?.partial ?? false,
      ambiguousShare: run?.ambiguousShare ?? null,
    };
  }

  /** The release and the questions of the runs; null if the benchmark has no release. */
  get ranked(): Pick<ReleaseBoard, "release" | "answersVisible" | "questions"> | null {
    return this.#board;
  }

  /** The run of an entry; null for a figure. */
  runAt(place: number): RunReference | null {
    const [run, board] = [this.#runOf(this.#itemAt(place)), this.#board];
    if (run === undefined || board === null) return null;
    return { run: run.run, release: run.release, openEnded: run.openEnded, answersVisible: board.answersVisible };
  }

  /** The value, the rank and the published figure of an entry. */
  figureAt(place: number): Pick<LeaderboardEntry, "value" | "rank" | "figure"> {
    const item = this.#itemAt(place);
    const figure = this.#runOf(item) === undefined ? this.#figureOf(item).figure : null;
    return { value: this.#valueOf(item), rank: this.#ranking.ranks[place] ?? 0, figure };
  }

  /** Entries as plain objects, with scores and ranges. */
  entries(from = 0, to = this.length): Promise<readonly DetailedEntry[]> {
    const places = Array.from({ length: Math.max(0, Math.min(to, this.length) - from) }, (_, index) => from + index);
    return Promise.all(
      places.map(async (place) => {
        const [score, rankRange] = await Promise.all([this.score(place), this.rankRange(place)]);
        return { ...this.entry(place), score, rankRange };
      }),
    );
  }

  /** The places of all entries by model name. The entries of one model are sorted best first. */
  placesByModel(): readonly number[] {
    const nameAt = (place: number): string => this.#named(this.#itemAt(place)).modelName;
    const places = Array.from({ length: this.length }, (_, place) => ({ place, name: nameAt(place) }));
    return places.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ place }) => place);
  }

  /** The score of the entry's run, with its counts and uncertainty; null for a figure. */
  score(place: number): ScoreSummary | null | Promise<ScoreSummary | null> {
    const item = this.#itemAt(place);
    const run = this.#runOf(item);
    if (run === undefined || this.#board === null) return null;
    const { coarse, questions, release } = this.#board;
    if (coarse !== undefined) return coarse[item] ?? null;
    const reference = { run: run.run, release, openEnded: run.openEnded, answersVisible: true };
    const known = this.#scores.get(item);
    if (known !== undefined) return known;
    const score = this.#aggregates.scoreOver(reference, questions);
    this.#scores.set(item, score);
    return score;
  }

  /** A computation over the board, in the board's queue. */
  later<T>(compute: () => T | Promise<T>): Later<T> {
    return this.#queue.later(compute);
  }

  /** The official score of the entry's run over the questions of one task; null for any other entry. */
  taskScore(place: number): TaskScore | null {
    return this.#board?.official?.[this.#itemAt(place)]?.taskScore ?? null;
  }

  /** The mean of tasks that is the value of the entry's run; null for any other entry. */
  taskMean(place: number): TaskMean | null {
    return this.#board?.official?.[this.#itemAt(place)]?.taskMean ?? null;
  }

  /** The rank range of the entry; null for an entry with an unknown standard error. */
  rankRange(place: number): Promise<RankRange | null> {
    return this.ranges().at(place);
  }

  /** The rank ranges of all entries, which are computed on demand. */
  ranges(): LeaderboardRanges {
    this.#ranges ??= new LeaderboardRanges(this.#aggregates, this.#board, this.#rangedEntries());
    return this.#ranges;
  }

  #rangedEntries(): readonly RangedEntry[] {
    return Array.from({ length: this.length }, (_, place) => {
      const item = this.#itemAt(place);
      return this.#runOf(item) === undefined ? this.#figureOf(item) : { run: item };
    });
  }

  #itemAt(place: number): number {
    return this.#items[this.#ranking.order[place] ?? -1] ?? -1;
  }

  #runOf(item: number): VisibleRun | undefined {
    return this.#board?.runs[item];
  }

  #figureOf(item: number): ComparableFigure {
    const figure = this.#figures[item - (this.#board?.runs.length ?? 0)];
    if (figure === undefined) throw new RangeError(`the leaderboard has no item ${item}`);
    return figure;
  }

  #named(item: number): Pick<VisibleRun, "modelName"> {
    return this.#runOf(item) ?? this.#figureOf(item);
  }

  #valueOf(item: number): number {
    return this.#runOf(item) === undefined
      ? this.#figureOf(item).value
      : (this.#board?.scores.values[item] ?? Number.NaN);
  }
}

/**
 * The groups of items that are ranked together: 0 for figures and runs whose mean of tasks is complete, and one group for each
 * set of missing tasks, fewest first. Null if there is only one group.
 */
function likesOf(board: ReleaseBoard | null, items: Int32Array): readonly number[] | null {
  const missing = board?.official?.map((score) => (score?.taskMean?.missing ?? []).join());
  if (missing === undefined) return null;
  const names = [...new Set(missing)].filter((name) => name !== "");
  if (names.length === 0) return null;
  const size = (name: string): number => name.split(",").length;
  const sorted = ["", ...names.sort((a, b) => size(a) - size(b) || (a < b ? -1 : 1))];
  return Array.from(items, (item) => sorted.indexOf(missing[item] ?? ""));
}

const rankRuns = (board: ReleaseBoard | null): Ranking =>
  board === null ? rankByValue(new Float64Array()) : rankByValue(board.scores.values, board.scores.wholes);

const byModel = (a: ComparableFigure, b: ComparableFigure): number =>
  a.modelName === b.modelName ? a.figure - b.figure : a.modelName < b.modelName ? -1 : 1;
