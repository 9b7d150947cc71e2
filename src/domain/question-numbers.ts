/** The texts about a number that is counted from a question's reasoning steps, such as `stepCount`. */
export interface NumberWords {
  readonly type: "integer" | "number";
  /** The meaning of the number for a question. */
  readonly says: string;
  /** The name in the CLI's options: `steps` stands for `--min-steps` and `--max-steps`. */
  readonly option: string;
}

/**
 * The names of the numbers of a question, in their order in a slice's canonical form. They are separate from
 * `QUESTION_NUMBERS`, because the SDK needs only the names.
 */
export const QUESTION_NUMBER_NAMES = ["stepCount", "audioStepCount", "visionStepCount", "audioStepShare"] as const;
export type QuestionNumber = (typeof QUESTION_NUMBER_NAMES)[number];
/** A value for each number. */
export type ByNumber<T> = Readonly<Record<QuestionNumber, T>>;

/**
 * The numbers of a question, for which slices can require a range. They are counted from the question's reasoning
 * steps, so a question without reasoning steps has no numbers. If answers are hidden, the numbers are hidden, too,
 * because they reveal answers. OmniVideoBench has 85 counting questions with an option that equals the number of vision
 * steps. That option is right for 39 of them; by chance, it would be right for 21. This table drives catalogs, slices,
 * exports and the CLI.
 */
export const QUESTION_NUMBERS = {
  stepCount: { type: "integer", says: "The number of reasoning steps.", option: "steps" },
  audioStepCount: { type: "integer", says: "The number of reasoning steps about the sound.", option: "audio-steps" },
  visionStepCount: {
    type: "integer",
    says: "The number of reasoning steps about the picture.",
    option: "vision-steps",
  },
  audioStepShare: {
    type: "number",
    says: "The share of the reasoning steps that are about the sound, from 0 to 1.",
    option: "audio-step-share",
  },
} as const satisfies ByNumber<NumberWords>;

/** An object with a value for each number, in the order of the table. */
export const byNumber = <T>(value: (field: QuestionNumber) => T): ByNumber<T> =>
  Object.fromEntries(QUESTION_NUMBER_NAMES.map((field) => [field, value(field)])) as Record<QuestionNumber, T>;

/** The bounds of a range, in the order of the canonical form. */
export const BOUNDS = ["gt", "gte", "lt", "lte"] as const;
export type Bound = (typeof BOUNDS)[number];
