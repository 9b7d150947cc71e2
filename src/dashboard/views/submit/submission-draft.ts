import type { RunProtocol } from "../../../domain/run-protocol.ts";
import type { SubmissionHeader } from "../../../formats/rows/submission-row.ts";
import type { Modality, Visibility } from "../../../sdk/index.ts";
import type { RunFields } from "../../../submitting/dry-run.ts";

/** The fields of a run as typed in the form. */
export interface Draft {
  readonly benchmark: string;
  readonly model: string;
  readonly organization: string;
  readonly parameters: string;
  readonly modelUrl: string;
  readonly inputs: readonly Modality[];
  readonly frames: string;
  readonly seed: string;
  readonly prompt: string;
  readonly notes: string;
  readonly openEnded: boolean;
  readonly visibility: Visibility;
  /** The protocol that the file states. */
  readonly protocol: RunProtocol | null;
}

export const EMPTY_DRAFT: Draft = {
  benchmark: "",
  model: "",
  organization: "",
  parameters: "",
  modelUrl: "",
  inputs: [],
  frames: "",
  seed: "",
  prompt: "",
  notes: "",
  openEnded: false,
  visibility: "PRIVATE",
  protocol: null,
};

/**
 * Fills the empty fields with the values from the file. Typed values stay. Inputs that only the file's name or prompt suggests are
 * not filled in, because either may leave some of them out.
 */
export function filledDraft(draft: Draft, header: SubmissionHeader, benchmarks: readonly string[]): Draft {
  const known = header.benchmark !== undefined && benchmarks.includes(header.benchmark) ? header.benchmark : "";
  return {
    benchmark: draft.benchmark || known,
    model: draft.model || (header.model ?? ""),
    organization: draft.organization || (header.organization ?? ""),
    parameters: draft.parameters || (header.parameters ?? ""),
    modelUrl: draft.modelUrl || (header.modelUrl ?? ""),
    inputs: draft.inputs.length > 0 || header.inputsAreNamed === true ? draft.inputs : (header.inputs ?? []),
    frames: draft.frames || numberText(header.frames),
    seed: draft.seed || numberText(header.seed),
    prompt: draft.prompt || (header.prompt ?? ""),
    notes: draft.notes || (header.notes ?? ""),
    openEnded: draft.openEnded || header.openEnded === true,
    visibility: draft.visibility,
    protocol: header.protocol ?? null,
  };
}

const numberText = (value: number | undefined): string => (value === undefined ? "" : String(value));

/** The optional fields that are folded away until the reader opens them. */
export const OPTIONAL_FIELDS = [
  "frames",
  "seed",
  "organization",
  "parameters",
  "modelUrl",
  "prompt",
  "notes",
  "openEnded",
] as const satisfies readonly (keyof Draft)[];

/** The folded fields that have a value, as a text. It shows what the file has filled in. */
export function optionalText({
  frames,
  seed,
  organization,
  parameters,
  modelUrl,
  prompt,
  notes,
  openEnded,
  protocol,
}: Draft): string {
  const texts = [
    frames.trim() && `${frames.trim()} frames`,
    seed.trim() && `seed ${seed.trim()}`,
    organization.trim(),
    parameters.trim(),
    modelUrl.trim(),
    prompt.trim() && `prompt ${prompt.trim()}`,
    notes.trim() && "notes",
    openEnded && "asked without options",
    protocol?.harness,
  ];
  return texts.filter(Boolean).join(" · ");
}

/** The names of the fields that are missing or not valid, each with a sentence. */
export type DraftFaults = Partial<Record<keyof Draft, string>>;

/** The faults that prevent a draft from being submitted. Empty if it is valid. */
export function draftFaults({ benchmark, model, inputs, frames, seed, modelUrl }: Draft): DraftFaults {
  return {
    ...(benchmark === "" && { benchmark: "Choose the benchmark that the file answers." }),
    ...(model.trim() === "" && { model: "Enter the model's name." }),
    ...(inputs.length === 0 && { inputs: "Choose what the model was given." }),
    ...(!isWhole(frames, 1) && { frames: "Enter a whole number from 1 on, or nothing." }),
    ...(!isWhole(seed, 0) && { seed: "Enter a whole number from 0 on, or nothing." }),
    ...(modelUrl !== "" && !/^https?:\/\/\S+$/.test(modelUrl.trim()) && { modelUrl: "Enter an http or https URL." }),
  };
}

const isWhole = (text: string, least: number): boolean =>
  text.trim() === "" || (/^\d{1,9}$/.test(text.trim()) && Number(text) >= least);

/** Converts a draft without faults to the input of the API. */
export function runFieldsOf(draft: Draft): RunFields {
  const { organization, parameters, modelUrl, frames, seed, prompt, notes } = draft;
  return {
    benchmark: draft.benchmark,
    model: {
      name: draft.model.trim(),
      ...(organization.trim() !== "" && { organization: organization.trim() }),
      ...(parameters.trim() !== "" && { parameters: parameters.trim() }),
      ...(modelUrl.trim() !== "" && { url: modelUrl.trim() }),
    },
    inputs: [...draft.inputs],
    visibility: draft.visibility,
    ...(frames.trim() !== "" && { frames: Number(frames) }),
    ...(seed.trim() !== "" && { seed: Number(seed) }),
    ...(prompt.trim() !== "" && { prompt: prompt.trim() }),
    ...(notes.trim() !== "" && { notes: notes.trim() }),
    ...(draft.openEnded && { openEnded: true }),
    ...(draft.protocol !== null && { protocol: draft.protocol }),
  };
}
