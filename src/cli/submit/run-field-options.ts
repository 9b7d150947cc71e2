import { type RunProtocol, statedProtocol } from "../../domain/run-protocol.ts";
import { MODALITIES } from "../../domain/vocabulary.ts";
import type { SubmissionFormatName } from "../../formats/rows/submission-format.ts";
import type { SubmissionHeader } from "../../formats/rows/submission-row.ts";
import type { Modality, Visibility } from "../../sdk/types.ts";
import type { RunFields } from "../../submitting/dry-run.ts";
import { UsageError } from "../output/usage-error.ts";

export interface SubmitCommandOptions {
  readonly benchmark?: string;
  readonly model?: string;
  readonly parameters?: string;
  readonly organization?: string;
  readonly modelUrl?: string;
  readonly inputs?: readonly Modality[];
  readonly frames?: number;
  readonly seed?: number;
  readonly prompt?: string;
  readonly protocol?: RunProtocol;
  readonly notes?: string;
  readonly reportUrl?: string;
  readonly anonymous?: boolean;
  readonly namesAt?: string;
  readonly openEnded?: boolean;
  readonly judge?: boolean;
  readonly visibility?: Visibility;
  readonly idempotencyKey?: string;
  readonly format: SubmissionFormatName | "auto";
  readonly recipe?: string;
  readonly epoch?: number;
  readonly each?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly allowPartial?: boolean;
  readonly json?: boolean;
}

/**
 * The fields of the run, from the options or else from the file. The command fails if neither states the benchmark, the
 * model or the inputs.
 * @throws {UsageError} that names the options to pass
 */
export function runFields(options: SubmitCommandOptions, header: SubmissionHeader): RunFields {
  const benchmark = options.benchmark ?? header.benchmark;
  const name = options.model ?? header.model;
  const inputs = options.inputs ?? header.inputs;
  if (benchmark === undefined || name === undefined || inputs === undefined) throw missing({ benchmark, name, inputs });
  const parameters = options.parameters ?? header.parameters;
  const organization = options.organization ?? header.organization;
  const url = options.modelUrl ?? header.modelUrl;
  return {
    benchmark,
    model: defined({ name, parameters, organization, url }),
    // The idempotency key depends on the order of the inputs, but the order on the command line has no meaning.
    inputs: MODALITIES.filter((modality) => inputs.includes(modality)),
    ...defined({
      frames: options.frames ?? header.frames,
      seed: options.seed ?? header.seed,
      prompt: options.prompt ?? header.prompt,
      protocol: statedProtocol({ ...header.protocol, ...options.protocol }) ?? undefined,
      notes: options.notes ?? header.notes,
      reportUrl: options.reportUrl ?? header.reportUrl,
      anonymous: options.anonymous ?? (options.namesAt === undefined ? undefined : true),
      namesAt: options.namesAt,
      openEnded: options.openEnded ?? header.openEnded,
      judge: options.judge,
      visibility: options.visibility,
      idempotencyKey: options.idempotencyKey,
    }),
  };
}

/**
 * The inputs that only a file's name or prompt suggests; null if the options or the file state them. Either may leave inputs
 * out: VLMEvalKit's names and lmms-eval's prompts name the frames of a video, whatever else the model was given.
 */
export const suggestedInputs = (
  { inputs: stated }: Pick<SubmitCommandOptions, "inputs">,
  { inputs: found, inputsAreNamed }: Pick<SubmissionHeader, "inputs" | "inputsAreNamed">,
): readonly Modality[] | null =>
  stated === undefined && found !== undefined && inputsAreNamed === true ? found : null;

/** What a run must have, with the option that states it. */
const REQUIRED = {
  benchmark: ["which benchmark it belongs to", "--benchmark worldsense"],
  name: ["which model made it", "--model my-model"],
  inputs: ["what the model was given", "--inputs video,audio"],
} as const;

function missing(fields: Readonly<Record<keyof typeof REQUIRED, unknown>>): UsageError {
  const absent = (["benchmark", "name", "inputs"] as const).filter((name) => fields[name] === undefined);
  const what = absent.map((name) => REQUIRED[name][0]).join(", or ");
  return new UsageError(
    `The file does not say ${what}.`,
    `State ${absent.length === 1 ? "it" : "them"}: ${absent.map((name) => REQUIRED[name][1]).join(" ")}`,
  );
}

/** The object without undefined fields. */
const defined = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
