import type { Board } from "../../domain/final-board.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { coarseScore } from "../../scoring/metrics/ladder.ts";
import type { ScoreSummary } from "../../scoring/metrics/score-summary.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import { pointOfSlice } from "../../scoring/metrics/slice-score.ts";
import { fetchClosed } from "../conditions/answer-visibility.ts";
import { FEWEST_DISCLOSED, onlyWholePrivateScore, onlyWholeScore } from "../conditions/answers-hidden.ts";
import type { Queryable } from "../db/database.ts";
import type { Group } from "../memory/groups.ts";
import type { ServerMemory } from "../memory/server-memory.ts";
import type { ScoredRun } from "../memory/vector-memory.ts";
import {
  type BoardSplit,
  boardSplitOf,
  notSplit,
  partsOf,
  proportionalScore,
  requireOpenBoard,
} from "./board-parts.ts";
import { disclosedParts, hasEnough, isAmong } from "./disclosed-parts.ts";
import type { ManyScores } from "./many-scores.ts";
import { disclosedOf, type ShownRun, type Withheld } from "./shown-runs.ts";

/** The scores of a leaderboard whose answers are hidden. */
interface HiddenBoard {
  readonly scores: ManyScores;
  /** The scores by the index of the run; null for a run without a score of its own. */
  readonly coarse: readonly (ScoreSummary | null)[];
  /** The number of runs without a place of their own: they show another run's score, or none. */
  readonly repeats: number;
}

/**
 * The scores of releases that hide their answers, as everyone but administrators and maintainers sees them. A run has one
 * score, which is coarse and covers all questions; {@link disclosedOf} decides which run's score that is. Once the challenge has
 * closed, a run also has coarse scores over parts of the release; before, only over those that maintainers show (`discloseScores`).
 * One object serves one request.
 */
export class HiddenScores {
  readonly #shown = new Map<string, Promise<ShownRuns>>();
  readonly #closed = new Map<number, Promise<boolean>>();

  constructor(
    private readonly database: Queryable,
    private readonly memory: ServerMemory,
    private readonly viewer: Pick<Viewer, "owner">,
    private readonly boardsOpen: boolean = false,
  ) {}

  /**
   * The coarse score that a run shows over a slice. Null if the run is not scored, leaves too many questions out, or has
   * too few scored questions, or if the score is not shown to the viewer ({@link disclosedOf}). Also null over a part of the release
   * if the run has no score of its own.
   * @param board for a split leaderboard, the board whose part of the slice is scored; null stands for the public
   *   board. Null for any other leaderboard
   * @throws `FORBIDDEN` for a slice or a board over which no scores are shown
   */
  async over(
    release: number,
    run: number,
    questions: SliceQuestions,
    board: Board | null = null,
  ): Promise<ScoreSummary | null> {
    const shown = (await this.#shownRuns(release, board ?? "PUBLIC")).get(run);
    const scored = await this.#scored(release, questions, board, run);
    // Over parts of the release, another run's score says nothing about this run, and that run may have become private.
    if (!isShown(shown) || (!scored.isWhole && shown.run !== run)) return null;
    const score = await this.#coarse(shown, scored);
    return score && { ...score, repeatsBest: shown.run !== run };
  }

  /** Why a scored run shows no score to the viewer; null if it shows one, or has too few scored questions. */
  async withheld(release: number, run: number): Promise<Withheld | null> {
    const shown = (await this.#shownRuns(release, "PUBLIC")).get(run);
    return typeof shown === "string" ? shown : null;
  }

  /**
   * The coarse scores of a leaderboard's runs. A run that shows another run's score has no score of its own here, and
   * is left out.
   * @throws `FORBIDDEN` for a slice over which no scores are shown
   */
  async board(
    release: number,
    runs: readonly ScoredRun[],
    questions: SliceQuestions,
    board: Board | null = null,
  ): Promise<HiddenBoard> {
    const scored = await this.#scored(release, questions, board);
    const shown = await this.#shownRuns(release, board ?? "PUBLIC");
    const ownOf = ({ run }: ScoredRun): ShownRun | null => {
      const own = shown.get(run);
      return isShown(own) && own.run === run ? own : null;
    };
    const coarse = await Promise.all(
      runs.map(async (run) => {
        const own = ownOf(run);
        return own && this.#coarse(own, scored);
      }),
    );
    const scores: ManyScores = {
      values: Float64Array.from(coarse, (score) => score?.value ?? Number.NaN),
      // The counts cover the whole slice. The coverage of a part would reveal which questions are in it.
      counts: Int32Array.from(coarse, (score) =>
        score === null ? 0 : scored.part === null ? score.n : questions.count,
      ),
      wholes: null,
      videos: coarse.some((score) => score !== null) ? questions.videos : null,
    };
    return { scores, coarse, repeats: runs.filter((run) => shown.has(run.run) && ownOf(run) === null).length };
  }

  /**
   * The groups that runs have scores over on the public board: those with all questions; once the challenge has closed, also
   * those with enough questions on each board.
   * @param run also returns the groups that maintainers show of this run
   */
  async disclosed(release: number, groups: readonly Group[], run?: number): Promise<readonly Group[]> {
    const split = await this.#split(release);
    if (await this.#isClosed(release)) return groups.filter(({ questions }) => hasEnough(questions, split));
    const { count } = await this.memory.catalogs.of(release);
    const parts = run === undefined ? [] : await this.#partsOf(release, run);
    return groups.filter(({ questions }) => questions.count === count || isAmong(questions, parts));
  }

  /**
   * The questions over which a slice is scored.
   * @param run whose score is asked for; maintainers may show it over parts of the release before the challenge has closed
   */
  async #scored(release: number, slice: SliceQuestions, board: Board | null, run?: number): Promise<ScoredPart> {
    const { count } = await this.memory.catalogs.of(release);
    const split = await this.#split(release);
    const isWhole = slice.count === count;
    if (!isWhole && slice.count > 0) {
      if (board === "PRIVATE" && split?.privateDisclosed !== true) throw onlyWholePrivateScore();
      const isClosed = await this.#isClosed(release);
      const parts = isClosed || board === "PRIVATE" || run === undefined ? [] : await this.#partsOf(release, run);
      if (!isClosed && !isAmong(slice, parts)) throw onlyWholeScore(slice.count, count);
    }
    if (board === "PRIVATE" && !this.boardsOpen) await requireOpenBoard(this.database, release);
    if (split === null) {
      if (board !== null) throw notSplit();
      return { slice, isWhole, part: null, share: 1 };
    }
    const share = board === "PRIVATE" ? 1 - split.publicShare : split.publicShare;
    return { slice, isWhole, part: partsOf(split, slice)[board ?? "PUBLIC"], share };
  }

  /** The parts of the release that maintainers show of a run to everyone who sees its own score. */
  async #partsOf(release: number, run: number): Promise<readonly SliceQuestions[]> {
    const shown = (await this.#shownRuns(release, "PUBLIC")).get(run);
    if (!isShown(shown) || shown.run !== run) return [];
    return disclosedParts(this.memory, release, await this.#split(release), shown.disclosed);
  }

  #split(release: number): Promise<BoardSplit | null> {
    return boardSplitOf(this.database, this.memory, release);
  }

  /** Whether the challenge over a release has closed. */
  #isClosed(release: number): Promise<boolean> {
    const known = this.#closed.get(release) ?? fetchClosed(this.database, release);
    this.#closed.set(release, known);
    return known;
  }

  #shownRuns(release: number, board: Board): Promise<ShownRuns> {
    const key = `${release} ${board}`;
    const known = this.#shown.get(key) ?? this.#findShown(release, board);
    this.#shown.set(key, known);
    return known;
  }

  async #findShown(release: number, board: Board): Promise<ShownRuns> {
    const { shown: all } = await disclosedOf(this.database, this.memory, release);
    const shown = new Map<number, ShownRun | Withheld>();
    for (const [run, { owner, own, others, final }] of all) {
      const seen = owner === this.viewer.owner ? own : others;
      if (seen !== undefined) shown.set(run, board === "PRIVATE" ? final : seen);
    }
    return shown;
  }

  async #coarse({ run, openEnded, dither }: ShownRun, scored: ScoredPart): Promise<ScoreSummary | null> {
    const { slice, part, share } = scored;
    const vectors = (await this.memory.vectors.latest([run])).get(run);
    if (vectors === undefined) return null;
    const whole = pointOfSlice(vectors, slice, { openEnded });
    if (whole === null || whole.n < FEWEST_DISCLOSED) return null;
    const videos = slice.without(vectors.unscored).effectiveVideos;
    if (part === null) return coarseScore(whole, { videos, dither });
    const exact = pointOfSlice(vectors, part, { openEnded });
    const count = exact?.n ?? 0;
    if (exact === null || Math.min(count, whole.n - count) < FEWEST_DISCLOSED) return null;
    return coarseScore(proportionalScore(exact, whole, share), { videos: videos * share, dither });
  }
}

/** For each scored run that a viewer may see, the run whose score a board shows, or why it shows no score. */
type ShownRuns = ReadonlyMap<number, ShownRun | Withheld>;

const isShown = (shown: ShownRun | Withheld | undefined): shown is ShownRun => typeof shown === "object";

/** A slice, and the part of it that is scored. `part` is null if the whole slice is scored. */
interface ScoredPart {
  readonly slice: SliceQuestions;
  /** Whether the slice has all questions of the release. */
  readonly isWhole: boolean;
  readonly part: SliceQuestions | null;
  /** The intended share of the slice's questions that are in the part. */
  readonly share: number;
}
