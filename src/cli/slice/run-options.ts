import { type Command, InvalidArgumentError, Option } from "commander";
import { FEWEST_PARAMETERS, SIZE_UNITS } from "../../domain/model-size.ts";
import { RUN_CONDITION_NAMES, type RunConditionName, type RunQuantity, runCondition } from "../../domain/run-filter.ts";
import type { RunFilter } from "../../sdk/types.ts";
import {
  collectValues,
  collectWords,
  enumOption,
  instantOption,
  modalitiesOption,
  wholeNumber,
} from "../output/option-values.ts";
import { filterOf, optionsFor, type PlacedOption } from "./slice-options.ts";

/** How runs are named in arguments. */
export const RUN_ARGUMENT = "its id (run_3, or 3), 'latest', or the name of a model that has one run";

/** The parsed options that select runs. `runFilter` reads them by their names. */
export type RunOptions = object;

/** Adds the options that select runs to a command. */
export function addRunOptions(command: Command): Command {
  for (const { create } of RUN_OPTIONS) command.addOption(create().helpGroup("Runs:"));
  return command;
}

/** The options of a condition. */
function optionsOf(name: RunConditionName): readonly PlacedOption[] {
  const { kind, option = "", hint = "", opposite = "", values, check } = runCondition(name);
  const placed = (create: () => Option, ...members: readonly string[]): PlacedOption => ({
    create,
    path: [name, ...members],
  });
  if (kind === "time")
    return [
      placed(
        () => instantOption("--since <time>", "submitted on this day or later: 2027-01-31, 2027-01-31T12:00:00Z"),
        "gte",
      ),
      placed(() => instantOption("--before <time>", "submitted before this day or instant"), "lt"),
    ];
  if (option === "") return [];
  if (kind === "flag")
    return [placed(() => new Option(`--${option}`, hint)), placed(() => new Option(`--no-${option}`, opposite))];
  if (kind === "one") return [placed(() => enumOption(option, hint, values ?? []))];
  if (kind === "set") {
    if (values !== undefined) return [placed(() => modalitiesOption(option, hint))];
    // The name of an organization may contain a comma.
    const words = name === "organizations" ? collectValues : collectWords;
    return [placed(() => new Option(option, hint).argParser(words))];
  }
  const parse = NUMBERS[(check as { readonly range: RunQuantity }).range];
  return [
    placed(() => new Option(`--min-${option}`, `at least: ${hint}`).argParser(parse), "gte"),
    placed(() => new Option(`--max-${option}`, `at most: ${hint}`).argParser(parse), "lte"),
  ];
}

const UNITS = { "": 1, ...SIZE_UNITS } as const;
const SIZE = /^(?<number>\d+(?:\.\d+)?)(?<unit>[KMBT]?)$/;

/** Parses the size of a model: 7B, 350M. @throws InvalidArgumentError for anything else */
function parseSize(text: string): number {
  const { number, unit } = SIZE.exec(text.trim().toUpperCase())?.groups ?? {};
  if (number === undefined) throw new InvalidArgumentError("Sizes look like 350M, 7B or 7000000000.");
  const size = Number(number) * UNITS[(unit ?? "") as keyof typeof UNITS];
  if (size > 0 && size < FEWEST_PARAMETERS)
    throw new InvalidArgumentError(`That is ${size} parameters. Sizes look like 350M, 7B or 7000000000.`);
  return size;
}

/** How the bounds of each quantity are parsed. */
const NUMBERS: Readonly<Record<RunQuantity, (text: string) => number>> = {
  "number of parameters": parseSize,
  "number of frames": wholeNumber(1),
};

const RUN_OPTIONS: readonly PlacedOption[] = RUN_CONDITION_NAMES.flatMap(optionsOf);

/** The options as the filter that the server takes. */
export const runFilter = (options: RunOptions): RunFilter => filterOf(options, RUN_OPTIONS);

/** The options that set a field of `RunFilter`; null for a field without an option. */
export const runOptionsFor = (field: string): string | null => optionsFor(field, RUN_OPTIONS);
