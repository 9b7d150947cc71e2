import { distance } from "fastest-levenshtein";
import type { JoinQuestion } from "./join-question.ts";

/** Limits on the questions and texts to compare for a hint, to bound its cost. */
const MOST_COMPARED = 20_000;
const LONGEST = 200;

/** The most hints per submission: they are slow, and in the wrong file every row would need one. */
const MOST_HINTS = 20;

/** Names the question that is most similar to a row. */
export class NearestQuestions {
  #left = MOST_HINTS;

  constructor(readonly questions: readonly JoinQuestion[]) {}

  /** `"; nearest: video_9/1"` for a key that the release does not have; empty if no key is similar. */
  ofKey(key: string): string {
    return key.length > LONGEST ? "" : this.#hint(key, (question) => question.key, Math.max(2, key.length / 3));
  }

  /** The hint for a text that no question has. */
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
    // The edit distance is at least the difference of the lengths.
    if (Math.abs(other.length - word.length) > Math.min(most, found?.away ?? most)) continue;
    const away = distance(word, other);
    if (away <= most && (found === null || away < found.away)) found = { question, away };
  }
  return found?.question ?? null;
}
