import { badInput, OmnidexError } from "../../../domain/errors.ts";
import type { ChallengeField } from "../../../domain/final-board.ts";
import { grouped } from "../../../domain/texts.ts";
import { ADMIN } from "../../../domain/viewer.ts";
import {
  fetchAdmission,
  fetchBenchmarksRequiring,
  fetchChallenge,
  fetchStatedFields,
  type StatedFields,
} from "../../benchmarks/challenge-queries.ts";
import { outputBytes } from "../../conditions/response-text.ts";
import type { StorageLimits } from "../../config/limits-config.ts";
import type { Queryable } from "../../db/database.ts";
import { missingBenchmark } from "../../memory/missing-benchmark.ts";
import { fetchCurrentRelease } from "../../memory/release-queries.ts";
import type { Judge } from "../judging/judge.ts";
import { completeModelOf } from "../model-writes.ts";
import type { SheetReference } from "../reading/answer-sheet.ts";
import { fetchStored, lockStored } from "../run-writes.ts";
import type { RunServices } from "./run-services.ts";
import type { InputIssue, RunInput } from "./submission-input.ts";
import { type NewSubmission, takeSubmission } from "./submission-quota.ts";

/** Where a new run belongs. */
export interface Target extends SheetReference {
  readonly benchmark: number;
}

/** What a submission asks for, and why this server or the challenge does not admit it. */
export interface Admission {
  readonly target: Target;
  readonly judge: Judge | null;
  readonly issues: readonly InputIssue[];
}

/**
 * Checks the fields of a submission that depend on this server, the release and the challenge. `admitRun` decides.
 * @throws `NOT_FOUND` as `requireCurrentRelease` does
 */
export async function admitSubmission(
  { database, sheets, judge }: Pick<RunServices, "database" | "sheets" | "judge">,
  input: RunInput,
): Promise<Admission> {
  const current = await requireCurrentRelease(database, input.benchmark);
  const target = { ...current, openEnded: input.openEnded === true, doubleResponse: false };
  const isJudgeMissing = input.judge === true && judge === null;
  const issues = [
    ...(isJudgeMissing ? [{ field: "judge", message: NO_JUDGE }] : []),
    ...(await missingFields(database, input)),
  ];
  const admission = { target, judge: input.judge === true ? judge : null, issues };
  if (!target.openEnded) return admission;
  const { questions } = await sheets.load(database, { ...target, openEnded: false });
  if (questions.some(({ answer }) => answer.kind === "option" || answer.kind === "options")) return admission;
  const message = `'openEnded' is for multiple-choice questions that were asked without their options; '${input.benchmark}' has none.`;
  return { ...admission, issues: [...issues, { field: "openEnded", message }] };
}

/** A stored run that is to be admitted, by primary keys. */
export interface NewcomerRun extends NewSubmission {
  readonly id: number;
}

/**
 * Admits a run to the challenge of its benchmark, and takes one submission from the owner's quota. An open run takes one
 * of the owner's open runs instead. Must be called in the transaction that stores the run or its scores, after it has
 * locked the answer key and the name of the model.
 * @param given the description of the model in the submission
 * @throws `FORBIDDEN` outside of the challenge's dates; `BAD_USER_INPUT` without its required fields; `QUOTA_EXCEEDED`
 */
export async function admitRun(
  tx: Queryable,
  services: Storing,
  run: NewcomerRun,
  { isOpen, given = null }: { readonly isOpen: boolean; readonly given?: RunInput["model"] | null },
): Promise<void> {
  await requireOpenChallenge(tx, run.benchmark);
  await requireFields(tx, run.id, given);
  await (isOpen ? requireOpenRun(tx, services, run.owner) : takeSubmission(tx, run));
}

/**
 * The ids of the benchmark and of the release that new runs belong to.
 * @throws `NOT_FOUND` if there is no such benchmark, or it has no questions yet
 */
export async function requireCurrentRelease(
  database: Queryable,
  slug: string,
): Promise<{ benchmark: number; release: number }> {
  const current = await fetchCurrentRelease(database, slug);
  if (current === undefined || current.release === null) throw await missingBenchmark(database, slug);
  return { benchmark: current.benchmark, release: current.release };
}

/**
 * The judge that a run asks for; `null` if it does not ask for one.
 * @throws `BAD_USER_INPUT` if the server has no judge
 */
export function requestedJudge(judge: Judge | null, requested: boolean | null | undefined): Judge | null {
  if (requested !== true) return null;
  if (judge !== null) return judge;
  throw badInput(NO_JUDGE);
}

const NO_JUDGE =
  "'judge' asks for a judge, but this server has none: its operator must set OMNIDEX_JUDGE_URL and OMNIDEX_JUDGE_MODEL. Leave 'judge' out to do without one.";

/**
 * Refuses a submission outside of the dates of the benchmark's challenge. The database's clock decides, because all
 * servers share it. Must be called in the transaction that stores the scores, after it has locked the answer key.
 * @throws `FORBIDDEN` with both dates in its details
 */
async function requireOpenChallenge(tx: Queryable, benchmark: number): Promise<void> {
  const challenge = await fetchAdmission(tx, benchmark);
  if (challenge === undefined || !(challenge.early || challenge.late)) return;
  const { slug, early } = challenge;
  const [opensAt, closesAt] = [challenge.opensAt?.toISOString() ?? null, challenge.closesAt?.toISOString() ?? null];
  throw new OmnidexError(
    "FORBIDDEN",
    early
      ? `'${slug}' accepts submissions from ${opensAt} on${closesAt === null ? "" : `, until ${closesAt}`}. Nothing was stored.`
      : `'${slug}' accepted submissions until ${closesAt}. Nothing was stored.`,
    { benchmark: slug, reason: early ? "CHALLENGE_NOT_OPEN" : "CHALLENGE_CLOSED", opensAt, closesAt },
  );
}

/** The name of each required field in inputs. */
const NAMES: Readonly<Record<ChallengeField, string>> = {
  FRAMES: "frames",
  SEED: "seed",
  PROMPT: "prompt",
  NOTES: "notes",
  REPORT_URL: "reportUrl",
  MODEL_PARAMETERS: "model.parameters",
  MODEL_ORGANIZATION: "model.organization",
  MODEL_URL: "model.url",
};

const FIELDS: Readonly<Record<ChallengeField, (stated: Stated) => unknown>> = {
  FRAMES: ({ frames }) => frames,
  SEED: ({ seed }) => seed,
  PROMPT: ({ prompt }) => prompt,
  NOTES: ({ notes }) => notes,
  REPORT_URL: ({ reportUrl }) => reportUrl,
  MODEL_PARAMETERS: ({ model }) => model.parameters,
  MODEL_ORGANIZATION: ({ model }) => model.organization,
  MODEL_URL: ({ model }) => model.url,
};

type Stated = Pick<RunInput, "frames" | "seed" | "prompt" | "notes" | "reportUrl"> & {
  readonly model: Partial<RunInput["model"]>;
};

const missingIn = (required: readonly ChallengeField[], stated: Stated): readonly ChallengeField[] =>
  required.filter((name) => String(FIELDS[name](stated) ?? "").trim() === "");

const missingIssue = (benchmark: string, name: ChallengeField): InputIssue => ({
  field: NAMES[name],
  message: `The challenge of '${benchmark}' requires '${NAMES[name]}'.`,
});

/** An issue for each field that the benchmark's challenge requires and the submission lacks. */
async function missingFields(database: Queryable, input: RunInput): Promise<readonly InputIssue[]> {
  const challenge = await fetchChallenge(database, input.benchmark);
  return missingIn(challenge?.requiredFields ?? [], input).map((name) => missingIssue(input.benchmark, name));
}

/**
 * Refuses a stored run that lacks a field that its benchmark's challenge requires. Must be called in the transaction
 * that stores, closes or changes the run.
 * @param given the description of the model in a submission; if the owner may describe the stored model, it fills the
 *   model's missing fields
 * @param changed the fields that a change concerns; other fields are not checked
 * @throws `BAD_USER_INPUT` with an issue for each missing field
 */
export async function requireFields(
  tx: Queryable,
  run: number,
  given: RunInput["model"] | null = null,
  changed: readonly string[] | null = null,
): Promise<void> {
  const stated = await fetchStatedFields(tx, run);
  const missing = stated === undefined ? [] : missingOf(stated, changed);
  if (stated === undefined || missing.length === 0) return;
  if (given !== null && missing.some(isOfModel)) {
    await completeModelOf(tx, run, given);
    const completed = await fetchStatedFields(tx, run);
    if (completed !== undefined) return refuse(completed, missingOf(completed, changed));
  }
  refuse(stated, missing);
}

const missingOf = (stated: StatedFields, changed: readonly string[] | null): readonly ChallengeField[] => {
  const { parameters, organization, url, requiredFields, ...run } = stated;
  const required = requiredFields.filter((name) => changed === null || changed.includes(NAMES[name]));
  return missingIn(required, { ...run, model: { parameters, organization, url } });
};

const isOfModel = (name: ChallengeField): boolean => name.startsWith("MODEL_");

function refuse({ benchmark, modelName }: StatedFields, missing: readonly ChallengeField[]): void {
  if (missing.length === 0) return;
  const known = ` The stored model '${modelName}' lacks it; whoever may describe that model adds it with updateModel.`;
  const issues = missing.map((name) => {
    const issue = missingIssue(benchmark, name);
    return isOfModel(name) ? { ...issue, message: issue.message + known } : issue;
  });
  throw badInput(issues.map(({ message }) => message).join(" "), { issues });
}

/**
 * Refuses a change of a model that would remove a field that a challenge requires of one of the model's runs. Must be
 * called after the change, in its transaction.
 * @param changed the changed fields: `url`
 * @throws `BAD_USER_INPUT` with an issue for each field
 */
export async function requireModelFields(tx: Queryable, model: number, changed: readonly string[]): Promise<void> {
  const requiring = await fetchBenchmarksRequiring(tx, model);
  for (const { benchmark, requiredFields, ...card } of requiring) {
    const required = requiredFields.filter(
      (name) => isOfModel(name) && changed.includes(NAMES[name].slice("model.".length)),
    );
    const issues = missingIn(required, { model: card }).map((name) => missingIssue(benchmark, name));
    if (issues.length > 0) throw badInput(issues.map(({ message }) => message).join(" "), { issues });
  }
}

type Storing = Pick<RunServices, "storage">;

/** The limit that applies to an owner; null for an owner without a limit. */
function limitOf({ storage }: Storing, owner: string, name: keyof StorageLimits): number | null {
  const limit = owner === ADMIN.owner ? 0 : (storage?.[name] ?? 0);
  return limit === 0 ? null : limit;
}

/**
 * Checks what an owner's runs hold, at the end of the transaction that adds to it. Parallel transactions of an owner are
 * checked one after the other, so that together they stay within the quota, too.
 * @throws `QUOTA_EXCEEDED` with the limit and what would be stored
 */
export async function requireStorage(tx: Queryable, services: Storing, owner: string): Promise<void> {
  const limit = limitOf(services, owner, "bytes");
  if (limit === null) return;
  await lockStored(tx, owner);
  checkBytes(limit, (await fetchStored(tx, owner)).bytes);
}

/**
 * Refuses new predictions for which there is no room, before they are written. `requireStorage` decides.
 * @throws `QUOTA_EXCEEDED` with the limit and what would be stored
 */
export async function requireRoom(
  database: Queryable,
  services: Storing,
  owner: string,
  predictions: readonly Parameters<typeof outputBytes>[0][],
): Promise<void> {
  const limit = limitOf(services, owner, "bytes");
  if (limit === null) return;
  const { bytes } = await fetchStored(database, owner);
  checkBytes(limit, bytes + predictions.reduce((sum, row) => sum + outputBytes(row), 0));
}

/**
 * Checks how many runs an owner has open, at the end of the transaction that opens one.
 * @throws `QUOTA_EXCEEDED` with the limit and how many would be open
 */
export async function requireOpenRun(tx: Queryable, services: Storing, owner: string): Promise<void> {
  const limit = limitOf(services, owner, "openRuns");
  if (limit === null) return;
  await lockStored(tx, owner);
  const { openRuns } = await fetchStored(tx, owner);
  if (openRuns <= limit) return;
  const reason = `${openRuns - 1} of your runs are open, and ${limit} may be: finalize or withdraw one first.`;
  throw exceeded("OPEN_RUNS", limit, openRuns, reason);
}

function checkBytes(limit: number, bytes: number): void {
  if (bytes <= limit) return;
  const reason = `Your runs may hold ${grouped(limit)} bytes of responses, and with these they would hold ${grouped(bytes)}.`;
  throw exceeded("STORED_BYTES", limit, bytes, reason);
}

const exceeded = (window: string, limit: number, used: number, reason: string): OmnidexError =>
  new OmnidexError("QUOTA_EXCEEDED", `${reason} Nothing was stored; what is stored already stays, and can be read.`, {
    window,
    limit,
    used,
  });
