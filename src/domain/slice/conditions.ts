import { DURATION_BUCKETS } from "../duration-buckets.ts";
import { byFlag, QUESTION_FLAGS } from "../question-flags.ts";
import { byNumber, QUESTION_NUMBERS } from "../question-numbers.ts";
import { ANSWER_FORMATS, type Dimension, DOMINANCES, LEVELS, STEP_MODALITIES } from "../vocabulary.ts";

/**
 * How a condition compares a question with its value.
 *
 * - set: the question's value is one of a list
 * - range: the question's number is within bounds
 * - flag: the question's value is true or false, as asked
 * - audio: the question's audio types include any, all or none of a list
 * - statistics: ranges of what an item snapshot says about the question
 * - text: the question matches a full-text query
 */
type Kind = "set" | "range" | "flag" | "audio" | "statistics" | "text";

/** What the canonical form of a slice needs to know about a condition. */
export interface ConditionKind {
  readonly kind: Kind;
  /** The closed vocabulary of a set, in its canonical order. */
  readonly values?: readonly string[];
  /** The `kind` in the canonical form of a set that has its own. All other sets have the kind `in`. */
  readonly form?: string;
  /** The allowed strings of a set that GraphQL does not check. */
  readonly keys?: readonly string[];
  /** Whether the values of a set are ids of videos. */
  readonly ids?: true;
}

/**
 * The conditions of `QuestionFilter`, except `and`, `or` and `not`. This table, `CONDITION_WORDS` and the maps below
 * drive the canonical form, the checks, SQL, catalogs, warnings, the CLI's options and the dashboard's slice builder. A
 * new condition needs a row in both tables and:
 *
 * 1. `schema/question.graphql`: a field of QuestionFilter. Then run `npm run codegen`.
 * 2. `src/server/conditions/slice-condition.ts`: its SQL.
 * 3. `src/server/memory/evaluate-slice.ts`: its column in memory.
 * 4. `src/server/memory/read-catalog.ts`, if catalogs do not have the column yet.
 *
 * For a flag of questions, `QUESTION_FLAGS` is enough.
 */
export const CONDITIONS = {
  benchmarks: { kind: "set" },
  levels: { kind: "set", values: LEVELS, form: "level" },
  tasks: { kind: "set" },
  audioTypes: { kind: "audio" },
  durationSeconds: { kind: "range" },
  durationBuckets: { kind: "set", keys: DURATION_BUCKETS.map(({ key }) => key) },
  categories: { kind: "set" },
  durationLabels: { kind: "set" },
  dominances: { kind: "set", values: DOMINANCES, form: "dominance" },
  stepModalities: { kind: "set", values: STEP_MODALITIES, form: "stepModalities" },
  answerFormats: { kind: "set", values: ANSWER_FORMATS, form: "answerFormat" },
  subsets: { kind: "set" },
  ...byFlag(() => ({ kind: "flag" }) as const),
  ...byNumber(() => ({ kind: "range" }) as const),
  keyAmbiguous: { kind: "flag" },
  statistics: { kind: "statistics" },
  text: { kind: "text" },
  keys: { kind: "set" },
  videos: { kind: "set", ids: true },
} as const satisfies Readonly<Record<string, ConditionKind>>;

export type Conditions = typeof CONDITIONS;
export type ConditionName = keyof Conditions;
/** The names of the conditions of a kind. */
type NameOf<K extends Kind> = {
  [Name in ConditionName]: Conditions[Name] extends { kind: K } ? Name : never;
}[ConditionName];
export type SetName = NameOf<"set">;
export type RangeName = NameOf<"range">;
export type FlagName = NameOf<"flag">;

export const CONDITION_NAMES = Object.keys(CONDITIONS) as readonly ConditionName[];
const filtered = <Name extends ConditionName>(holds: (name: ConditionName) => boolean): readonly Name[] =>
  CONDITION_NAMES.filter(holds) as readonly ConditionName[] as readonly Name[];
export const SETS = filtered<SetName>((name) => CONDITIONS[name].kind === "set");
export const RANGES = filtered<RangeName>((name) => CONDITIONS[name].kind === "range");
export const FLAGS = filtered<FlagName>((name) => CONDITIONS[name].kind === "flag");

/** What a string of a condition names. A name that does not exist is an error. */
export type QuestionNoun =
  | "benchmark"
  | "task"
  | "category"
  | "subset"
  | "duration label"
  | "question"
  | "video"
  | "video key"
  | "video subset";
/** The quantity that a range bounds. */
export type QuestionQuantity = "duration" | "number of steps" | "share" | "correlation";

/** How a value is checked before the filter is used. Values of enums and booleans need no check. */
type Check =
  | QuestionNoun
  | { readonly range: QuestionQuantity }
  | { readonly search: "words" }
  | { readonly filter: string }
  /** The beginning of the error for a viewer who may not see the answers of a benchmark that the condition reads. */
  | { readonly answers: string }
  /** The reason why the strings are not compared with existing names. */
  | { readonly unchecked: string };

/** What the server, the CLI and the dashboard know about a condition. */
interface ConditionWords {
  readonly check?: Check;
  /** How `VideoFilter` checks the condition, or true without a check. Absent if `VideoFilter` does not have it. */
  readonly video?: Check | true;
  /** The dimension of a set's values, as which facets and breakdowns show them. */
  readonly dimension?: Dimension;
  /** Whether a benchmark may leave the property unstated for all of its questions. */
  readonly unstated?: true;
  /** Whether a question can have values in two disjoint sets. */
  readonly several?: true;
  /** Whether the condition matches nothing where answers are hidden, because it would reveal them. */
  readonly secret?: true;
  /** The name of the CLI's option, with the name of its value for a list; the middle of `--min-…` and `--max-…`. */
  readonly option?: string;
  /** The description of the option. */
  readonly hint?: string;
  /** The title of the control in the dashboard's slice builder. */
  readonly title?: string;
  /** Whether the control is open at first. */
  readonly open?: true;
}

const BUCKETS = { unchecked: "The canonical form of a slice rejects other buckets." } as const;

/** `requires-audio` for `requiresAudio`. */
const optionName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The words about each condition, and what the server, the CLI and the dashboard do with it. They are separate from
 * `CONDITIONS`, because the SDK needs only the kinds: a bundler leaves out the pure call.
 */
export const CONDITION_WORDS = /* @__PURE__ */ (() =>
  ({
    benchmarks: {
      check: "benchmark",
      video: "benchmark",
      option: "-b, --benchmark <slug>",
      hint: "only this benchmark; like all lists, repeat it or use commas",
    },
    levels: {
      dimension: "LEVEL",
      unstated: true,
      option: "--level <level>",
      hint: "the cognitive level of the question",
      title: "Level",
      open: true,
    },
    tasks: { check: "task", dimension: "TASK", option: "--task <slug>", hint: "a task", title: "Task", open: true },
    audioTypes: {
      video: true,
      dimension: "AUDIO_TYPE",
      unstated: true,
      option: "--audio <type>",
      hint: "of these audio types",
      title: "Audio type",
      open: true,
    },
    durationSeconds: {
      check: { range: "duration" },
      video: { range: "duration" },
      unstated: true,
      option: "duration",
      hint: "The duration of the video, such as 90, 90s, 10m or 1h30m.",
      title: "Duration",
    },
    durationBuckets: {
      check: BUCKETS,
      video: BUCKETS,
      dimension: "DURATION",
      unstated: true,
      title: "Duration",
      open: true,
    },
    categories: {
      check: "category",
      video: "category",
      dimension: "CATEGORY",
      several: true,
      option: "--category <slug>",
      hint: "a category, and its subcategories",
      title: "Category",
    },
    durationLabels: {
      check: "duration label",
      video: "duration label",
      dimension: "DURATION_LABEL",
      option: "--duration-label <word>",
      hint: "the benchmark's own word for the duration: 1-2min",
      title: "Duration, in the benchmark's words",
    },
    dominances: {
      dimension: "DOMINANCE",
      unstated: true,
      option: "--dominance <modality>",
      hint: "the modality that the task relies on",
      title: "Dominant modality",
    },
    stepModalities: {
      dimension: "STEP_MODALITIES",
      unstated: true,
      option: "--step-modalities <which>",
      hint: "the modalities of the reasoning steps",
      title: "Reasoning steps use",
    },
    answerFormats: {
      dimension: "ANSWER_FORMAT",
      option: "--answer-format <format>",
      hint: "the expected form of the answer",
      title: "Answer format",
    },
    subsets: {
      check: "subset",
      video: "video subset",
      dimension: "SUBSET",
      option: "--subset <name>",
      hint: "a subset of the benchmark",
      title: "Subset",
    },
    ...byFlag((flag) => {
      const { asks, label } = QUESTION_FLAGS[flag];
      return { unstated: true, option: optionName(flag), hint: asks, title: label } as const;
    }),
    ...byNumber((name) => {
      const { type, option, says } = QUESTION_NUMBERS[name];
      const range = type === "integer" ? "number of steps" : "share";
      return { check: { range }, unstated: true, secret: true, option, hint: says } as const;
    }),
    keyAmbiguous: {
      check: { answers: "The reviews of keys are not shown" },
      option: "ambiguous-keys",
      hint: "questions whose key was reviewed as ambiguous",
    },
    statistics: {
      check: { filter: "ItemStatisticsFilter" },
      option: "--snapshot <id>",
      hint: "the item snapshot that the next options refer to: snapshot_3",
    },
    text: {
      check: { search: "words" },
      option: "--text <words>",
      hint: "full-text search over question and options",
      title: "Search questions and options",
    },
    keys: { check: "question", video: "video key", option: "--key <key>", hint: "a question by its key; repeatable" },
    videos: { check: "video" },
  }) as const satisfies Readonly<Record<ConditionName, ConditionWords>>)();

/** The words about a condition. */
export const conditionWords = (name: ConditionName): ConditionWords => CONDITION_WORDS[name];

/** The names of the conditions whose words have a property. */
type NameWith<Property extends keyof ConditionWords> = {
  [Name in ConditionName]: (typeof CONDITION_WORDS)[Name] extends { [P in Property]: unknown } ? Name : never;
}[ConditionName];

/** The names of the conditions whose words have a property, in the order of the table. */
export const conditionsWith = (property: keyof ConditionWords): readonly ConditionName[] =>
  CONDITION_NAMES.filter((name) => conditionWords(name)[property] !== undefined);

/** A set of values of a dimension. */
export type DimensionSet = Extract<NameWith<"dimension">, SetName>;
/** A set that `VideoFilter` has as well. */
export type VideoSet = Extract<NameWith<"video">, SetName>;
