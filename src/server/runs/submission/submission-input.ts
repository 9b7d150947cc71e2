import { badInput, checkText, OmnidexError } from "../../../domain/errors.ts";
import { readInstant } from "../../../domain/instant.ts";
import { checkProtocol, type RunProtocol, statedProtocol } from "../../../domain/run-protocol.ts";
import { isPseudonymSlug, slugify } from "../../../domain/slug.ts";
import { distinctInputs, MODALITIES, type Modality } from "../../../domain/vocabulary.ts";
import { isWebAddress, WEB_ADDRESS } from "../../../domain/web-address.ts";
import type { ModelRecord } from "../model-writes.ts";
import type { ConcealedFields } from "../pseudonym-writes.ts";
import type { RunRecord } from "../run-writes.ts";

/** One row of a submission, as the API delivers it. */
export interface PredictionInput {
  readonly question: string;
  readonly response?: string | null | undefined;
  readonly error?: string | null | undefined;
  readonly confirmation?: string | null | undefined;
}

/** `CreateRunInput` of the schema. */
export interface RunInput {
  readonly benchmark: string;
  readonly model: {
    readonly name: string;
    readonly parameters?: string | null | undefined;
    readonly organization?: string | null | undefined;
    readonly url?: string | null | undefined;
  };
  readonly inputs: readonly Modality[];
  readonly frames?: number | null | undefined;
  readonly seed?: number | null | undefined;
  readonly prompt?: string | null | undefined;
  readonly protocol?: RunProtocol | null | undefined;
  readonly notes?: string | null | undefined;
  readonly reportUrl?: string | null | undefined;
  readonly visibility?: "PRIVATE" | "PUBLIC" | null | undefined;
  /** Whether a judge reads the responses that the extractor cannot read. */
  readonly judge?: boolean | null | undefined;
  /** The model was asked multiple-choice questions without their options. */
  readonly openEnded?: boolean | null | undefined;
  /** The model is shown under a pseudonym until the run is named. */
  readonly anonymous?: boolean | null | undefined;
  /** When an anonymous run is named, in ISO 8601. */
  readonly namesAt?: unknown;
  readonly idempotencyKey: string;
}

/** `SubmitRunInput` of the schema. */
export interface SubmissionInput extends RunInput {
  readonly predictions: readonly PredictionInput[];
}

/** The maximum number of predictions in one call. */
export const MAX_PREDICTIONS = 10_000;

/** A problem with one field of a submission: `InputIssue` of the schema. */
export interface InputIssue {
  readonly field: string;
  readonly message: string;
}

/** Runs the check of a field. Returns a list with the issue if the check fails, otherwise an empty list. */
export function issueOf(field: string, check: () => void): readonly InputIssue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof OmnidexError && error.code === "BAD_USER_INPUT") return [{ field, message: error.message }];
    throw error;
  }
}

/** The issues in an error's details; undefined for an error that is not about the fields of a submission. */
export function issuesOf(error: unknown): readonly InputIssue[] | undefined {
  const issues = error instanceof OmnidexError ? error.details?.issues : undefined;
  return Array.isArray(issues) && issues.every(isInputIssue) ? issues : undefined;
}

const isInputIssue = (value: unknown): value is InputIssue =>
  typeof value === "object" && value !== null && "field" in value && "message" in value;

/** A new run as its submission describes it. */
export interface ParsedRun {
  readonly model: ModelRecord;
  /** When an anonymous run is to be named. */
  readonly namesAt: Date | null;
  /** What an anonymous run conceals besides its model; null for any other run. */
  readonly concealed: ConcealedFields | null;
  readonly record: Pick<
    RunRecord,
    | "inputs"
    | "frames"
    | "seed"
    | "prompt"
    | "protocol"
    | "notes"
    | "reportUrl"
    | "visibility"
    | "judge"
    | "openEnded"
    | "idempotencyKey"
  >;
}

const NOTHING: ConcealedFields = { notes: null, reportUrl: null };

/** The run that a submission without issues describes. */
export function parseRun(input: RunInput): ParsedRun {
  const { model, frames = null, seed = null, prompt = null, notes = null, reportUrl = null, idempotencyKey } = input;
  const stated: ConcealedFields = { notes, reportUrl };
  const isAnonymous = input.anonymous === true;
  return {
    model: {
      slug: slugify(model.name),
      name: model.name.trim(),
      parameters: model.parameters ?? null,
      organization: model.organization ?? null,
      url: model.url ?? null,
    },
    namesAt: namingDate(input),
    concealed: isAnonymous ? stated : null,
    record: {
      ...(isAnonymous ? NOTHING : stated),
      inputs: distinctInputs(input.inputs),
      frames,
      seed,
      prompt,
      protocol: statedProtocol(input.protocol),
      visibility: input.visibility ?? "PRIVATE",
      judge: input.judge === true,
      openEnded: input.openEnded === true,
      idempotencyKey,
    },
  };
}

/** The issues of a submission's fields that depend on the input alone. */
export function inputIssues(input: RunInput, predictions: readonly PredictionInput[] | null): readonly InputIssue[] {
  const { idempotencyKey, model, inputs, prompt, notes, frames, reportUrl } = input;
  return [
    ...issueOf("idempotencyKey", () => checkText("idempotencyKey", idempotencyKey, 1, 200)),
    ...issueOf("model.name", () => checkModelName(model.name)),
    ...MODEL_CARD.flatMap((field) => issueOf(`model.${field}`, () => checkModelCard({ [field]: model[field] }))),
    ...issueOf("prompt", () => checkRunCard({ prompt })),
    ...issueOf("notes", () => checkRunCard({ notes })),
    ...issueOf("protocol", () => checkProtocol(input.protocol)),
    ...issueOf("frames", () => checkRunCard({ frames })),
    ...issueOf("reportUrl", () => checkRunCard({ reportUrl })),
    ...issueOf("namesAt", () => checkNamingDate(input)),
    ...issueOf("inputs", () => checkInputs(inputs)),
    ...(predictions === null ? [] : issueOf("predictions", () => checkPredictionCount(predictions))),
  ];
}

/** @throws `BAD_USER_INPUT` that names the field */
export function checkModelName(name: string, field = "model.name"): void {
  checkText(field, name.trim(), 1, 200);
  if (slugify(name) === "") throw badInput(`'${field}' must contain a letter or a digit.`);
  if (isPseudonymSlug(slugify(name)))
    throw badInput(`'${field}' must not be a name that the server gives to the models of anonymous runs.`);
}

/** When an anonymous run is to be named; null for no date. @throws `BAD_USER_INPUT` that names the field */
function namingDate({ namesAt }: Pick<RunInput, "namesAt">): Date | null {
  return namesAt == null ? null : readInstant("namesAt", namesAt);
}

function checkNamingDate(input: RunInput): void {
  if (namingDate(input) !== null && input.anonymous !== true)
    throw badInput("'namesAt' is for anonymous runs: set 'anonymous', or leave it out.");
}

function checkInputs(inputs: RunInput["inputs"]): void {
  if (inputs.length === 0) throw badInput(`'inputs' must name at least one of ${MODALITIES.join(", ")}.`);
}

const MODEL_CARD = ["parameters", "organization", "url"] as const;

/** @throws `BAD_USER_INPUT` that names the field */
export function checkModelCard(model: Partial<RunInput["model"]>): void {
  for (const field of MODEL_CARD) checkText(`model.${field}`, model[field], 0, 500);
  checkAddress("model.url", model.url);
}

/** @throws `BAD_USER_INPUT` that names the field */
export function checkRunCard({ prompt, notes, frames, reportUrl, protocol }: RunCard): void {
  checkProtocol(protocol);
  checkText("prompt", prompt, 0, 500);
  checkText("notes", notes, 0, 10_000);
  if (frames != null && frames < 1) throw badInput(`'frames' must be at least 1; got ${frames}.`);
  checkText("reportUrl", reportUrl, 0, 2_000);
  checkReportAddress(reportUrl);
}

type RunCard = Pick<RunInput, "prompt" | "notes" | "frames" | "reportUrl" | "protocol">;

function checkReportAddress(address: string | null | undefined): void {
  if (address == null || address === "" || (isWebAddress(address) && new URL(address).protocol === "https:")) return;
  throw badInput("'reportUrl' must be an https address without spaces, a user name or a password.");
}

/** @throws `BAD_USER_INPUT` if there is no prediction, or too many at once */
export function checkPredictionCount(predictions: readonly PredictionInput[]): void {
  if (predictions.length === 0) throw badInput("'predictions' must hold at least one row.");
  if (predictions.length > MAX_PREDICTIONS) {
    throw badInput(
      `'predictions' holds ${predictions.length} rows; at most ${MAX_PREDICTIONS} at once. Use createRun and appendPredictions.`,
    );
  }
}

/** @throws `BAD_USER_INPUT` that names the field */
function checkAddress(field: string, address: string | null | undefined): void {
  if (address == null || address === "" || isWebAddress(address)) return;
  throw badInput(`'${field}' must be ${WEB_ADDRESS}.`);
}
