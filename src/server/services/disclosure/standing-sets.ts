import { Bitset } from "../../../domain/bitset.ts";
import { EVERYTHING } from "../../../domain/slice/slice.ts";
import { DIMENSIONS } from "../../../domain/vocabulary.ts";
import { rememberedAnswer, type ServerMemory } from "../../catalog/server-memory.ts";
import type { Queryable } from "../../db/database.ts";
import { boardSplitOf } from "./board-parts.ts";
import { type DisclosedSet, FEWEST_DISCLOSED, type QuestionSet } from "./disclosed-sets.ts";

/** The sets that a release shows scores over without a declaration, and those that it would show if they differed enough. */
export interface StandingSets {
  readonly shown: readonly DisclosedSet[];
  readonly suppressed: readonly DisclosedSet[];
}

/**
 * All questions of a release, and those with one value of one dimension, if they are at least 20. A value whose questions
 * differ from another shown set, or from its complement, by 1 to 19 questions is suppressed: the difference of the two scores
 * would be a score over these. Of two such values, the one of the earlier dimension is shown. If the leaderboard is split, the parts behind each
 * board are compared, because scores are over these.
 */
export const standingSets = (database: Queryable, memory: ServerMemory, release: number): Promise<StandingSets> =>
  rememberedAnswer(memory, ["standing sets", release], async () => {
    const split = await boardSplitOf(database, memory, release);
    const candidates = await candidateSets(memory, release);
    const length = candidates[0]?.questions.count ?? 0;
    const boards = split === null ? [Bitset.full(length)] : boardsOf(split.publicOrdinals, length);
    return keepDistinct(candidates, boards);
  });

function boardsOf(publicOrdinals: Iterable<number>, length: number): readonly Bitset[] {
  const open = Bitset.fromOrdinals(publicOrdinals, length);
  return [open, open.complement()];
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

/** @param boards the questions behind each board */
function keepDistinct(candidates: readonly DisclosedSet[], boards: readonly Bitset[]): StandingSets {
  const length = boards[0]?.length ?? 0;
  const partsOf = ({ ordinals }: QuestionSet) => {
    const questions = Bitset.fromOrdinals(ordinals, length);
    return boards.map((board) => questions.and(board));
  };
  const sizes = boards.map((board) => board.count());
  const parts: (readonly Bitset[])[] = [];
  const [shown, suppressed]: [DisclosedSet[], DisclosedSet[]] = [[], []];
  for (const set of candidates) {
    const own = partsOf(set.questions);
    // A set without enough questions behind a board has no scores, so it need not differ from others.
    if (own.some((part) => part.count() < FEWEST_DISCLOSED)) shown.push(set);
    else if (
      parts.every((other) => other.every((part, board) => areDistinct(part, own[board] as Bitset, sizes[board] ?? 0)))
    ) {
      parts.push(own);
      shown.push(set);
    } else suppressed.push(set);
  }
  return { shown, suppressed };
}

/**
 * Whether the difference of two sums over sets of questions, or their sum less the whole, is over no question or at least 20.
 * @param all the questions behind the board
 */
function areDistinct(a: Bitset, b: Bitset, all: number): boolean {
  const differing = a.count() + b.count() - 2 * a.and(b).count();
  return [differing, all - differing].every((rest) => rest === 0 || rest >= FEWEST_DISCLOSED);
}
