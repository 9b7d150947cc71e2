import { distance } from "fastest-levenshtein";
import type { AnswerSheet } from "./answer-sheet.ts";

/** The most keys that are compared, to bound the cost of a hint. */
const MOST_COMPARED = 20_000;

/** Up to three keys of the release that are similar to an unknown key, the most similar first. */
export function nearestKeys(key: string, sheet: AnswerSheet): readonly string[] {
  if (key.length > 200) return [];
  return sheet.questions
    .slice(0, MOST_COMPARED)
    .map((question) => ({ key: question.key, away: distance(key, question.key) }))
    .filter(({ away }) => away <= Math.max(2, key.length / 3))
    .sort((a, b) => a.away - b.away)
    .slice(0, 3)
    .map((near) => near.key);
}
