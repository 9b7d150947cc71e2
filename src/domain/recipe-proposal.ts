import { LEVELS } from "./vocabulary.ts";

/** A choice that a user may make about a proposed recipe. */
export interface ChoiceDescription {
  /** The option of `omnidex import`. */
  readonly flag: `--${string}`;
  readonly says: string;
  /** The allowed values, if the list is closed. */
  readonly values?: readonly string[];
}

/**
 * What a user may decide about a proposed recipe. `POST /import/<benchmark>?propose=true` has a parameter of the same name
 * for each.
 */
export const RECIPE_CHOICES = {
  title: { flag: "--title", says: "the benchmark's title" },
  text: { flag: "--text-field", says: "the field with the text of the question" },
  options: { flag: "--options-field", says: "the field with the options" },
  answer: { flag: "--answer-field", says: "the field with the answer" },
  answerIs: {
    flag: "--answer-is",
    says: "what an answer names",
    values: ["LABEL", "TEXT", "POSITION_FROM_0", "POSITION_FROM_1"],
  },
  answerFormat: {
    flag: "--answer-format",
    says: "the format of answers without options",
    values: ["NUMBER", "YES_NO", "OPEN_TEXT"],
  },
  answersAre: {
    flag: "--answers-are",
    says: "whether one answer of a list is enough, or all are required",
    values: ["ANY_ONE", "ALL"],
  },
  task: { flag: "--task-field", says: "the field with the task of the question" },
  oneTask: { flag: "--task", says: "one task for all questions" },
  level: { flag: "--level", says: "the level of all tasks", values: LEVELS },
  video: { flag: "--video-field", says: "the field with the key of the video, audio or picture" },
  category: { flag: "--category-field", says: "the field with the category of the video" },
  brokenRows: { flag: "--broken-rows", says: "what happens to rows that cannot be read", values: ["LEAVE_OUT"] },
} as const satisfies Readonly<Record<string, ChoiceDescription>>;

/** The name of something that a user may decide about a proposed recipe. */
export type RecipeChoice = keyof typeof RECIPE_CHOICES;
/** The choices with a closed list of values. */
export type ClosedChoice = {
  [Name in RecipeChoice]: (typeof RECIPE_CHOICES)[Name] extends { readonly values: readonly string[] } ? Name : never;
}[RecipeChoice];
export const RECIPE_CHOICE_NAMES = Object.keys(RECIPE_CHOICES) as readonly RecipeChoice[];
/** What a user has decided. A field is named as in the file, or by its path, such as `$root.task_type`. */
export type RecipeChoices = Readonly<Partial<Record<RecipeChoice, string>>>;

/** Something that the files do not decide. */
export interface UndecidedQuestion {
  /** The question, as a sentence. */
  readonly question: string;
  /** Why the files do not decide it. */
  readonly because: string;
  readonly answers: readonly UndecidedAnswer[];
}

/** One of the possible answers. */
export interface UndecidedAnswer {
  readonly choice: RecipeChoice;
  readonly value: string;
  /** What it means, by an example of the files. */
  readonly means: string;
}

/** A question as a model would see it. */
export interface ProposedSample {
  readonly key: string;
  readonly task: string;
  readonly prompt: string;
  /** The right answer; null if it is not decided what the answer names. */
  readonly answer: string | null;
}

/** A recipe that was made from files alone, and what its reader needs to judge it. */
export interface RecipeProposal {
  readonly benchmark: string;
  /** The recipe as YAML; null as long as something is undecided. */
  readonly recipe: string | null;
  /** From which field each part of a question and a video comes: `question.text`, `.Question`. */
  readonly mapping: readonly { readonly field: string; readonly from: string }[];
  readonly undecided: readonly UndecidedQuestion[];
  /** At most three, from the beginning, the middle and the end. */
  readonly samples: readonly ProposedSample[];
  /** The fields that no part of the recipe uses. They are kept with the question, except outputs of models. */
  readonly unused: readonly string[];
  readonly questionCount: number;
  readonly videoCount: number;
  readonly tasks: readonly { readonly name: string; readonly questionCount: number }[];
  /** What looks wrong, as sentences. */
  readonly warnings: readonly string[];
}

/** `--level UNDERSTANDING`, or `--task-field "question type"`. */
export const optionText = ({ choice, value }: Pick<UndecidedAnswer, "choice" | "value">): string =>
  `${RECIPE_CHOICES[choice].flag} ${/^[\w.-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`}`;
