import { badInput, notFound, OmnidexError } from "../../../domain/errors.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import { followsReviews } from "../../../domain/slice/follows-reviews.ts";
import type { QuestionFilter } from "../../../domain/slice/question-filter.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { ServerMemory } from "../../catalog/server-memory.ts";
import { fetchBoardSplit } from "../../data/challenge-queries.ts";
import { deleteDeclaredSlice, fetchDeclaredSlices, storeDeclaredSlice } from "../../data/declared-slice-queries.ts";
import type { Database } from "../../db/database.ts";
import { currentReleaseOf, lockCurrentRelease } from "../access/current-release.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import { type BoardQuestions, boardsFrom, isHarmless } from "./board-bits.ts";
import { type DisclosedSet, declaredSets, FEWEST_DISCLOSED, type QuestionSet } from "./disclosed-sets.ts";
import { standingSets } from "./standing-sets.ts";

/** A slice of the current release of a benchmark, by the name that its maintainer gives it. */
export interface NamedSlice {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly name: string;
}

/** The longest name of a declared slice, in characters. */
const LONGEST_NAME = 100;
/** The most slices that can be declared for a release. */
const MOST_DECLARED = 20;

/**
 * Declares a named slice: a release that hides its answers then shows scores over it. Replaces a slice of the same
 * name.
 * @returns the primary key of the release
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but maintainers; `NOT_FOUND` for an unknown benchmark;
 *   `BAD_USER_INPUT` for a name that is empty or too long, and for a slice that depends on key reviews, has fewer than
 *   20 questions, or differs by 1 to 19 questions from another set with scores or from its complement; `CONFLICT`
 *   beyond 20 slices
 */
export async function declareSlice(
  database: Database,
  memory: ServerMemory,
  viewer: Viewer,
  { benchmark, name, filter }: NamedSlice & { readonly filter: QuestionFilter },
): Promise<number> {
  const trimmed = nameOf(viewer, { benchmark, name });
  const release = await currentReleaseOf(database, benchmark);
  const { catalogs } = memory;
  const slice = canonicalSlice(filter);
  if (followsReviews(slice))
    throw badInput(
      "'filter': a declared slice is shown to everyone and keeps its questions; 'keyAmbiguous' would tell which keys were reviewed. Name the questions by 'keys'.",
    );
  const catalog = await catalogs.of(release);
  const questions = await catalogs.questionsOf(catalog, slice);
  // The slice must also differ from the suppressed sets, because each of them nearly equals a shown set or the
  // complement of a shown set.
  const { shown, suppressed } = await standingSets(database, memory, release);
  const standing = [...shown, ...suppressed];
  const whole = boardsFrom(null, catalog.count);
  for (const board of whole) requireDistinct(questions, standing, board);
  return database.transaction(async (tx) => {
    // Checked under a lock. Otherwise, two slices declared at the same time could each be checked without the other.
    await lockCurrentRelease(tx, benchmark, release);
    const others = (await fetchDeclaredSlices(tx, release)).filter((other) => other.name !== trimmed);
    for (const board of whole) requireDistinct(questions, declaredSets(others), board);
    const split = await fetchBoardSplit(tx, release);
    if (split !== undefined)
      for (const board of boardsFrom(split.publicOrdinals, catalog.count))
        requireDistinct(questions, [...standing, ...declaredSets(others)], board);
    if (others.length >= MOST_DECLARED)
      throw new OmnidexError(
        "CONFLICT",
        `'${benchmark}' already has ${MOST_DECLARED} declared slices, the most that are allowed: remove one first.`,
      );
    await storeDeclaredSlice(tx, release, trimmed, filter, questions.ordinals);
    return release;
  });
}

/**
 * Removes a declared slice.
 * @returns the primary key of the release
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but maintainers; `NOT_FOUND` for an unknown benchmark, or if no
 *   slice of that name is declared; `BAD_USER_INPUT` for a name that is empty or too long
 */
export async function removeDeclaredSlice(database: Database, viewer: Viewer, input: NamedSlice): Promise<number> {
  const trimmed = nameOf(viewer, input);
  const release = await currentReleaseOf(database, input.benchmark);
  return database.transaction(async (tx) => {
    await lockCurrentRelease(tx, input.benchmark, release);
    if (!(await deleteDeclaredSlice(tx, release, trimmed))) throw notFound("declared slice", trimmed);
    return release;
  });
}

/** The trimmed name, if the viewer may declare slices. */
function nameOf(viewer: Viewer, { benchmark, name }: NamedSlice): string {
  requireMaintainer(viewer, benchmark, "Declaring slices");
  const trimmed = name.trim();
  if (trimmed === "" || trimmed.length > LONGEST_NAME)
    throw badInput(`'name' must have 1 to ${LONGEST_NAME} characters.`);
  return trimmed;
}

/**
 * Refuses a slice of which a board covers too few questions, or that differs by too few from another set or from its
 * complement. The difference of the two scores would be a score over the few questions that only one of the sets has.
 * The sum of the two, without the score over all questions, is the score over the questions of both minus that over the
 * questions of neither. A set of which the board covers too few questions has no score there, and is not compared.
 */
function requireDistinct(questions: QuestionSet, others: readonly DisclosedSet[], board: BoardQuestions): void {
  const own = board.partOf(questions);
  if (own.count() < FEWEST_DISCLOSED)
    throw badInput(`The slice has ${own.count()} questions; at least ${FEWEST_DISCLOSED} are needed.`);
  const differences = others.flatMap((other) => {
    const part = board.partOf(other.questions);
    return part.count() < FEWEST_DISCLOSED ? [] : [{ label: other.label, ...board.difference(own, part) }];
  });
  for (const { label, more, less } of differences) for (const rest of [more, less]) requireEnough(label, rest);
  for (const { label, fromComplement } of differences) requireEnough(`the complement of ${label}`, fromComplement);
}

function requireEnough(label: string, differing: number): void {
  if (isHarmless(differing)) return;
  throw badInput(
    `The slice differs from ${label} by ${differing} questions: their answers could be read from the scores of the two. At least ${FEWEST_DISCLOSED} are needed, or none.`,
  );
}
