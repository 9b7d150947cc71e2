import { OmnidexBadUserInputError } from "./api-errors.ts";
import type { ValidationReport } from "./types.ts";

/**
 * The error of a submission that cannot be accepted.
 * @param kept a clause for the message about what happened to the accepted rows
 * @param least a prefix of the number of rows, such as `At least `
 */
export function refusal(
  report: ValidationReport,
  kept: string,
  details: object = {},
  least = "",
): OmnidexBadUserInputError {
  const first = report.issues.find(({ severity }) => severity === "ERROR");
  const rows =
    first &&
    `${least}${report.errorCount} of ${report.rows} rows cannot be accepted; ${kept}. Row ${first.row} ('${first.question}'): ${first.message}`;
  const message = [...report.inputIssues.map((issue) => issue.message), ...(rows ? [rows] : [])].join(" ");
  return new OmnidexBadUserInputError(message, { details: { ...details, report } });
}
