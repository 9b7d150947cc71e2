import type { PredictionInput, ValidationReport } from "./types.ts";

/** What one call may hold, as the SDL says of `submitRun` and `appendPredictions`. */
export const MAX_PREDICTIONS_PER_CALL = 10_000;
/**
 * Long reasoning makes large calls, and proxies refuse large bodies; 4 million UTF-16 units are at most 12 MB of UTF-8
 * before JSON escapes.
 */
const MAX_TEXT_PER_CALL = 4_000_000;
/** What the SDL says of `ValidationReport.issues`. */
const MAX_ISSUES = 1_000;

export interface Chunk {
  /** The index of its first prediction in the whole submission. */
  readonly start: number;
  readonly predictions: readonly PredictionInput[];
}

const textLength = ({ question, response, error, confirmation }: PredictionInput): number =>
  question.length + (response?.length ?? 0) + (error?.length ?? 0) + (confirmation?.length ?? 0);

/** Cuts a submission into what single calls may hold. There is always at least one chunk. */
export function chunksOf(predictions: readonly PredictionInput[]): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  let length = 0;
  for (const [index, prediction] of predictions.entries()) {
    const added = textLength(prediction);
    const isFull = index - start >= MAX_PREDICTIONS_PER_CALL || length + added > MAX_TEXT_PER_CALL;
    if (isFull && index > start) {
      chunks.push({ start, predictions: predictions.slice(start, index) });
      start = index;
      length = 0;
    }
    length += added;
  }
  return [...chunks, { start, predictions: predictions.slice(start) }];
}

type Issue = ValidationReport["issues"][number];

/** Errors first where not all can be kept, then in the order of the rows, as in the report of a single call. */
function keepIssues(issues: readonly Issue[]): Issue[] {
  if (issues.length <= MAX_ISSUES) return [...issues];
  const errors = issues.filter((issue) => issue.severity === "ERROR");
  const warnings = issues.filter((issue) => issue.severity === "WARNING");
  return [...errors, ...warnings].slice(0, MAX_ISSUES).sort((a, b) => a.row - b.row);
}

/** A chunk's report with the rows numbered as they are in the whole submission. */
export const shiftReport = (report: ValidationReport, start: number): ValidationReport => ({
  ...report,
  issues: report.issues.map((issue) => ({ ...issue, row: issue.row + start })),
});

/** The report of a whole submission, from those of its chunks. `missing` is what the scored run says, where it does. */
export function mergeReports(
  parts: readonly { readonly chunk: Chunk; readonly report: ValidationReport }[],
  missing: number | undefined,
): ValidationReport {
  const reports = parts.map((part) => part.report);
  const sent = new Set(parts.flatMap(({ chunk }) => chunk.predictions.map((prediction) => prediction.question)));
  const sum = (count: (report: ValidationReport) => number): number =>
    reports.reduce((total, report) => total + count(report), 0);
  const questions = reports.at(-1)?.questions ?? 0;
  return {
    ok: reports.every((report) => report.ok),
    rows: sum((report) => report.rows),
    questions,
    missing: missing ?? Math.max(0, questions - sent.size),
    // Each chunk misses what the others hold. Of its keys it names the first 100, so some may stay unnamed.
    missingKeys: [...new Set(reports.flatMap((report) => report.missingKeys))].filter((key) => !sent.has(key)),
    errorCount: sum((report) => report.errorCount),
    warningCount: sum((report) => report.warningCount),
    issues: keepIssues(parts.flatMap(({ chunk, report }) => shiftReport(report, chunk.start).issues)),
  };
}
