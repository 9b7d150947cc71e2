import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { ITEM_STATISTIC_NAMES, ITEM_STATISTICS } from "../../domain/item-statistics.ts";
import { repeatedName } from "../../domain/json-text.ts";
import {
  CONDITION_NAMES,
  CONDITION_WORDS,
  CONDITIONS,
  type ConditionKind,
  type ConditionName,
  conditionWords,
  type QuestionQuantity,
  type RangeName,
} from "../../domain/slice/conditions.ts";
import { AUDIO_TYPES } from "../../domain/vocabulary.ts";
import { exactJson } from "../../sdk/exact-json.ts";
import { OmnidexInputError } from "../../sdk/sdk-errors.ts";
import type { QuestionFilter } from "../../sdk/types.ts";
import {
  collectValues,
  collectWords,
  enumListOption,
  nonEmptyText,
  parseDuration,
  wholeNumber,
} from "../output/option-values.ts";
import { UsageError } from "../output/usage-error.ts";

/** The file descriptor of standard input. */
const STDIN = 0;

/**
 * Reads the keys of questions, one a line, as `omnidex subset --out` writes them. Empty lines are left out.
 * @throws InvalidArgumentError for a file that cannot be read or holds no key
 */
function readKeys(path: string, before: readonly string[] | undefined): readonly string[] {
  const keys = textOf(path)
    .split(/\r?\n/)
    .flatMap((line) => line.trim() || []);
  // A list without values would match no question.
  if (keys.length === 0) throw new InvalidArgumentError("The file contains no keys.");
  return [...(before ?? []), ...keys];
}

function textOf(path: string): string {
  try {
    return readFileSync(path === "-" ? STDIN : path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new InvalidArgumentError(`Cannot read it: ${error instanceof Error ? error.message : error}.`);
  }
}

/** The parsed options of a slice. `SLICE_OPTIONS` has all others, whose values `sliceFilter` reads by their names. */
export interface SliceOptions {
  readonly filter?: QuestionFilter;
}

/** An option, and the place in a filter of the value that it sets: `["durationSeconds", "gte"]`. */
export interface PlacedOption {
  readonly create: () => Option;
  readonly path: readonly [condition: string, ...members: readonly string[]];
}

/**
 * Adds the options of a slice to a command. List options can be repeated and take comma-separated values.
 * @param benchmark false if the command takes the benchmark by other means
 */
export function addSliceOptions(
  command: Command,
  { benchmark = true }: { readonly benchmark?: boolean } = {},
): Command {
  const placed = SLICE_OPTIONS.filter(({ path: [condition] }) => benchmark || condition !== "benchmarks");
  const whole = new Option("--filter <json>", "a QuestionFilter as JSON, which must also match").argParser(parseFilter);
  for (const option of [...placed.map(({ create }) => create()), whole]) command.addOption(option.helpGroup("Slice:"));
  return command;
}

/** The options of a condition. */
function optionsOf(condition: ConditionName): readonly PlacedOption[] {
  const { option, hint = "", unstated } = conditionWords(condition);
  if (option === undefined) return [];
  const { kind, values }: ConditionKind = CONDITIONS[condition];
  const placed = <T>(
    flags: string,
    text: string,
    parse?: (text: string, before: T) => T,
    ...members: readonly string[]
  ): PlacedOption => ({
    create: () => (parse === undefined ? new Option(flags, text) : new Option(flags, text).argParser(parse)),
    path: [condition, ...members],
  });
  const bounds = (name: string, says: string, quantity: QuestionQuantity, ...members: readonly string[]) => {
    const [value, parse] = NUMBERS[quantity];
    return [
      placed(`--min-${name} <${value}>`, `at least: ${says}`, parse, ...members, "gte"),
      placed(`--max-${name} <${value}>`, `at most: ${says}`, parse, ...members, "lte"),
    ];
  };
  switch (kind) {
    case "set":
      if (values !== undefined) return [{ create: () => enumListOption(option, hint, values), path: [condition] }];
      if (condition !== "keys") return [placed(option, hint, collectWords)];
      return [placed(option, hint, collectValues), placed("--keys-from <file>", KEYS_FROM, readKeys)];
    case "range":
      return bounds(option, hint, CONDITION_WORDS[condition as RangeName].check.range);
    case "flag":
      return [
        placed(`--${option}`, hint),
        placed(`--no-${option}`, unstated ? STATED_OPPOSITE : "all other questions"),
      ];
    case "audio":
      return AUDIO_MODES.map(([mode, suffix, which]) => ({
        create: () => enumListOption(option.replace(" ", `${suffix} `), `${which} ${hint}`, AUDIO_TYPES),
        path: [condition, mode],
      }));
    case "text":
      return [placed(option, hint, nonEmptyText)];
    default:
      return [
        placed(option, hint, nonEmptyText, "snapshot"),
        ...ITEM_STATISTIC_NAMES.flatMap((name) => {
          const { option: own, says, least } = ITEM_STATISTICS[name];
          return bounds(own, says, least < 0 ? "correlation" : "share", name);
        }),
      ];
  }
}

const KEYS_FROM = "the questions whose keys are in a file, one a line; - for standard input";
const STATED_OPPOSITE = "the opposite, where the benchmark states it";
/** The lists of audio types, with the ends of their options and of their descriptions' first words. */
const AUDIO_MODES = [
  ["any", "", "at least one"],
  ["all", "-all", "all"],
  ["none", "-none", "none"],
] as const;

/** A parser for numbers from `least` to 1. @throws InvalidArgumentError for anything else */
function numberFrom(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === "" || !(number >= least && number <= 1))
      throw new InvalidArgumentError(`It must be a number from ${least} to 1.`);
    return number;
  };
}

/** How the bounds of each quantity are shown in the help, and parsed. */
const NUMBERS: Readonly<Record<QuestionQuantity, readonly [value: string, parse: (text: string) => number]>> = {
  duration: ["time", parseDuration],
  "number of steps": ["n", wholeNumber(0)],
  share: ["n", numberFrom(0)],
  correlation: ["n", numberFrom(-1)],
};

const SLICE_OPTIONS: readonly PlacedOption[] = CONDITION_NAMES.flatMap(optionsOf);

/** The options that set a field of a filter, such as `--task` for `tasks`; null for a field without an option. */
export function optionsFor(field: string, options: readonly PlacedOption[] = SLICE_OPTIONS): string | null {
  const own = options.filter(({ path }) => path.findLast((name) => !MEMBERS.has(name)) === field);
  const flags = own.map(({ create }) => create().long);
  return (own[0]?.path.at(-1) === "gte" ? flags.join(", ") : flags[0]) ?? null;
}

const MEMBERS: ReadonlySet<string> = new Set(["gte", "lt", "lte", "any", "all", "none"]);

/**
 * The options as a filter for the server; an empty filter matches everything.
 * @throws {UsageError} for a bound of a statistic without a snapshot
 */
export function sliceFilter(options: SliceOptions): QuestionFilter {
  const filter: QuestionFilter = filterOf(options, SLICE_OPTIONS);
  const { statistics } = filter;
  if (statistics != null && statistics.snapshot === undefined)
    throw new UsageError(
      `A condition on '${Object.keys(statistics)[0]}' needs --snapshot.`,
      "'omnidex snapshots <benchmark>' lists the snapshots of a benchmark.",
    );
  if (options.filter === undefined) return filter;
  return Object.keys(filter).length === 0 ? options.filter : { ...filter, and: [options.filter] };
}

/** The filter that the parsed options set. */
export function filterOf(options: object, placed: readonly PlacedOption[]): Fields {
  const values = new Map<string, unknown>(Object.entries(options));
  return placed.reduce<Fields>((fields, { create, path }) => {
    const value = values.get(create().attributeName());
    return value === undefined ? fields : withValue(fields, path, value);
  }, {});
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields with a value at a path. Two lists at one path, as of `--key` and `--keys-from`, are joined. */
function withValue(fields: Fields, [name = "", ...rest]: readonly string[], value: unknown): Fields {
  const before = fields[name];
  if (rest.length > 0) return { ...fields, [name]: withValue((before ?? {}) as Fields, rest, value) };
  return { ...fields, [name]: Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value };
}

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
