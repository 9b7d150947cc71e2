import { distance } from "fastest-levenshtein";
import type { JoinQuestion } from "./found-question.ts";

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
    return this.#hint(() => nearestKeys(key, this.questions)[0] ?? null);
  }

  /** The hint for a text that no question has. */
  ofText(text: string): string {
    const cut = text.slice(0, LONGEST);
    return this.#hint(() => nearestText(cut, this.questions)?.key ?? null);
  }

  #hint(find: () => string | null): string {
    if (this.#left === 0) return "";
    this.#left -= 1;
    const key = find();
    return key === null ? "" : `; nearest: ${key}`;
  }
}

/** Up to three keys that are similar to an unknown key, the most similar first. */
export function nearestKeys(key: string, questions: readonly Pick<JoinQuestion, "key">[]): readonly string[] {
  if (key.length > LONGEST) return [];
  const named = keyOfFile(key, questions);
  if (named !== null) return [named];
  const most = Math.max(2, key.length / 3);
  return (
    questions
      .slice(0, MOST_COMPARED)
      // The edit distance is at least the difference of the lengths.
      .filter((question) => Math.abs(question.key.length - key.length) <= most)
      .map((question) => ({ key: question.key, away: distance(key, question.key) }))
      .filter(({ away }) => away <= most)
      .sort((a, b) => a.away - b.away)
      .slice(0, 3)
      .map((near) => near.key)
  );
}

const EXTENSION = /\.(mp4|mkv|webm|mov|avi|wav|mp3|flac|jpe?g|png)(?=\/|$)/gi;

/** The question's key in a key with folders or a file extension, such as `videos/video_1.mp4/0`; null if no question has it. */
function keyOfFile(key: string, questions: readonly Pick<JoinQuestion, "key">[]): string | null {
  const plain = key.replace(EXTENSION, "");
  return questions.find((question) => `/${plain}`.endsWith(`/${question.key}`))?.key ?? null;
}

function nearestText(text: string, questions: readonly JoinQuestion[]): JoinQuestion | null {
  const most = text.length / 4;
  let found: { readonly question: JoinQuestion; readonly away: number } | null = null;
  for (const question of questions.slice(0, MOST_COMPARED)) {
    const other = question.text.slice(0, LONGEST);
    if (Math.abs(other.length - text.length) > Math.min(most, found?.away ?? most)) continue;
    const away = distance(text, other);
    if (away <= most && (found === null || away < found.away)) found = { question, away };
  }
  return found?.question ?? null;
}
