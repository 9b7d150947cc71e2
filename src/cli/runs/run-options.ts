import { type Command, Option } from "commander";
import type { Confirmations, Modality, RunFilter, Visibility } from "../../sdk/types.ts";
import { enumOption, modalitiesOption } from "../slice/enum-option.ts";
import { collectWords } from "../slice/enum-values.ts";

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
}

/** Adds the options that select runs to a command. */
export function addRunOptions(command: Command): Command {
  const chosen = (option: Option): Command => command.addOption(option.helpGroup("Runs:"));
  chosen(new Option("--model <slug>", "runs of this model; repeat it or use commas").argParser(collectWords));
  chosen(modalitiesOption("--inputs <modalities>", "runs with exactly these: video,audio"));
  chosen(enumOption("--visibility <visibility>", "public or private runs", VISIBILITIES));
  chosen(new Option("--open-ended", "runs asked without the options"));
  chosen(new Option("--no-open-ended", "runs asked with them"));
  chosen(enumOption("--confirmations <mode>", "single or double: runs without or with confirmations", CONFIRMATIONS));
  return command;
}

/** The options as the filter that the server takes. */
export function runFilter({ model, inputs, visibility, openEnded, confirmations }: RunOptions): RunFilter {
  return {
    ...(model === undefined ? {} : { models: model }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(openEnded === undefined ? {} : { openEnded }),
    ...(confirmations === undefined ? {} : { confirmations }),
  };
}
