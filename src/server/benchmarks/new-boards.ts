import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { AnswerAccess } from "../../domain/exported-release.ts";
import { everyoneSees } from "../conditions/answer-visibility.ts";
import { FEWEST_DISCLOSED } from "../conditions/answers-hidden.ts";
import type { Queryable } from "../db/database.ts";
import type { ImportContent } from "../workers/import-content.ts";
import { Slices } from "../workers/yielding.ts";
import { fetchBoardSplit, type SplitRecord } from "./challenge-queries.ts";
import {
  drawSplit,
  type KnownSides,
  type SplitQuestion,
  splitQuestion,
  tooFewToSplit,
  USUAL_PUBLIC_SHARE,
} from "./choose-public.ts";
import type { StoredRelease } from "./release-comparison-queries.ts";
import { fetchSplitQuestions } from "./split-question-queries.ts";

/**
 * Draws the public and the private board of a new release that hides its answers. With the share of the current release, the videos that
 * it has keep their side, so that no question is on the public board of one release and on the private board of another. A first
 * release with too few questions for two boards has one, unless a share is requested.
 * @param tx null for a release that is compared with no stored one
 * @param requested the share of the questions on the public board; 1 for one board over all questions; undefined for that of the
 *   current release if it hides its answers, and a half otherwise
 * @param current null for the first release of a benchmark
 * @returns null for one board
 * @throws `BAD_USER_INPUT` if a requested share, or that of the current release, cannot be had
 */
export async function drawBoards(
  tx: Queryable | null,
  content: ImportContent,
  requested: number | undefined,
  { answerAccess, current }: { readonly answerAccess: AnswerAccess; readonly current: StoredRelease | null },
): Promise<SplitRecord | null> {
  if (requested !== undefined) requireShare(requested, answerAccess);
  if (everyoneSees(answerAccess)) return null;
  const stored = tx === null || current === null ? null : await boardsOf(tx, current);
  const share = requested ?? stored?.share ?? USUAL_PUBLIC_SHARE;
  if (share === 1) return null;
  const questions = await splitQuestions(content);
  const split = drawSplit(questions, share, share === stored?.share ? stored.sides : undefined);
  if (split === null && (requested ?? stored?.share) !== undefined)
    throw tooFewToSplit(content.questionCount, "'public'");
  return split;
}

function requireShare(share: number, answerAccess: AnswerAccess): void {
  if (everyoneSees(answerAccess))
    throw badInput("'public' is for a release that hides its answers, and everyone sees those of this one.");
  if (!(share > 0 && share <= 1))
    throw badInput(`'public' must be a share of the questions, more than 0 and at most 1; got ${share}.`);
}

/** The boards of a release that hides its answers. */
interface StoredBoards {
  /** The public board's share of the questions; 1 for one board; undefined for one board because of too few questions. */
  readonly share: number | undefined;
  readonly sides: KnownSides;
}

/** The boards of a release; null if everyone sees its answers. */
async function boardsOf(tx: Queryable, { id, answerAccess }: StoredRelease): Promise<StoredBoards | null> {
  if (everyoneSees(answerAccess)) return null;
  const share = (await fetchBoardSplit(tx, id))?.publicShare;
  const stored = await fetchSplitQuestions(tx, id);
  if (share === undefined) return { share: stored.length < 2 * FEWEST_DISCLOSED ? undefined : 1, sides: new Map() };
  const sides = stored.map(
    ({ key, video, file, task, isPublic }) =>
      [splitQuestion(key, video, file, task).cluster, isPublic === true] as const,
  );
  return { share, sides: new Map(sides) };
}

async function splitQuestions(content: ImportContent): Promise<readonly SplitQuestion[]> {
  const questions: SplitQuestion[] = [];
  const slices = new Slices();
  for (const { key, video, media, task } of content.questions()) {
    questions.push(splitQuestion(key, video, media[0]?.path ?? null, task));
    if (slices.isOver()) await slices.next();
  }
  return questions;
}

/**
 * The share of a stored release's questions on its public board; null for one board.
 * @throws `CONFLICT` if another share is requested; `BAD_USER_INPUT` if everyone sees the answers
 */
export async function storedShare(
  tx: Queryable,
  slug: string,
  { id, version, answerAccess }: StoredRelease,
  requested: number | undefined,
): Promise<number | null> {
  if (requested !== undefined) requireShare(requested, answerAccess);
  const share = (await fetchBoardSplit(tx, id))?.publicShare ?? null;
  if (requested === undefined || requested === (share ?? 1)) return share;
  throw new OmnidexError(
    "CONFLICT",
    `These files are release ${version} of '${slug}' already, and its public board covers ${share === null ? "all" : `${Math.round(100 * share)} %`} of the questions. 'splitLeaderboard' (omnidex challenge split) changes that as long as no run is scored.`,
    { reason: "SPLIT_IS_STORED", version, publicShare: share },
  );
}
