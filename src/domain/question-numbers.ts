/** The descriptions of a number. */
export interface NumberWords {
  readonly type: "integer" | "number";
  /** Its meaning for a question. */
  readonly says: string;
  /** Its name in the CLI's options: `steps` makes `--min-steps` and `--max-steps`. */
  readonly option: string;
}

/** The names, in the order of the canonical form. They are kept apart from their descriptions, which the SDK does not need. */
export const QUESTION_NUMBER_NAMES = ["stepCount", "audioStepCount", "visionStepCount", "audioStepShare"] as const;
export type QuestionNumber = (typeof QUESTION_NUMBER_NAMES)[number];
/** A value for each number. */
export type ByNumber<T> = Readonly<Record<QuestionNumber, T>>;

/**
 * The numbers of a question, which slices can bound with a range. They are counted from the question's reasoning steps;
 * a question without reasoning steps has none of them. They are withheld wherever the answers are, because they reveal
 * answers: among the counting questions of OmniVideoBench that have the number of vision steps as an option, that
 * option is right 39 times out of 85, where chance would give 21. This table drives catalogs, slices, exports and the
 * CLI.
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
