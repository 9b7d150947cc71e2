/**
 * A choice question, as a plain script reads it from the records of a benchmark's own files. The script, which scores
 * made-up choices, uses no code of Omnidex.
 */
export interface PlainChoice {
  /** The question's natural key. */
  readonly key: string;
  readonly correct: string;
}

/** WorldSense: `task0`, `task1` and so on in the records of videos. */
export const worldSenseChoices = (
  videos: readonly {
    readonly fields: { readonly video_id: string };
    readonly questions: readonly { readonly answer: string }[];
  }[],
): readonly PlainChoice[] =>
  videos.flatMap(({ fields, questions }) =>
    questions.map(({ answer }, index) => ({ key: `${fields.video_id}/task${index}`, correct: answer })),
  );

export const mmworldChoices = (
  videos: readonly {
    readonly video_id: string;
    readonly questions: readonly { readonly correct_answer_label: string }[];
  }[],
): readonly PlainChoice[] =>
  videos.flatMap(({ video_id, questions }) =>
    questions.map(({ correct_answer_label }, index) => ({
      key: `${video_id}/${index}`,
      correct: correct_answer_label.toUpperCase(),
    })),
  );

export const omniVideoBenchChoices = (
  videos: readonly {
    readonly video: string;
    readonly questions: readonly { readonly correct_option: string | undefined }[];
  }[],
): readonly PlainChoice[] =>
  videos.flatMap(({ video, questions }) =>
    questions.map(({ correct_option }, index) => ({ key: `${video}/${index}`, correct: correct_option ?? "" })),
  );

/** "C", "C.", "C. a text" or "The answer is (C)." */
const STATED = /^([A-Z])(?:\.|$)|\(([A-Z])\)\.$/;

/** The share of right answers. @throws if a question has no answer, or one in another form */
export function plainScore(choices: readonly PlainChoice[], outputs: ReadonlyMap<string, string>): number {
  const right = choices.filter(({ key, correct }) => {
    const [, alone, inBrackets] = STATED.exec(outputs.get(key) ?? "") ?? [];
    const stated = alone ?? inBrackets;
    if (stated === undefined) throw new Error(`${key}: ${outputs.get(key)}`);
    return stated === correct;
  });
  return right.length / choices.length;
}
