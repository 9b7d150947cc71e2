import { isPartial } from "../domain/partial.ts";
import type { JoinedPrediction, JoinReport } from "../formats/join/join-submission.ts";
import type { Submission } from "../formats/read-submission.ts";
import type { Omnidex } from "../sdk/client.ts";
import { RemarkSum } from "../sdk/sent-report.ts";
import type { RemarkSummary, SubmitRunOptions, ValidationReport } from "../sdk/types.ts";

/** The fields of a run, without its predictions. */
export type RunFields = Omit<SubmitRunOptions, "predictions">;

/** The fields of a run. Repetitions that have the same responses would be one run without a note of their number. */
export function withRepetition(fields: RunFields, { repetition }: Pick<Submission, "repetition">): RunFields {
  if (repetition === undefined) return fields;
  const note = `Repetition ${repetition.number} of ${repetition.of}.`;
  return { ...fields, notes: fields.notes == null ? note : `${note} ${fields.notes}` };
}

/**
 * The maximum number of rows per call of `validateRun`. The limit keeps calls short, because the server extracts every
 * answer before it responds.
 */
const MOST_ROWS = 2000;
const MOST_TEXT = 4_000_000;
/** The limit that the SDL states for `ValidationReport.issues`. */
const MOST_ISSUES = 1000;

/** The server's validation of a submission, which it receives in pieces. */
export interface DryRun
  extends Pick<ValidationReport, "partial" | "confirmations" | "remarks" | "scorable" | "covered" | "inputIssues"> {
  /**
   * Whether some pieces have confirmations and others have none. The server validates each piece as a run of its own,
   * so it does not warn of missing confirmations in a piece that has none at all.
   */
  readonly mixedConfirmations: boolean;
  /** Whether the submission would be accepted: no row has an error, and no field of the run an issue. */
  readonly ok: boolean;
  readonly errorCount: number;
  readonly warningCount: number;
  /** At most 1,000 issues, each with its position in the file. */
  readonly issues: readonly (Pick<Issue, "question" | "code" | "severity" | "message"> & { readonly place: string })[];
}
type Issue = ValidationReport["issues"][number];

/** Sends predictions to the server in pieces for validation. Nothing is stored. */
export async function dryRun(
  omnidex: Omnidex,
  fields: RunFields,
  predictions: AsyncIterable<JoinedPrediction>,
  { accepted }: JoinReport,
): Promise<DryRun> {
  let [errorCount, warningCount] = [0, 0];
  let [covered, scorable] = [0, 0];
  // These issues are the same for every piece, because they are about the fields of the run.
  let inputIssues: ValidationReport["inputIssues"] = [];
  const modes = new Set<ValidationReport["confirmations"]>();
  const remarks = new RemarkSum();
  const issues: Issue[] = [];
  for await (const piece of piecesOf(predictions)) {
    const report = await omnidex.validateRun({ ...fields, predictions: piece });
    remarks.add(report.remarks, report.rows);
    covered += report.covered;
    scorable = report.scorable;
    modes.add(report.confirmations);
    inputIssues = report.inputIssues;
    errorCount += report.errorCount;
    warningCount += report.warningCount;
    issues.push(...report.issues.slice(0, MOST_ISSUES - issues.length));
  }
  const placed = issues.map(({ question, code, severity, message }) => {
    return { place: accepted.get(question) ?? "", question, code, severity, message };
  });
  const confirmations = modes.has("DOUBLE") ? "DOUBLE" : ([...modes][0] ?? null);
  const whole = {
    partial: isPartial(scorable - covered, scorable),
    confirmations,
    remarks: unnumbered(remarks.summary()),
  };
  return {
    ...whole,
    mixedConfirmations: modes.size > 1,
    scorable,
    covered,
    ok: errorCount + inputIssues.length === 0,
    inputIssues,
    errorCount,
    warningCount,
    issues: placed,
  };
}

/** Removes row numbers, which count within a piece and not within the file. */
const unnumbered = (remarks: RemarkSummary): RemarkSummary => ({
  ...remarks,
  examples: remarks.examples.map((one) => ({ ...one, row: null })),
});

async function* piecesOf(predictions: AsyncIterable<JoinedPrediction>): AsyncGenerator<JoinedPrediction[]> {
  let piece: JoinedPrediction[] = [];
  let length = 0;
  for await (const prediction of predictions) {
    piece.push(prediction);
    length += (prediction.response?.length ?? 0) + (prediction.confirmation?.length ?? 0);
    if (piece.length < MOST_ROWS && length < MOST_TEXT) continue;
    yield piece;
    [piece, length] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}
