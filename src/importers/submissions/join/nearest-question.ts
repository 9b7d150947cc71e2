import { distance } from "fastest-levenshtein";
import type { JoinQuestion } from "./join-question.ts";

/** How many questions are compared, and how much of their texts: a hint is not worth more. */
const MOST_COMPARED = 20_000;
const LONGEST = 200;

/** How many hints a submission gets: they take a while, and in the wrong file every row would have one. */
const MOST_HINTS = 20;

/** Names the question that is most like what a row says. */
export class NearestQuestions {
  #left = MOST_HINTS;

  constructor(readonly questions: readonly JoinQuestion[]) {}

  /** `"; nearest: video_9/1"` for a key that the release does not have; nothing where none is like it. */
  ofKey(key: string): string {
    return key.length > LONGEST ? "" : this.#hint(key, (question) => question.key, Math.max(2, key.length / 3));
  }

  /** The same for a text that no question has. */
  ofText(text: string): string {
    const cut = text.slice(0, LONGEST);
    return this.#hint(cut, (question) => question.text.slice(0, LONGEST), cut.length / 4);
  }

  #hint(word: string, wordOf: (question: JoinQuestion) => string, most: number): string {
    if (this.#left === 0) return "";
    this.#left -= 1;
    const found = nearest(word, this.questions, wordOf, most);
    return found === null ? "" : `; nearest: ${found.key}`;
  }
}

function nearest(
  word: string,
  questions: readonly JoinQuestion[],
  wordOf: (question: JoinQuestion) => string,
  most: number,
): JoinQuestion | null {
  let found: { readonly question: JoinQuestion; readonly away: number } | null = null;
  for (const question of questions.slice(0, MOST_COMPARED)) {
    const other = wordOf(question);
    // No distance is smaller than the difference of the lengths.
    if (Math.abs(other.length - word.length) > Math.min(most, found?.away ?? most)) continue;
    const away = distance(word, other);
    if (away <= most && (found === null || away < found.away)) found = { question, away };
  }
  return found?.question ?? null;
}
