import { badInput, OmnidexError } from "../../../domain/errors.ts";
import type { AnswerAccess } from "../../../domain/exported-release.ts";
import { everyoneSees } from "../../data/answer-visibility.ts";
import { fetchBoardSplit, type SplitRecord } from "../../data/challenge-queries.ts";
import type { StoredRelease } from "../../data/release-comparison-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { drawSplit, type SplitQuestion, tooFewToSplit, USUAL_PUBLIC_SHARE } from "../challenges/choose-public.ts";
import type { ImportContent } from "./import-content.ts";

/**
 * Draws the public and the private board of a new release that hides its answers. Without a requested share, a release with too few
 * questions for two boards has one.
 * @param requested the share of the questions on the public board; 1 for one board over all questions; undefined for that of the
 *   current release if it hides its answers, and a half otherwise
 * @param current null for the first release of a benchmark
 * @returns null for one board
 * @throws `BAD_USER_INPUT` if a share is requested and cannot be had
 */
export async function drawBoards(
  tx: Queryable | null,
  content: ImportContent,
  requested: number | undefined,
  { answerAccess, current }: { readonly answerAccess: AnswerAccess; readonly current: StoredRelease | null },
): Promise<SplitRecord | null> {
  if (requested !== undefined) requireShare(requested, answerAccess);
  if (everyoneSees(answerAccess)) return null;
  const share = requested ?? (await shareOf(tx, current));
  if (share === 1) return null;
  const split = drawSplit(splitQuestions(content), share);
  if (split === null && requested !== undefined) throw tooFewToSplit(content.questionCount, "'public'");
  return split;
}

function requireShare(share: number, answerAccess: AnswerAccess): void {
  if (everyoneSees(answerAccess))
    throw badInput("'public' is for a release that hides its answers, and everyone would see those of this one.");
  if (!(share > 0 && share <= 1))
    throw badInput(`'public' must be a share of the questions, more than 0 and at most 1; got ${share}.`);
}

async function shareOf(tx: Queryable | null, current: StoredRelease | null): Promise<number> {
  if (tx === null || current === null || everyoneSees(current.answerAccess)) return USUAL_PUBLIC_SHARE;
  return (await fetchBoardSplit(tx, current.id))?.publicShare ?? 1;
}

/** Questions of one video stay together; without a video, those that share their first file. */
const splitQuestions = (content: ImportContent): readonly SplitQuestion[] =>
  Array.from(content.questions(), ({ key, video, media, task }) => ({
    cluster: video === null ? `question ${media[0]?.path ?? key}` : `video ${video}`,
    stratum: task,
  }));

/**
 * The share of a stored release's questions on its public board; null for one board.
 * @throws `CONFLICT` if another share is requested
 */
export async function storedShare(
  tx: Queryable,
  slug: string,
  { id, version }: StoredRelease,
  requested: number | undefined,
): Promise<number | null> {
  const share = (await fetchBoardSplit(tx, id))?.publicShare ?? null;
  if (requested === undefined || requested === (share ?? 1)) return share;
  throw new OmnidexError(
    "CONFLICT",
    `These files are release ${version} of '${slug}' already, and its public board covers ${share === null ? "all" : `${100 * share} %`} of the questions. 'splitLeaderboard' (omnidex challenge split) changes that as long as no run is scored.`,
    { reason: "SPLIT_IS_STORED", version, publicShare: share },
  );
}
