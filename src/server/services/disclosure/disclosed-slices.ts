import type { Bitset } from "../../../domain/bitset.ts";
import { OmnidexError } from "../../../domain/errors.ts";
import { rememberedAnswer, type ServerMemory } from "../../catalog/server-memory.ts";
import { type DeclaredSlice, fetchDeclaredSlices } from "../../data/declared-slice-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { SetOnBoards } from "./board-bits.ts";
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
 * The sets over which runs show scores that leave some questions unscored, such as captions on a server without a model
 * for them. The scores of such a run cover only the scored questions. So each board must cover enough of these, and the
 * sets are compared without the unscored questions: 29 captions and one other question would otherwise show the answer
 * to the one. Of the declared slices that differ too little from another set, none is shown, in whatever order they were
 * declared.
 * @param unscored the questions that the runs leave unscored
 */
export async function disclosedWithout(
  database: Queryable,
  memory: ServerMemory,
  release: number,
  unscored: Bitset,
): Promise<readonly QuestionSet[]> {
  const [standing, slices, boards] = await Promise.all([
    standingSets(database, memory, release),
    declaredSlicesOf(database, memory, release),
    boardsOf(database, memory, release),
  ]);
  const scored = boards.map((board) => board.without(unscored));
  const withParts = (sets: readonly DisclosedSet[]) =>
    sets.map((set) => ({ set, on: new SetOnBoards(set.questions, scored) })).filter(({ on }) => on.hasEnough());
  const shown = withParts(standing.shown);
  const declared = withParts(declaredSets(slices));
  const questionsOf = (sets: readonly { readonly set: DisclosedSet }[]) => sets.map(({ set }) => set.questions);
  // Without unscored questions, all these sets were compared before.
  if (unscored.count() === 0) return questionsOf([...shown, ...declared]);
  const kept = new Set(
    keepDistinct(
      shown.map(({ set }) => set),
      scored,
    ).shown,
  );
  const others = [...shown.filter(({ set }) => kept.has(set)), ...declared];
  const distinct = declared.filter(({ set, on }) =>
    others.every((other) => isSameSet(set.questions, other.set.questions) || on.isDistinctFrom(other.on)),
  );
  return questionsOf([...shown.filter(({ set }) => kept.has(set)), ...distinct]);
}
