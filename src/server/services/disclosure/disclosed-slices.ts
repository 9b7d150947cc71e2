import { OmnidexError } from "../../../domain/errors.ts";
import { rememberedAnswer, type ServerMemory } from "../../catalog/server-memory.ts";
import { fetchDeclaredSlices } from "../../data/declared-slice-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { declaredSets, FEWEST_DISCLOSED, isSameSet, type QuestionSet } from "./disclosed-sets.ts";
import { standingSets } from "./standing-sets.ts";

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
  const slices = await rememberedAnswer(memory, ["declared slices", release], () =>
    fetchDeclaredSlices(database, release),
  );
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
