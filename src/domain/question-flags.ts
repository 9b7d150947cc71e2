import type { Dimension } from "./vocabulary.ts";

/** The texts about a flag of questions, such as `requiresAudio`. */
export interface FlagWords {
  /** The meaning of the flag for a question. */
  readonly says: string;
  /** The questions that a slice selects with the flag. */
  readonly asks: string;
  /** The name of the flag in the dashboard, and the label of the questions that have it. */
  readonly label: string;
  /** The label of the questions that do not have it. */
  readonly opposite: string;
  /** The dimension whose values are `true` and `false`. */
  readonly dimension: Dimension;
}

/**
 * The flags of a question. A benchmark states each flag as true or false, or does not state it. This table drives
 * import, the columns of `questions`, catalogs, slices, dimensions, exports, the CLI and the dashboard. A new flag needs
 * an entry here and changes in a few more places. All other files are generated:
 *
 * 1. `schema/question.graphql`: a field of Question and a condition of QuestionFilter. Then run `npm run codegen`.
 * 2. `schema/common.graphql`, `src/domain/vocabulary.ts` and `src/domain/dimension-labels.ts`: its dimension.
 * 3. `src/sdk/operations/question.graphql`: the field.
 * 4. a migration, made by `npx drizzle-kit generate`. Add to it the statement that recomputes `releases.rows_hash`.
 *
 * If the format of an importer has the flag, the importer must name it as well.
 */
export const QUESTION_FLAGS = {
  requiresAudio: {
    says: "It needs the sound, where the benchmark says so.",
    asks: "questions that need the sound, where the benchmark says so",
    label: "Needs the sound",
    opposite: "Does not need the sound",
    dimension: "REQUIRES_AUDIO",
  },
  requiresVisual: {
    says: "It needs the pictures, where the benchmark says so.",
    asks: "questions that need the pictures, where the benchmark says so",
    label: "Needs the picture",
    opposite: "Does not need the picture",
    dimension: "REQUIRES_VISUAL",
  },
  questionOnly: {
    says: "It can be answered without the video.",
    asks: "questions that can be answered without the video, where the benchmark says so",
    label: "Answerable without the video",
    opposite: "Needs the video",
    dimension: "QUESTION_ONLY",
  },
  requiresDomainKnowledge: {
    says: "It needs expert knowledge.",
    asks: "questions that need expert knowledge, where the benchmark says so",
    label: "Needs expert knowledge",
    opposite: "Needs no expert knowledge",
    dimension: "REQUIRES_DOMAIN_KNOWLEDGE",
  },
} as const satisfies Readonly<Record<string, FlagWords>>;

export type QuestionFlag = keyof typeof QUESTION_FLAGS;
export type FlagDimension = (typeof QUESTION_FLAGS)[QuestionFlag]["dimension"];
/** A value for each flag. */
export type ByFlag<T> = Readonly<Record<QuestionFlag, T>>;

export const QUESTION_FLAG_NAMES = Object.keys(QUESTION_FLAGS) as readonly QuestionFlag[];

/** An object with a value for each flag, in the order of the table. */
export const byFlag = <T>(value: (flag: QuestionFlag) => T): ByFlag<T> =>
  Object.fromEntries(QUESTION_FLAG_NAMES.map((flag) => [flag, value(flag)])) as Record<QuestionFlag, T>;

/** The flags that every imported question has. They are null if the benchmark does not state them. */
export type StatedFlag = "requiresAudio" | "requiresVisual";
/**
 * The flags that a question has only if the benchmark states them. Flags that are not stated are omitted, so that the
 * content hashes of older releases stay the same.
 */
export type LaterFlag = Exclude<QuestionFlag, StatedFlag>;
const STATED: ReadonlySet<QuestionFlag> = new Set<StatedFlag>(["requiresAudio", "requiresVisual"]);

/** The flags of a question in a batch. */
export type ImportedFlags = Readonly<Record<StatedFlag, boolean | null>> &
  Readonly<Partial<Record<LaterFlag, boolean>>>;

/** The flags of a question in a batch. `said` returns what the file states about a flag, or null. */
export const importedFlags = (said: (flag: QuestionFlag) => boolean | null): ImportedFlags =>
  Object.fromEntries(
    QUESTION_FLAG_NAMES.map((flag) => [flag, said(flag)] as const).filter(
      ([flag, value]) => value !== null || STATED.has(flag),
    ),
  ) as unknown as ImportedFlags;
