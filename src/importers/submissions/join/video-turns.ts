import { type FoundQuestion, NO_LABELS, type NotFound, notFound } from "./found-question.ts";
import { excerpt } from "./plain-text.ts";
import type { ReleaseIndex } from "./release-index.ts";

/**
 * Rows that name a video and nothing else are its questions in their order, as MMWorld's EvalAI form has them. That
 * holds only where every question of the video has its row.
 */
export class VideoTurns {
  readonly #rows = new Map<string, number>();

  constructor(readonly index: ReleaseIndex) {}

  next(video: string): FoundQuestion | NotFound {
    const questions = this.index.ofVideo(video);
    const turn = this.#rows.get(video) ?? 0;
    this.#rows.set(video, turn + 1);
    const question = questions[turn];
    if (question !== undefined) return { question, labels: NO_LABELS, by: "content", moved: false };
    const { benchmark } = this.index.release;
    if (questions.length === 0) return notFound(`No video ${excerpt(video)} in ${benchmark}.`);
    return notFound(`The video ${excerpt(video)} has ${questions.length} questions; this is its row ${turn + 1}.`);
  }

  /** The questions whose rows may be another's, because some row of their video is not there, or one too many is. */
  unsure(): readonly { readonly key: string; readonly reason: string }[] {
    return [...this.#rows].flatMap(([video, rows]) => {
      const questions = this.index.ofVideo(video);
      if (rows === questions.length) return [];
      const reason = `The video ${excerpt(video)} has ${questions.length} questions and ${rows} rows, which name none of them.`;
      return questions.slice(0, rows).map(({ key }) => ({ key, reason }));
    });
  }
}
