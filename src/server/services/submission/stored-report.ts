import type { Viewer } from "../../../domain/viewer.ts";
import { fetchReadings } from "../../data/prediction-queries.ts";
import { countRemarks, isRemark } from "./remark-counts.ts";
import { countsOnly } from "./remark-summary.ts";
import { type RowIssue, rowIssue } from "./row-issue.ts";
import { warningOf } from "./row-warning.ts";
import { fetchOwnRun } from "./run-access.ts";
import { runRemarks } from "./run-remarks.ts";
import type { RunServices } from "./run-services.ts";
import { type ValidationReport, validationReport } from "./validation-report.ts";

/**
 * The report on the stored predictions of the viewer's run, in the order of the release.
 * @param chargeReading called with the number of characters to be read again; may throw
 */
export async function storedReport(
  services: RunServices,
  viewer: Viewer,
  id: number,
  chargeReading: (characters: number) => void,
): Promise<ValidationReport> {
  const { database, sheets } = services;
  const run = await fetchOwnRun(database, viewer, id);
  const sheet = await sheets.load(database, run);
  const readings = await fetchReadings(database, id);
  const issues = readings.flatMap((reading, row): RowIssue[] => {
    const question = sheet.questions[reading.ordinal];
    const warning = question === undefined ? null : warningOf(reading, question);
    return question === undefined || warning === null ? [] : [rowIssue(row, question.key, ...warning)];
  });
  const remarks =
    (await runRemarks(services, viewer, { run: id, responsesVisible: true }, MOST_EXAMPLES, chargeReading)) ??
    countsOnly(
      countRemarks(
        issues.filter(isRemark).map(({ code }) => code),
        readings.length,
      ),
    );
  const confirmations = sheet.checkedOrdinals.size === 0 ? null : run.doubleResponse ? "DOUBLE" : "SINGLE";
  return validationReport(readings.length, { records: readings, issues }, sheet, { confirmations, remarks });
}

/** How many examples the report on a suspicious run shows. */
const MOST_EXAMPLES = 3;
