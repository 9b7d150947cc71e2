import { OmnidexError } from "../../../domain/errors.ts";
import { holdAnswerKey } from "../../data/key-revision-writes.ts";
import { lockNameToPublish, publishModelOf, type RunModel } from "../../data/model-writes.ts";
import { insertPredictions } from "../../data/prediction-writes.ts";
import { concealRun } from "../../data/pseudonym-writes.ts";
import { type ExistingRun, fetchRunByKey, insertRun, type RunRecord, setInputHash } from "../../data/run-writes.ts";
import { allDone } from "../../db/all-done.ts";
import type { Queryable } from "../../db/database.ts";
import { usedKey } from "../access/repeatable-call.ts";
import type { Judge } from "../judging/judge.ts";
import { judgeTasksOf } from "../judging/queue-judging.ts";
import {
  type AnswerSheet,
  confirmationMode,
  doubleResponseSheet,
  type SheetReference,
} from "../reading/answer-sheet.ts";
import { requireFields, requireOpenChallenge, requireStorage } from "./admission.ts";
import { allRows } from "./check-rows.ts";
import { type EarlyRows, judgedRows } from "./early-rows.ts";
import { hashInput, isHashOf } from "./input-hash.ts";
import { modelOfRun } from "./run-model.ts";
import { countRemarks, countsOnly, isRemark } from "./run-remarks.ts";
import type { RunServices } from "./run-services.ts";
import { scoreOrQueue, storeScores } from "./score-run.ts";
import { sendRows } from "./send-rows.ts";
import { concealedFields, type RunInput, type SubmissionInput } from "./submission-input.ts";
import { takeSubmission } from "./submission-quota.ts";
import { type Checked, requireAcceptable, validationReport } from "./validation-report.ts";

/** Where a new run belongs. */
export interface Target extends SheetReference {
  readonly benchmark: number;
}

/** A submission whose rows can all be accepted. */
export interface Accepted {
  readonly input: SubmissionInput;
  readonly record: NewRun;
  readonly target: Target;
  readonly judge: Judge | null;
  readonly early: EarlyRows | null;
}

/** The data of a new run that are known before its rows are read. */
export type NewRun = Omit<RunRecord, "status" | "inputHash">;

/**
 * The new run with its checked rows. If another call has meanwhile made a run under the same idempotency key, this is
 * that run, and `checked` is null.
 */
export interface StoredRun {
  readonly run: number;
  readonly checked: (Checked & { readonly sheet: AnswerSheet }) | null;
}

/** Stores a run with its rows, and either its scores or its judge tasks. */
export async function storeRun(tx: Queryable, services: RunServices, accepted: Accepted): Promise<StoredRun> {
  const { input, target, judge, record } = accepted;
  // These statements are sent together and run in this order. The answer key may have been corrected since the rows
  // were checked; from here on it cannot change.
  const [, loaded, model] = await allDone([
    holdAnswerKey(tx, target.release),
    services.sheets.load(tx, target),
    modelOfRun(tx, services.numbers, record, input),
  ]);
  const confirmations = confirmationMode(input.predictions, loaded);
  const sheet = confirmations === "DOUBLE" ? doubleResponseSheet(loaded) : loaded;
  const prepared = { ...accepted, record: { ...record, confirmations }, sheet, model };
  return judge === null
    ? storeAsItIsJudged(tx, services, prepared)
    : storeForJudge(tx, services, { ...prepared, judge });
}

interface Prepared extends Accepted {
  readonly sheet: AnswerSheet;
  readonly model: RunModel;
}

/** Scores rows and computes the hash while the database writes earlier rows. */
async function storeAsItIsJudged(tx: Queryable, services: RunServices, accepted: Prepared): Promise<StoredRun> {
  const { input, record, sheet, model, early } = accepted;
  const run = await insertRun(tx, services.numbers, model.id, { ...record, status: "SCORED", inputHash: HASH_TO_COME });
  if (run === null) return { run: await repeatedRun(tx, record.owner, input), checked: null };
  await admit(tx, run, accepted);
  const rows = await sendRows(tx, run, judgedRows(services, sheet, input.predictions, early));
  requireReadable(input.predictions.length, { ...rows, sheet });
  const hash = await hashInput(input);
  await allDone([rows.stored, storeScores(tx, run, rows.records, sheet, services), setInputHash(tx, run, hash)]);
  if (model.mayBePrivate) await publishModelOf(tx, run);
  await requireStorage(tx, services, record.owner);
  return { run, checked: { ...rows, sheet } };
}

/**
 * Admits an inserted run to the challenge of its benchmark, and takes one submission from the owner's quota.
 * @throws `FORBIDDEN` outside of the challenge's dates; `BAD_USER_INPUT` without its required fields; `QUOTA_EXCEEDED`
 */
async function admit(tx: Queryable, run: number, { input, record, target, model }: Prepared): Promise<void> {
  // Before the quota, as `finalizeRun` does. Otherwise the two would wait for each other.
  if (model.mayBePrivate) await lockNameToPublish(tx, run);
  await requireOpenChallenge(tx, target.benchmark);
  if (input.anonymous === true) await concealRun(tx, run, concealedFields(input));
  await requireFields(tx, run, input.model);
  await takeSubmission(tx, { ...target, owner: record.owner });
}

/**
 * A placeholder that is never visible: it is replaced in the same transaction, and callers with the same idempotency
 * key wait for that transaction.
 */
const HASH_TO_COME = "";

/** Extracts and scores all rows first, because the status of the run depends on whether any row needs the judge. */
async function storeForJudge(
  tx: Queryable,
  services: RunServices,
  accepted: Prepared & { readonly judge: Judge },
): Promise<StoredRun> {
  const { input, record, judge, sheet, model, early } = accepted;
  const checked = await allRows(judgedRows(services, sheet, input.predictions, early));
  requireReadable(input.predictions.length, { ...checked, sheet });
  const tasks = judgeTasksOf(checked.records, sheet, judge);
  const status = tasks.length > 0 ? "JUDGING" : "SCORED";
  const hash = await hashInput(input);
  const run = await insertRun(tx, services.numbers, model.id, { ...record, status, inputHash: hash });
  if (run === null) return { run: await repeatedRun(tx, record.owner, input), checked: null };
  await admit(tx, run, accepted);
  await setInputHash(tx, run, hash);
  await insertPredictions(tx, run, checked.records);
  await scoreOrQueue(tx, run, checked.records, tasks, sheet, services);
  if (model.mayBePrivate) await publishModelOf(tx, run);
  await requireStorage(tx, services, record.owner);
  return { run, checked: { ...checked, sheet } };
}

/** Refuses the whole run if a row turned out to take too long to read. @throws `BAD_USER_INPUT` with the report */
function requireReadable(rows: number, checked: Checked & { readonly sheet: AnswerSheet }): void {
  if (checked.issues.every(({ severity }) => severity !== "ERROR")) return;
  const remarks = countsOnly(
    countRemarks(
      checked.issues.filter(isRemark).map(({ code }) => code),
      rows,
    ),
  );
  requireAcceptable(validationReport(rows, checked, checked.sheet, { confirmations: null, remarks }));
}

/**
 * The run that another call has made under the same idempotency key in the meantime.
 * @throws {ReleaseReplacedError} if no such run exists: the insert then failed because the release was replaced
 */
export async function repeatedRun(tx: Queryable, owner: string, input: RunInput): Promise<number> {
  const existing = await fetchRunByKey(tx, owner, input.idempotencyKey);
  if (existing === undefined) throw new ReleaseReplacedError();
  return sameInput(existing, input);
}

/** Thrown if another release has become the current one since the submission looked it up. */
export class ReleaseReplacedError extends Error {
  override readonly name = "ReleaseReplacedError";
}

/** How often a submission starts again because another release has become the current one. */
const MOST_STARTS = 5;

/**
 * Does work that depends on which release is current, and repeats it if another release has become current meanwhile. A
 * stored run is therefore never scored against a release that was already replaced.
 * @throws `CONFLICT` if releases keep changing
 */
export async function withCurrentRelease<T>(benchmark: string, work: () => Promise<T>): Promise<T> {
  for (let start = 1; start <= MOST_STARTS; start++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReleaseReplacedError)) throw error;
    }
  }
  throw new OmnidexError(
    "CONFLICT",
    `The release of '${benchmark}' is being replaced again and again; send the run later.`,
  );
}

export async function sameInput(existing: ExistingRun, input: RunInput): Promise<number> {
  if (await isHashOf(existing.inputHash, input)) return existing.id;
  throw usedKey(input.idempotencyKey, "a run");
}
