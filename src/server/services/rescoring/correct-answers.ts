import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { insertKeyRevision, lockAnswerKey } from "../../data/key-revision-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { requireAdmin } from "../access/require-admin.ts";
import { UNLIMITED } from "../reading/reading-budget.ts";
import { doubleResponseSheet, openEndedSheet, readAnswerSheet } from "../submission/answer-sheet.ts";
import { requireCurrentRelease } from "../submission/run-access.ts";
import type { RunServices } from "../submission/run-services.ts";
import { type CorrectAnswersInput, checkCorrectionInput, readCorrections } from "./read-corrections.ts";
import { type RescoringReport, rescoreAffectedRuns } from "./rescore-affected.ts";

/** A new revision of a release's answer key, and its effects. */
export interface CorrectedAnswers extends RescoringReport {
  readonly release: number;
  readonly revision: number;
}

/**
 * Corrects answers of a benchmark's current release: adds one revision of its answer key and rescores all its runs, or,
 * on any error, changes nothing. It runs in one transaction, so no reader sees runs scored by both keys. It holds an
 * exclusive lock, so concurrent submissions wait and are scored by the new key.
 * @throws `UNAUTHENTICATED`, `FORBIDDEN` for all but administrators; `NOT_FOUND` for an unknown benchmark;
 *   `CONFLICT` if another release becomes the current one meanwhile; `BAD_USER_INPUT` that names the rows that are wrong
 */
export async function correctAnswers(
  { database, sheets, extractor, pool, judge }: RunServices,
  viewer: Viewer,
  input: CorrectAnswersInput,
): Promise<CorrectedAnswers> {
  requireAdmin(viewer, "Correcting answers");
  checkCorrectionInput(input);
  const [reason, author] = [input.reason.trim(), input.author.trim()];
  const corrected = await database.transaction(async (tx) => {
    const { release } = await requireCurrentRelease(tx, input.benchmark);
    await lockAnswerKey(tx, release);
    await requireStillCurrent(tx, input.benchmark, release);
    const before = await sheets.load(tx, { release, openEnded: false, doubleResponse: false });
    const corrections = readCorrections(input.corrections, before);
    const revision = before.keyRevision + 1;
    await insertKeyRevision(tx, release, { revision, reason, author, corrections });
    const sheet = await readAnswerSheet(tx, release, revision, before.captions);
    const ordinals = corrections.map(({ ordinal }) => ordinal);
    const rescoring = { extractor, pool, budget: UNLIMITED, reason, ordinals, judgeModel: judge?.model ?? null };
    const report = { rescored: 0, changed: 0, judging: 0 };
    for (const asked of [sheet, openEndedSheet(sheet)]) {
      for (const own of [asked, doubleResponseSheet(asked)])
        addTo(report, await rescoreAffectedRuns(tx, { ...rescoring, sheet: own }));
    }
    return { release, revision, ...report };
  });
  if (corrected.judging > 0) judge?.signal.give();
  return corrected;
}

/** While the lock was waited for, another release may have taken the place of this one. @throws `CONFLICT` */
async function requireStillCurrent(tx: Queryable, benchmark: string, release: number): Promise<void> {
  if ((await requireCurrentRelease(tx, benchmark)).release === release) return;
  throw new OmnidexError(
    "CONFLICT",
    `Another release of '${benchmark}' has just become the current one. Nothing was corrected; see whether it needs the same corrections.`,
  );
}

function addTo(sum: { -readonly [K in keyof RescoringReport]: number }, report: RescoringReport): void {
  sum.rescored += report.rescored;
  sum.changed += report.changed;
  sum.judging += report.judging;
}
