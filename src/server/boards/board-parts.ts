import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { Board } from "../../domain/final-board.ts";
import type { PointScore } from "../../scoring/metrics/score-summary.ts";
import { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import { SparseWords } from "../../scoring/metrics/sparse-words.ts";
import { fetchBoardSplit, fetchOpening } from "../benchmarks/challenge-queries.ts";
import type { Queryable } from "../db/database.ts";
import { rememberedAnswer, type ServerMemory } from "../memory/server-memory.ts";

/** The questions of a slice that each of the two boards of a release covers. */
export type BoardParts = Readonly<Record<Board, SliceQuestions>>;

/** A release whose leaderboard is split. */
export interface BoardSplit {
  /** The public board's requested share of the questions, 0 to 1. */
  readonly publicShare: number;
  /** The ordinals of the questions that the public board covers. */
  readonly publicOrdinals: ReadonlySet<number>;
  /** Whether maintainers show scores over slices of the private part, too, once the challenge has closed. */
  readonly privateDisclosed: boolean;
}

/** The split of a release; null if it has only one board. */
export async function boardSplitOf(
  database: Queryable,
  memory: ServerMemory,
  release: number,
): Promise<BoardSplit | null> {
  return rememberedAnswer(memory, ["board split", release], async () => {
    const split = await fetchBoardSplit(database, release);
    return split === undefined ? null : { ...split, publicOrdinals: new Set(split.publicOrdinals) };
  });
}

/** The questions of a slice that each board covers. */
export function partsOf({ publicOrdinals }: BoardSplit, slice: SliceQuestions): BoardParts {
  const all = [...slice.ordinals];
  const of = (ordinals: readonly number[]): SliceQuestions =>
    new SliceQuestions(SparseWords.fromOrdinals(ordinals), slice.questions);
  return {
    PUBLIC: of(all.filter((ordinal) => publicOrdinals.has(ordinal))),
    PRIVATE: of(all.filter((ordinal) => !publicOrdinals.has(ordinal))),
  };
}

/**
 * The part of a slice that a board covers, for a viewer who may see the answers; the whole slice if `board` is null.
 * @throws `BAD_USER_INPUT` if `board` is given and the leaderboard is not split
 */
export async function questionsBehind(
  database: Queryable,
  memory: ServerMemory,
  release: number,
  slice: SliceQuestions,
  board: Board | null,
): Promise<SliceQuestions> {
  if (board === null) return slice;
  const split = await boardSplitOf(database, memory, release);
  if (split === null) throw notSplit();
  return partsOf(split, slice)[board];
}

/** The error for a request that names a board of a leaderboard that is not split. */
export const notSplit = (): OmnidexError => badInput("'board': the leaderboard of the release is not split.");

/**
 * Refuses the private board until it opens, by the database's clock. The result is not cached, because the board opens
 * without a change of the data.
 * @throws `FORBIDDEN` with the date in its details
 */
export async function requireOpenBoard(database: Queryable, release: number): Promise<void> {
  const opening = await fetchOpening(database, release);
  if (opening === undefined) throw notSplit();
  if (opening.isOpen) return;
  const privateOpensAt = opening.privateOpensAt?.toISOString() ?? null;
  throw new OmnidexError(
    "FORBIDDEN",
    privateOpensAt === null
      ? "The private board is closed, and has no opening date yet."
      : `The private board opens on ${privateOpensAt}.`,
    { privateOpensAt },
  );
}

/**
 * The exact score over a part, with numbers that do not reveal which questions are in the part. The true counts of a
 * run's missing, unparsed and failed predictions would reveal it: a run with one prediction would show whether its
 * question is public. Therefore all numbers except `value` and `standardError` are those of the whole slice, scaled by
 * the share.
 * @param part the score over the part
 * @param whole the score over the whole slice
 * @param share the intended share of the questions that are in the part, 0 to 1
 */
export function proportionalScore(part: PointScore, whole: PointScore, share: number): PointScore {
  const scaled = (count: number): number => Math.round(count * share);
  return {
    ...part,
    n: Math.max(1, scaled(whole.n)),
    missing: scaled(whole.missing),
    unparsed: scaled(whole.unparsed),
    errored: scaled(whole.errored),
    clusters: Math.max(1, scaled(whole.clusters)),
    chance: whole.chance,
  };
}
