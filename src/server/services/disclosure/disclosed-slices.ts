import { OmnidexError } from "../../../domain/errors.ts";
import { EVERYTHING } from "../../../domain/slice/slice.ts";
import { DIMENSIONS } from "../../../domain/vocabulary.ts";
import { rememberedAnswer, type ServerMemory } from "../../catalog/server-memory.ts";
import { type DeclaredSlice, fetchDeclaredSlices } from "../../data/declared-slice-queries.ts";
import type { Queryable } from "../../db/database.ts";

/** Scores over fewer questions are not shown where answers are hidden. */
export const FEWEST_DISCLOSED = 20;

/** The questions of a slice, as far as disclosure depends on them. */
export interface QuestionSet {
  readonly count: number;
  /** Ascending. */
  readonly ordinals: Int32Array;
}

/** Questions over which a release that hides its answers shows scores. */
export interface DisclosedSet {
  /** For a message: "all questions", "TASK counting". */
  readonly label: string;
  /** The name under which a maintainer declared the slice; null for a set that every release shows. */
  readonly declared: string | null;
  readonly questions: QuestionSet;
}

/** The error for a request that would reveal answers of a release that hides them. */
export const answersHidden = (what: string): OmnidexError =>
  new OmnidexError("FORBIDDEN", `${what}: the release hides its answers.`);

/**
 * All questions of a release, those with one value of one dimension if they are at least 20, and the slices that its
 * maintainers declared. Differences between scores over any more slices would reveal single answers.
 */
async function disclosedSets(
  database: Queryable,
  memory: ServerMemory,
  release: number,
): Promise<readonly DisclosedSet[]> {
  const declared = await rememberedAnswer(memory, ["declared slices", release], () =>
    fetchDeclaredSlices(database, release),
  );
  return [...(await standingSets(memory, release)), ...declaredSets(declared)];
}

/** The sets that every release discloses: all questions, and those with one value of one dimension if they are at least 20. */
export async function standingSets({ catalogs }: ServerMemory, release: number): Promise<readonly DisclosedSet[]> {
  const catalog = await catalogs.of(release);
  const sets: DisclosedSet[] = [
    { label: "all questions", declared: null, questions: await catalogs.questionsOf(catalog, EVERYTHING) },
  ];
  for (const dimension of DIMENSIONS) {
    for (const { keys, questions } of await catalogs.groupsOf(catalog, EVERYTHING, [dimension])) {
      if (questions.count < FEWEST_DISCLOSED) continue;
      sets.push({
        label: `the questions with ${dimension} ${keys.map(({ key }) => key).join()}`,
        declared: null,
        questions,
      });
    }
  }
  return sets;
}

/** The sets of declared slices. */
export const declaredSets = (slices: readonly DeclaredSlice[]): readonly DisclosedSet[] =>
  slices.map(({ name, ordinals }) => ({
    label: `the declared slice '${name}'`,
    declared: name,
    questions: { count: ordinals.length, ordinals: Int32Array.from(ordinals) },
  }));

/**
 * Refuses a slice over which a release that hides its answers shows no scores. What counts is the set of questions, not the
 * filter.
 * @throws `FORBIDDEN` with the reason
 */
export async function requireDisclosed(
  database: Queryable,
  memory: ServerMemory,
  release: number,
  slice: QuestionSet,
): Promise<void> {
  if (slice.count === 0) return;
  const sets = await disclosedSets(database, memory, release);
  if (sets.some(({ questions }) => isSameSet(questions, slice))) return;
  const declared = sets.flatMap((set) => set.declared ?? []);
  const named = declared.length === 0 ? "" : `, and over the slices ${declared.map((name) => `'${name}'`).join(", ")}`;
  throw new OmnidexError(
    "FORBIDDEN",
    `The release hides its answers: it has scores over all of its ${sets[0]?.questions.count ?? 0} questions, and over those with one value of one dimension if they are at least ${FEWEST_DISCLOSED}${named}. The slice has ${slice.count} questions and is none of these.`,
    { questions: slice.count, fewest: FEWEST_DISCLOSED, declared },
  );
}

function isSameSet(a: QuestionSet, b: QuestionSet): boolean {
  if (a.count !== b.count) return false;
  const others = b.ordinals;
  return a.ordinals.every((ordinal, index) => ordinal === others[index]);
}
