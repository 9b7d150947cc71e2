import { EVERYTHING } from "../../../domain/slice/slice.ts";
import { DIMENSIONS } from "../../../domain/vocabulary.ts";
import { rememberedAnswer, type ServerMemory } from "../../catalog/server-memory.ts";
import type { Queryable } from "../../db/database.ts";
import { type BoardQuestions, boardsFrom, SetOnBoards } from "./board-bits.ts";
import { boardSplitOf } from "./board-parts.ts";
import { type DisclosedSet, FEWEST_DISCLOSED } from "./disclosed-sets.ts";

/**
 * The sets of questions for which a release shows scores without a declaration, and the sets that are suppressed
 * because they differ too little from a shown set.
 */
export interface StandingSets {
  readonly shown: readonly DisclosedSet[];
  readonly suppressed: readonly DisclosedSet[];
}

/**
 * One set holds all questions of a release. Each value of a dimension with at least 20 questions gives one more set,
 * which holds the questions with this value. A set is suppressed if the set or its complement differs by 1 to 19
 * questions from a set that is already shown. If the scores of both sets were shown, anyone could compute the score
 * over these few questions. Dimensions are considered in their order, so the set of the earlier dimension is shown. If
 * the leaderboard is split into boards, the parts of the sets that each board covers are compared, because scores cover
 * only these parts.
 */
export const standingSets = (database: Queryable, memory: ServerMemory, release: number): Promise<StandingSets> =>
  rememberedAnswer(memory, ["standing sets", release], async () => {
    const candidates = await candidateSets(memory, release);
    return keepDistinct(candidates, await boardsOf(database, memory, release));
  });

/** The boards of a release. */
export async function boardsOf(
  database: Queryable,
  memory: ServerMemory,
  release: number,
): Promise<readonly BoardQuestions[]> {
  const { count } = await memory.catalogs.of(release);
  const split = await boardSplitOf(database, memory, release);
  return boardsFrom(split?.publicOrdinals ?? null, count);
}

async function candidateSets({ catalogs }: ServerMemory, release: number): Promise<readonly DisclosedSet[]> {
  const catalog = await catalogs.of(release);
  const all = await catalogs.questionsOf(catalog, EVERYTHING);
  const sets: DisclosedSet[] = [{ label: "all questions", declared: null, questions: all }];
  for (const dimension of DIMENSIONS) {
    for (const { keys, questions } of await catalogs.groupsOf(catalog, EVERYTHING, [dimension])) {
      if (questions.count < FEWEST_DISCLOSED) continue;
      const label = `the questions with ${dimension} ${keys.map(({ key }) => key).join()}`;
      sets.push({ label, declared: null, questions });
    }
  }
  return sets;
}

/** Suppresses each set that differs too little from an earlier set or its complement on a board. */
export function keepDistinct(candidates: readonly DisclosedSet[], boards: readonly BoardQuestions[]): StandingSets {
  const kept: SetOnBoards[] = [];
  const [shown, suppressed]: [DisclosedSet[], DisclosedSet[]] = [[], []];
  for (const set of candidates) {
    const own = new SetOnBoards(set.questions, boards);
    // A set without enough questions on a board has no scores, so it need not differ from others.
    if (!own.hasEnough()) shown.push(set);
    else if (kept.every((other) => own.isDistinctFrom(other))) {
      kept.push(own);
      shown.push(set);
    } else suppressed.push(set);
  }
  return { shown, suppressed };
}
