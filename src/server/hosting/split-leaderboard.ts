import { badInput, OmnidexError } from "../../domain/errors.ts";
import { readInstant } from "../../domain/instant.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { currentReleaseOf, lockCurrentRelease } from "../access/current-release.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import { lockAnswerKey } from "../benchmarks/benchmark-locks.ts";
import {
  fetchChallenge,
  fetchDisclosed,
  fetchOpening,
  moveOpening,
  type SplitRecord,
  storeBoardSplit,
  storeChallenge,
} from "../benchmarks/challenge-queries.ts";
import { drawSplit, type SplitQuestion, splitQuestion, tooFewToSplit } from "../benchmarks/choose-public.ts";
import { splitQuestions } from "../benchmarks/shared-question-queries.ts";
import type { Database, Queryable } from "../db/database.ts";
import { type Challenge, requireChallenge, requireClosedBefore } from "./challenges.ts";

/** `SplitLeaderboardInput` of the schema. */
export interface SplitInput {
  readonly benchmark: string;
  readonly publicShare: number;
  readonly privateOpensAt?: unknown;
}

/**
 * Divides the questions of a benchmark's current release between a public and a private board, in place of the split that its import
 * has drawn. A date that is set stays if none is given. With a public share of 1, there is one board over all questions.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators and maintainers; `NOT_FOUND` for an unknown
 *   benchmark; `BAD_USER_INPUT` for a share or a date that cannot be used; `CONFLICT` if the release shows its answers, or has
 *   scored runs
 */
export async function splitLeaderboard(
  database: Database,
  viewer: Viewer,
  { benchmark, publicShare, privateOpensAt }: SplitInput,
): Promise<Challenge> {
  requireMaintainer(viewer, benchmark, "Splitting a leaderboard");
  if (!(publicShare > 0 && publicShare <= 1))
    throw badInput(`'publicShare' must be more than 0 and at most 1; got ${publicShare}.`);
  const requested = privateOpensAt == null ? null : readInstant("privateOpensAt", privateOpensAt);
  if (publicShare === 1 && requested !== null)
    throw badInput("With a 'publicShare' of 1 there is no private board, so 'privateOpensAt' must be absent.");
  const release = await currentReleaseOf(database, benchmark);
  const split = publicShare === 1 ? null : await newSplit(database, release, publicShare);
  await database.transaction(async (tx) => {
    // The benchmark is locked before the key, as in imports. Transactions that store submissions hold the lock on the answer key, so
    // their scores are complete and counted below.
    await lockCurrentRelease(tx, benchmark, release);
    await lockAnswerKey(tx, release);
    await requireUndisclosed(tx, benchmark, release);
    const stored = await fetchChallenge(tx, benchmark);
    const opensAt = split === null ? null : (requested ?? stored?.privateOpensAt ?? null);
    requireClosedBefore(stored?.closesAt ?? null, opensAt);
    await storeBoardSplit(tx, release, split, opensAt);
    if ((await fetchChallenge(tx, benchmark)) === undefined) await storeChallenge(tx, benchmark, NO_SETTINGS);
  });
  return requireChallenge(database, benchmark);
}

/** @throws `BAD_USER_INPUT` if a board would have too few questions */
async function newSplit(database: Queryable, release: number, publicShare: number): Promise<SplitRecord> {
  const questions: SplitQuestion[] = [];
  for await (const page of splitQuestions(database, release))
    for (const { key, video, file, task } of page) questions.push(splitQuestion(key, video, file, task));
  const split = await drawSplit(questions, publicShare);
  if (split === null) throw tooFewToSplit(questions.length, "'publicShare'");
  return split;
}

/** A challenge without dates and required fields. */
const NO_SETTINGS = { opensAt: null, closesAt: null, requiredFields: [] };

/** @throws `CONFLICT` if scores over the release, or its answers, have been disclosed */
async function requireUndisclosed(tx: Queryable, benchmark: string, release: number): Promise<void> {
  const disclosed = await fetchDisclosed(tx, release);
  const refuse = (reason: string) =>
    new OmnidexError("CONFLICT", `The leaderboard of '${benchmark}' cannot be split: ${reason}`);
  if (disclosed === undefined || !disclosed.hidden) throw refuse("its release shows its answers.");
  if (disclosed.runs > 0)
    throw refuse(
      `${disclosed.runs} runs have been scored, and the difference between scores over other parts would reveal private scores. Import a new release first.`,
    );
}

/** The error for a call about the private board of a leaderboard that is not split. */
export const withoutPrivateBoard = (benchmark: string): OmnidexError =>
  new OmnidexError("NOT_FOUND", `The leaderboard of '${benchmark}' is not split.`);

/** `MovePrivateBoardInput` of the schema. */
export interface MoveInput {
  readonly benchmark: string;
  readonly privateOpensAt: unknown;
}

/**
 * Sets or moves the opening of the current release's private board.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators and maintainers; `NOT_FOUND` for an unknown
 *   benchmark, or if its leaderboard is not split; `BAD_USER_INPUT` for a date that is malformed or before the end of
 *   submissions; `CONFLICT` once the board is open
 */
export async function movePrivateBoard(
  database: Database,
  viewer: Viewer,
  { benchmark, privateOpensAt }: MoveInput,
): Promise<Challenge> {
  requireMaintainer(viewer, benchmark, "Moving the opening of a private board");
  const opensAt = readInstant("privateOpensAt", privateOpensAt);
  const release = await currentReleaseOf(database, benchmark);
  await database.transaction(async (tx) => {
    await lockCurrentRelease(tx, benchmark, release);
    requireClosedBefore((await fetchChallenge(tx, benchmark))?.closesAt ?? null, opensAt);
    if (await moveOpening(tx, release, opensAt)) return;
    throw (await fetchOpening(tx, release)) === undefined
      ? withoutPrivateBoard(benchmark)
      : new OmnidexError("CONFLICT", `The private board of '${benchmark}' is open: what has been shown stays shown.`);
  });
  return requireChallenge(database, benchmark);
}
