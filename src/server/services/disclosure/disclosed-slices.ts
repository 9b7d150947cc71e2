import { Bitset } from "../../../domain/bitset.ts";
import { OmnidexError } from "../../../domain/errors.ts";
import { rememberedAnswer, type ServerMemory } from "../../catalog/server-memory.ts";
import { type DeclaredSlice, fetchDeclaredSlices } from "../../data/declared-slice-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { type DisclosedSet, declaredSets, FEWEST_DISCLOSED, isSameSet, type QuestionSet } from "./disclosed-sets.ts";
import { boardsOf, keepDistinct, standingSets } from "./standing-sets.ts";

/**
 * Refuses a slice over which a release that hides its answers shows no scores. It shows scores only over its standing
 * sets and the slices that its maintainers declared, because differences between scores over more slices would reveal
 * single answers. Slices are compared by their questions, not by their filters.
 * @throws `FORBIDDEN` with the reason
 */
export async function requireDisclosed(
  database: Queryable,
  memory: ServerMemory,
  release: number,
  slice: QuestionSet,
): Promise<void> {
  if (slice.count === 0) return;
  const slices = await declaredSlicesOf(database, memory, release);
  const { shown, suppressed } = await standingSets(database, memory, release);
  if ([...shown, ...declaredSets(slices)].some(({ questions }) => isSameSet(questions, slice))) return;
  const declared = slices.map(({ name }) => name);
  const named = declared.length === 0 ? "" : `, and over the slices ${declared.map((name) => `'${name}'`).join(", ")}`;
  const reason = suppressed.some(({ questions }) => isSameSet(questions, slice))
    ? `differs by fewer than ${FEWEST_DISCLOSED} questions from another one that has scores`
    : "is not one of them";
  throw new OmnidexError(
    "FORBIDDEN",
    `The release hides its answers: it has scores over all of its ${shown[0]?.questions.count ?? 0} questions, and over those with one value of one dimension if they are at least ${FEWEST_DISCLOSED}${named}. The slice has ${slice.count} questions and ${reason}.`,
    { questions: slice.count, fewest: FEWEST_DISCLOSED, declared },
  );
}

const declaredSlicesOf = (
  database: Queryable,
  memory: ServerMemory,
  release: number,
): Promise<readonly DeclaredSlice[]> =>
  rememberedAnswer(memory, ["declared slices", release], () => fetchDeclaredSlices(database, release));

/**
 * Whether a run shows a score over a disclosed slice although some of its questions are unscored, such as captions on a
 * server without a model for them. The score covers only the scored questions, so these must be enough, and the sets are
 * compared without the unscored questions: 19 captions and one other question would otherwise show the answer of the one.
 * @param slice a slice that `requireDisclosed` accepts
 * @param unscored the questions that the run leaves unscored
 */
export async function isDisclosedWithout(
  database: Queryable,
  memory: ServerMemory,
  release: number,
  slice: QuestionSet,
  unscored: Bitset,
): Promise<boolean> {
  if (slice.count === 0 || unscored.count() === 0) return true;
  const name = Buffer.from(unscored.bytes).toString("base64");
  const sets = await rememberedAnswer(memory, ["disclosed without", release, name], async () => {
    const { shown } = await standingSets(database, memory, release);
    const declared = declaredSets(await declaredSlicesOf(database, memory, release));
    const boards = (await boardsOf(database, memory, release)).map((board) => board.without(unscored));
    const hasEnough = ({ questions: { ordinals } }: DisclosedSet): boolean => {
      const questions = Bitset.fromOrdinals(ordinals, unscored.length);
      return boards.every((board) => questions.and(board).count() >= FEWEST_DISCLOSED);
    };
    return keepDistinct([...shown, ...declared].filter(hasEnough), boards).shown;
  });
  return sets.some(({ questions }) => isSameSet(questions, slice));
}
