import { type Command, InvalidArgumentError, Option } from "commander";
import { byStatistic, ITEM_STATISTIC_NAMES, ITEM_STATISTICS } from "../../domain/item-statistics.ts";
import { repeatedName } from "../../domain/json-text.ts";
import { type ByFlag, byFlag, QUESTION_FLAG_NAMES, QUESTION_FLAGS } from "../../domain/question-flags.ts";
import { byNumber, QUESTION_NUMBER_NAMES, QUESTION_NUMBERS } from "../../domain/question-numbers.ts";
import {
  ANSWER_FORMATS,
  AUDIO_TYPES,
  DOMINANCES,
  type Dominance,
  LEVELS,
  STEP_MODALITIES,
  type StepModalities,
} from "../../domain/vocabulary.ts";
import { exactJson } from "../../sdk/exact-json.ts";
import { OmnidexInputError } from "../../sdk/input-error.ts";
import type {
  AnswerFormat,
  AudioType,
  FloatRange,
  ItemStatisticsFilter,
  Level,
  QuestionFilter,
} from "../../sdk/types.ts";
import { UsageError } from "../usage-error.ts";
import { parseDuration } from "./duration.ts";
import { enumListOption, wholeNumber } from "./enum-option.ts";
import { collectValues, collectWords, nonEmptyText } from "./enum-values.ts";
import { readKeys } from "./key-file.ts";

/** The options for the bounds of a number, under commander's names: `minSteps` and `maxSteps`. */
type BoundOptions = { readonly [K in `${"min" | "max"}${Capitalize<string>}`]?: number };

/** The parsed options of a slice. */
export interface SliceOptions extends Partial<ByFlag<boolean>>, BoundOptions {
  readonly benchmark?: readonly string[];
  readonly audio?: readonly AudioType[];
  readonly audioAll?: readonly AudioType[];
  readonly audioNone?: readonly AudioType[];
  readonly level?: readonly Level[];
  readonly task?: readonly string[];
  readonly category?: readonly string[];
  readonly minDuration?: number;
  readonly maxDuration?: number;
  readonly durationLabel?: readonly string[];
  readonly dominance?: readonly Dominance[];
  readonly stepModalities?: readonly StepModalities[];
  readonly answerFormat?: readonly AnswerFormat[];
  readonly subset?: readonly string[];
  readonly text?: string;
  readonly ambiguousKeys?: boolean;
  readonly snapshot?: string;
  readonly key?: readonly string[];
  /** The keys in the file that `--keys-from` names. */
  readonly keysFrom?: readonly string[];
  readonly filter?: QuestionFilter;
}

/**
 * Adds the options of a slice to a command. List options can be repeated and take comma-separated values.
 * @param benchmark false if the command takes the benchmark by other means
 */
export function addSliceOptions(
  command: Command,
  { benchmark = true }: { readonly benchmark?: boolean } = {},
): Command {
  const options = [
    ...(benchmark ? [BENCHMARK_OPTION] : []),
    ...LABEL_OPTIONS,
    ...VIDEO_OPTIONS,
    ...QUESTION_OPTIONS,
    ...STATISTIC_OPTIONS,
    ...LAST_OPTIONS,
  ];
  for (const create of options) command.addOption(create().helpGroup("Slice:"));
  return command;
}

type CreateOption = () => Option;

function list(flags: string, description: string): CreateOption {
  return () => new Option(flags, description).argParser(collectWords);
}
function flag(flags: string, description: string): CreateOption {
  return () => new Option(flags, description);
}
function word(flags: string, description: string): CreateOption {
  return () => new Option(flags, description).argParser(nonEmptyText);
}
function enums(flags: string, description: string, values: readonly string[]): CreateOption {
  return () => enumListOption(flags, description, values);
}

const BENCHMARK_OPTION = list("-b, --benchmark <slug>", "only this benchmark; like all lists, repeat it or use commas");

const LABEL_OPTIONS = [
  enums("--audio <type>", "at least one of these audio types", AUDIO_TYPES),
  enums("--audio-all <type>", "all of these audio types", AUDIO_TYPES),
  enums("--audio-none <type>", "none of these audio types", AUDIO_TYPES),
  enums("--level <level>", "the cognitive level of the question", LEVELS),
  list("--task <slug>", "a task"),
  enums("--dominance <modality>", "the modality that the task relies on", DOMINANCES),
];

const VIDEO_OPTIONS: readonly CreateOption[] = [
  list("--category <slug>", "a category, and its subcategories"),
  () =>
    new Option("--min-duration <time>", "videos of at least this duration: 90, 90s, 10m, 1h30m").argParser(
      parseDuration,
    ),
  () => new Option("--max-duration <time>", "videos of at most this duration").argParser(parseDuration),
  list("--duration-label <word>", "the benchmark's own word for the duration: 1-2min"),
];

/** `requires-audio` for `requiresAudio`. */
const optionName = (flag: string): string => flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const QUESTION_OPTIONS: readonly CreateOption[] = [
  enums("--answer-format <format>", "the expected form of the answer", ANSWER_FORMATS),
  ...QUESTION_FLAG_NAMES.flatMap((name) => [
    flag(`--${optionName(name)}`, QUESTION_FLAGS[name].asks),
    flag(`--no-${optionName(name)}`, "the opposite, where the benchmark states it"),
  ]),
  ...QUESTION_NUMBER_NAMES.flatMap((name) => {
    const { option, says, type } = QUESTION_NUMBERS[name];
    const parse = type === "integer" ? wholeNumber(0) : numberFrom(0);
    const bound = (flags: string, which: string) => () => new Option(flags, `${which}: ${says}`).argParser(parse);
    return [bound(`--min-${option} <n>`, "at least"), bound(`--max-${option} <n>`, "at most")];
  }),
  enums("--step-modalities <which>", "the modalities of the reasoning steps", STEP_MODALITIES),
  list("--subset <name>", "a subset of the benchmark"),
  word("--text <words>", "full-text search over question and options"),
];

const STATISTIC_OPTIONS: readonly CreateOption[] = [
  flag("--ambiguous-keys", "questions whose key was reviewed as ambiguous"),
  flag("--no-ambiguous-keys", "all questions but those whose key was reviewed as ambiguous"),
  word("--snapshot <id>", "the item snapshot that the next options refer to: snapshot_3"),
  ...ITEM_STATISTIC_NAMES.flatMap((name) => {
    const { option, says, least } = ITEM_STATISTICS[name];
    const parse = numberFrom(least);
    const bound = (flags: string, which: string) => () => new Option(flags, `${which}: ${says}`).argParser(parse);
    return [bound(`--min-${option} <n>`, "at least"), bound(`--max-${option} <n>`, "at most")];
  }),
];

const LAST_OPTIONS: readonly CreateOption[] = [
  () => new Option("--key <key>", "a question by its key; repeatable").argParser(collectValues),
  () =>
    new Option(
      "--keys-from <file>",
      "the questions whose keys are in a file, one a line; - for standard input",
    ).argParser(readKeys),
  () => new Option("--filter <json>", "a QuestionFilter as JSON, which must also match").argParser(parseFilter),
];

/** The options as a filter for the server; an empty filter matches everything. */
export function sliceFilter(options: SliceOptions): QuestionFilter {
  const { audio, audioAll, audioNone, minDuration, maxDuration } = options;
  const audioTypes = given({ any: audio, all: audioAll, none: audioNone });
  const durationSeconds: FloatRange = given({ gte: minDuration, lte: maxDuration });
  const filter = given({
    benchmarks: options.benchmark,
    audioTypes: isEmpty(audioTypes) ? undefined : audioTypes,
    levels: options.level,
    tasks: options.task,
    categories: options.category,
    durationSeconds: isEmpty(durationSeconds) ? undefined : durationSeconds,
    durationLabels: options.durationLabel,
    dominances: options.dominance,
    stepModalities: options.stepModalities,
    ...byNumber((name) => rangeOf(options, QUESTION_NUMBERS[name].option)),
    answerFormats: options.answerFormat,
    ...byFlag((name) => options[name]),
    subsets: options.subset,
    text: options.text,
    keyAmbiguous: options.ambiguousKeys,
    statistics: statisticsFilter(options),
    keys: keysOf(options),
  });
  if (options.filter === undefined) return filter;
  return isEmpty(filter) ? options.filter : { ...filter, and: [options.filter] };
}

/** The range of the options `--min-…` and `--max-…`, or undefined without bounds. */
function rangeOf(options: SliceOptions, option: string): FloatRange | undefined {
  const end = option.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Capitalize<string>;
  const range = given({ gte: options[`min${end}`], lte: options[`max${end}`] });
  return isEmpty(range) ? undefined : range;
}

/** The conditions on an item snapshot. @throws {UsageError} for a bound without a snapshot */
function statisticsFilter(options: SliceOptions): ItemStatisticsFilter | undefined {
  const { snapshot } = options;
  const bounds = given(byStatistic((name) => rangeOf(options, ITEM_STATISTICS[name].option)));
  if (snapshot !== undefined) return { snapshot, ...bounds };
  const [first] = Object.keys(bounds);
  if (first === undefined) return undefined;
  throw new UsageError(
    `A condition on '${first}' needs --snapshot.`,
    "'omnidex snapshots <benchmark>' lists the snapshots of a benchmark.",
  );
}

/** The keys of `--key` and `--keys-from` together. */
const keysOf = ({ key, keysFrom }: SliceOptions): readonly string[] | undefined =>
  key === undefined && keysFrom === undefined ? undefined : [...(key ?? []), ...(keysFrom ?? [])];

/** A parser for numbers from `least` to 1. @throws InvalidArgumentError for anything else */
function numberFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === "" || !(number >= least && number <= 1))
      throw new InvalidArgumentError(`It must be a number from ${least} to 1.`);
    return number;
  };
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The object without undefined fields. */
const given = <T extends object>(value: T): Given<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Given<T>;

function parseFilter(text: string): QuestionFilter {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${error instanceof Error ? error.message : error}.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new InvalidArgumentError('It must be an object such as {"levels":["REASONING"]}.');
  const repeated = repeatedName(text, value);
  if (repeated !== null) throw new InvalidArgumentError(`The field '${repeated.join(".")}' is given twice.`);
  try {
    // A number such as 1e400 is Infinity, which would be sent as null, and the filter would lack the condition.
    exactJson({ filter: value });
  } catch (error) {
    throw error instanceof OmnidexInputError ? new InvalidArgumentError(error.message) : error;
  }
  return value as QuestionFilter;
}
