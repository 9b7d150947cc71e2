import { EVERYTHING } from "../../domain/slice/question-slice.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { mostBits } from "../../scoring/metrics/ladder.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import { FEWEST_DISCLOSED } from "../conditions/answers-hidden.ts";
import { rememberedAnswer, type ServerMemory } from "../memory/server-memory.ts";
import { type BoardSplit, partsOf } from "./board-parts.ts";

/** Whether a slice has enough questions on each board for a coarse score. */
export const hasEnough = (questions: SliceQuestions, split: BoardSplit | null): boolean =>
  (split === null ? [questions] : Object.values(partsOf(split, questions))).every(
    ({ count }) => count >= FEWEST_DISCLOSED,
  );

/**
 * The parts of a release over which a run has coarse scores, too, if maintainers show its scores by these dimensions: the groups
 * of each single dimension with enough questions on each board. Groups with the same questions are one part. The whole
 * release is not a part.
 */
export async function disclosedParts(
  memory: ServerMemory,
  release: number,
  split: BoardSplit | null,
  dimensions: readonly Dimension[],
): Promise<readonly SliceQuestions[]> {
  if (dimensions.length === 0) return [];
  return rememberedAnswer(memory, ["disclosed parts", release, dimensions.join()], async () => {
    const { catalogs } = memory;
    const catalog = await catalogs.of(release);
    const groups = await Promise.all(dimensions.map((by) => catalogs.groupsOf(catalog, EVERYTHING, [by])));
    const parts: SliceQuestions[] = [];
    for (const { questions } of groups.flat())
      if (questions.count < catalog.count && hasEnough(questions, split) && !isAmong(questions, parts))
        parts.push(questions);
    return parts;
  });
}

/** Whether a slice has exactly the questions of one of the parts. */
export const isAmong = ({ words }: SliceQuestions, parts: readonly SliceQuestions[]): boolean =>
  parts.some((part) => part.words.equals(words));

/** What the coarse scores of a run over parts of a release tell of the answer key at most, in bits. */
export const bitsOfParts = (parts: readonly SliceQuestions[], split: BoardSplit | null): number =>
  parts.reduce((bits, part) => bits + mostBits(roundedOver(part, split)), 0);

/** How many questions decide at most how finely a score over a part is rounded (`proportionalScore`). */
const roundedOver = (part: SliceQuestions, split: BoardSplit | null): number =>
  split === null ? part.count : Math.max(partsOf(split, part).PUBLIC.count, Math.round(part.count * split.publicShare));
