import { type FoundQuestion, NO_LABELS, type NotFound, notFound } from "./found-question.ts";
import { excerpt } from "./plain-text.ts";
import type { ReleaseIndex } from "./release-index.ts";

/**
 * Finds the questions of rows that name their video but not their question, such as the rows of MMWorld's EvalAI form.
 * The first row of a video belongs to the first question of that video, the second row to the second question, and so
 * on. This is valid only if every question of the video has a row.
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

  /** The questions whose rows may be wrong, because their video has a missing or an extra row. */
  unsure(): readonly { readonly key: string; readonly reason: string }[] {
    return [...this.#rows].flatMap(([video, rows]) => {
      const questions = this.index.ofVideo(video);
      if (rows === questions.length) return [];
      const reason = `The video ${excerpt(video)} has ${questions.length} questions and ${rows} rows, which name none of them.`;
      return questions.slice(0, rows).map(({ key }) => ({ key, reason }));
    });
  }
}
