import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { insertKeyRevision, lockAnswerKey } from "../../data/key-revision-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import { type CallAnswer, checkIdempotencyKey, onceByKey } from "../access/repeatable-call.ts";
import { UNLIMITED } from "../reading/reading-budget.ts";
import { doubleResponseSheet, openEndedSheet, readAnswerSheet } from "../submission/answer-sheet.ts";
import { requireCurrentRelease, requireOwner } from "../submission/run-access.ts";
import type { RunServices } from "../submission/run-services.ts";
import { type CorrectAnswersInput, checkCorrectionInput, readCorrections } from "./read-corrections.ts";
import { type RescoringReport, rescoreAffectedRuns } from "./rescore-affected.ts";
import type { PartialRescoring } from "./rescore-at.ts";

/** A new revision of a release's answer key, and its effects. */
export interface CorrectedAnswers extends RescoringReport {
  readonly release: number;
  readonly revision: number;
  /** An earlier call with the same idempotency key had made the revision. */
  readonly replayed: boolean;
}

type Made = Omit<CorrectedAnswers, "replayed">;

/**
 * Corrects answers of a benchmark's current release: adds one revision of its answer key and rescores all its runs, or,
 * on any error, changes nothing. It runs in one transaction, so no reader sees runs scored by both keys. It holds an
 * exclusive lock, so concurrent submissions wait and are scored by the new key.
 * @throws `UNAUTHENTICATED`, `FORBIDDEN` for all but administrators and the benchmark's maintainers; `NOT_FOUND` for an unknown benchmark;
 *   `CONFLICT` if another release becomes the current one meanwhile, or if the idempotency key came with another input before;
 *   `BAD_USER_INPUT` that names the rows that are wrong
 */
export async function correctAnswers(
  services: RunServices,
  viewer: Viewer,
  input: CorrectAnswersInput,
): Promise<CorrectedAnswers> {
  const { database, judge } = services;
  requireMaintainer(viewer, input.benchmark, "Correcting answers");
  checkIdempotencyKey(input);
  checkCorrectionInput(input);
  const call = { owner: requireOwner(viewer), mutation: "correctAnswers", input };
  const corrected = await database.transaction((tx) =>
    // The idempotency key is claimed before any lock, so that two calls with one key cannot wait for each other.
    onceByKey(
      tx,
      call,
      () => correctInTransaction(tx, services, input),
      (made) => ({ ...made }),
    ),
  );
  if ("earlier" in corrected) return earlierCorrection(corrected.earlier);
  if (corrected.done.judging > 0) judge?.signal.give();
  return { ...corrected.done, replayed: false };
}

/**
 * Makes the revision and rescores the runs.
 * @param onRescored called with each scored run and its vectors before and after
 */
export async function correctInTransaction(
  tx: Queryable,
  { sheets, extractor, pool, judge }: RunServices,
  input: CorrectAnswersInput,
  onRescored?: PartialRescoring["onRescored"],
): Promise<Made> {
  const [reason, author] = [input.reason.trim(), input.author.trim()];
  const { release } = await requireCurrentRelease(tx, input.benchmark);
  await lockAnswerKey(tx, release);
  await requireStillCurrent(tx, input.benchmark, release);
  const before = await sheets.load(tx, { release, openEnded: false, doubleResponse: false });
  const corrections = readCorrections(input.corrections, before);
  const revision = before.keyRevision + 1;
  await insertKeyRevision(tx, release, { revision, reason, author, corrections });
  const sheet = await readAnswerSheet(tx, release, revision, before.captions);
  const ordinals = corrections.map(({ ordinal }) => ordinal);
  const rescoring = {
    extractor,
    pool,
    budget: UNLIMITED,
    reason,
    ordinals,
    judgeModel: judge?.model ?? null,
    ...(onRescored && { onRescored }),
  };
  const report = { rescored: 0, changed: 0, judging: 0 };
  for (const asked of [sheet, openEndedSheet(sheet)]) {
    for (const own of [asked, doubleResponseSheet(asked)])
      addTo(report, await rescoreAffectedRuns(tx, { ...rescoring, sheet: own }));
  }
  return { release, revision, ...report };
}

function earlierCorrection({
  release,
  revision,
  rescored = 0,
  changed = 0,
  judging = 0,
}: CallAnswer): CorrectedAnswers {
  if (release === undefined || revision === undefined) throw new Error("the stored correction has no revision");
  return { release, revision, rescored, changed, judging, replayed: true };
}

/**
 * Another release may have become the current one while this transaction waited for the lock.
 * @throws `CONFLICT`
 */
async function requireStillCurrent(tx: Queryable, benchmark: string, release: number): Promise<void> {
  if ((await requireCurrentRelease(tx, benchmark)).release === release) return;
  throw new OmnidexError(
    "CONFLICT",
    `Another release of '${benchmark}' has just become the current one. Nothing was corrected. Check whether the new release needs the same corrections.`,
  );
}

function addTo(sum: { -readonly [K in keyof RescoringReport]: number }, report: RescoringReport): void {
  sum.rescored += report.rescored;
  sum.changed += report.changed;
  sum.judging += report.judging;
}
