import type { Viewer } from "../../../domain/viewer.ts";
import { fetchRunPredictions } from "../../data/key-revision-queries.ts";
import { fetchReadings, type StoredReading } from "../../data/prediction-queries.ts";
import { fetchRun } from "../../data/run-writes.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import { countRemarks, isRemark } from "./remark-counts.ts";
import { countsOnly, type RemarkedRow, type RemarkSummary, summarizeRemarks } from "./remark-summary.ts";
import { type RowIssueCode, rowIssue } from "./row-issue.ts";
import { warningOf } from "./row-warning.ts";
import type { RunServices } from "./run-services.ts";
import { secondReading } from "./second-reading.ts";

/** A run by primary key, and whether the viewer sees its responses. */
export interface RemarkedRun {
  readonly run: number;
  readonly responsesVisible: boolean;
}

/**
 * The remarks on a run's stored predictions; null if the run does not exist or is open. The texts of responses are
 * loaded, and read by a second extractor, only if the run is suspicious and the viewer sees them.
 * @param chargeReading called with the number of characters to be read again; may throw
 */
export async function runRemarks(
  { database, sheets, pool, budget }: Pick<RunServices, "database" | "sheets" | "pool" | "budget">,
  viewer: Viewer,
  { run: id, responsesVisible }: RemarkedRun,
  examples: number,
  chargeReading: (characters: number) => void,
): Promise<RemarkSummary | null> {
  const run = await fetchRun(database, id);
  if (run === undefined || run.status === "OPEN") return null;
  const [sheet, readings] = [await sheets.load(database, run), await fetchReadings(database, id)];
  const codes = remarkCodes(readings, sheet);
  const counts = countRemarks([...codes.values()], readings.length);
  if (!counts.suspicious || !responsesVisible) return countsOnly(counts);
  const stored = await fetchRunPredictions(database, [id], [...codes.keys()]);
  chargeReading(stored.reduce((sum, { response }) => sum + (response?.length ?? 0), 0));
  const rows = stored
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .flatMap((prediction): RemarkedRow[] => {
      const [question, code] = [sheet.questions[prediction.ordinal], codes.get(prediction.ordinal)];
      if (question === undefined || code === undefined) return [];
      const { outcome, score } = prediction;
      return [{ row: null, code, question, output: prediction, outcome, score, read: () => prediction }];
    });
  return summarizeRemarks(counts, rows, await secondReading({ database, pool, budget }, viewer, sheet), examples);
}

/** The codes of the predictions that have a remark, by ordinal. */
function remarkCodes(readings: readonly StoredReading[], sheet: AnswerSheet): ReadonlyMap<number, RowIssueCode> {
  const codes = new Map<number, RowIssueCode>();
  for (const reading of readings) {
    const question = sheet.questions[reading.ordinal];
    const warning = question === undefined ? null : warningOf(reading, question);
    if (question === undefined || warning === null) continue;
    const issue = rowIssue(0, question.key, ...warning);
    if (isRemark(issue)) codes.set(reading.ordinal, issue.code);
  }
  return codes;
}
