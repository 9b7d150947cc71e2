import { OmnidexError } from "../../../domain/errors.ts";
import { lockAnswerKey } from "../../benchmarks/benchmark-locks.ts";
import { requireSealed } from "../../benchmarks/require-sealed.ts";
import type { Queryable } from "../../db/database.ts";
import { UNLIMITED } from "../../workers/reading-pool.ts";
import { insertKeyRevision } from "../key-revision-queries.ts";
import { doubleResponseSheet, openEndedSheet, readAnswerSheet } from "../reading/answer-sheet.ts";
import { requireCurrentRelease } from "../submission/run-admission.ts";
import type { RunServices } from "../submission/run-services.ts";
import { type CorrectAnswersInput, readCorrections } from "./read-corrections.ts";
import { type RescoringReport, rescoreAffectedRuns } from "./rescore-affected.ts";
import type { PartialRescoring } from "./rescore-at.ts";

/** A new revision of a release's answer key, and its effects. */
export interface NewKeyRevision extends RescoringReport {
  readonly release: number;
  readonly revision: number;
}

/**
 * Adds a revision to the answer key of a benchmark's current release and rescores the release's runs, as a part of a
 * transaction. It locks the answer key first. The caller must have checked the input and the viewer, and must signal
 * the judge after the commit.
 * @param onRescored called with each scored run and its vectors before and after
 * @throws `CONFLICT` if another release becomes the current one meanwhile; `BAD_USER_INPUT` that names the wrong rows
 */
export async function correctInTransaction(
  tx: Queryable,
  { sheets, extractor, pool, judge }: RunServices,
  input: CorrectAnswersInput,
  onRescored?: PartialRescoring["onRescored"],
): Promise<NewKeyRevision> {
  const [reason, author] = [input.reason.trim(), input.author.trim()];
  const { release } = await requireCurrentRelease(tx, input.benchmark);
  await lockAnswerKey(tx, release);
  await requireStillCurrent(tx, input.benchmark, release);
  await requireSealed(tx, [release]);
  const before = await sheets.load(tx, { release, openEnded: false, doubleResponse: false });
  const corrections = readCorrections(input.corrections, before);
  const revision = before.keyRevision + 1;
  await insertKeyRevision(tx, release, { revision, reason, author, corrections });
  const sheet = await readAnswerSheet(tx, release, revision, before.captions);
  const ordinals = corrections.map(({ ordinal }) => ordinal);
  const rescoring = {
    ...{ extractor, pool, budget: UNLIMITED, reason, ordinals },
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
