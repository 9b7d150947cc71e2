import { type Command, InvalidArgumentError, Option } from "commander";
import { FEWEST_PARAMETERS, SIZE_UNITS } from "../../domain/model-size.ts";
import type { Confirmations, Modality, RunFilter, Visibility } from "../../sdk/types.ts";
import { enumOption, modalitiesOption } from "../slice/enum-option.ts";
import { collectValues, collectWords } from "../slice/enum-values.ts";
import { instantOption } from "../slice/instant.ts";

const CONFIRMATIONS = ["SINGLE", "DOUBLE"] as const satisfies readonly Confirmations[];
const VISIBILITIES = ["PRIVATE", "PUBLIC"] as const satisfies readonly Visibility[];

/** How runs are named in arguments. */
export const RUN_ARGUMENT = "its id (run_3, or 3), 'latest', or the name of a model that has one run";

/** The options that select runs. */
export interface RunOptions {
  readonly model?: readonly string[];
  readonly inputs?: readonly Modality[];
  readonly visibility?: Visibility;
  readonly openEnded?: boolean;
  readonly confirmations?: Confirmations;
  readonly organization?: readonly string[];
  readonly minParameters?: number;
  readonly maxParameters?: number;
  readonly mine?: boolean;
  readonly since?: string;
  readonly before?: string;
}

/** Adds the options that select runs to a command. */
export function addRunOptions(command: Command): Command {
  const chosen = (option: Option): Command => command.addOption(option.helpGroup("Runs:"));
  chosen(new Option("--model <slug>", "runs of this model; repeat it or use commas").argParser(collectWords));
  chosen(modalitiesOption("--inputs <modalities>", "runs with exactly these inputs: video,audio"));
  chosen(enumOption("--visibility <visibility>", "public or private runs", VISIBILITIES));
  chosen(new Option("--open-ended", "runs whose questions were asked without their options"));
  chosen(new Option("--no-open-ended", "runs whose questions were asked with their options"));
  chosen(enumOption("--confirmations <mode>", "single or double: runs without or with confirmations", CONFIRMATIONS));
  chosen(
    new Option("--organization <name>", "runs of models of this organization; repeat it").argParser(collectValues),
  );
  chosen(new Option("--min-parameters <size>", "models of at least this size: 7B, 350M").argParser(parseSize));
  chosen(new Option("--max-parameters <size>", "models of at most this size").argParser(parseSize));
  chosen(new Option("--mine", "your own runs"));
  chosen(new Option("--no-mine", "the runs of other owners"));
  chosen(instantOption("--since <time>", "submitted on this day or later: 2027-01-31, 2027-01-31T12:00:00Z"));
  chosen(instantOption("--before <time>", "submitted before this day or instant"));
  return command;
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

/** The options as the filter that the server takes. */
export function runFilter(options: RunOptions): RunFilter {
  const { model, inputs, visibility, openEnded, confirmations, organization, mine } = options;
  const { minParameters: gte, maxParameters: lte, since, before } = options;
  return {
    ...(model === undefined ? {} : { models: model }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(openEnded === undefined ? {} : { openEnded }),
    ...(confirmations === undefined ? {} : { confirmations }),
    ...(organization === undefined ? {} : { organizations: organization }),
    ...(gte === undefined && lte === undefined ? {} : { parameterCount: { gte, lte } }),
    ...(mine === undefined ? {} : { mine }),
    ...(since === undefined && before === undefined ? {} : { createdAt: { gte: since, lt: before } }),
  };
}
