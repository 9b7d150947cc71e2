import { counted } from "../../../domain/counted.ts";
import type { DryRun } from "../../../submitting/dry-run.ts";
import { count } from "../../data/figures-text.ts";
import { IssueTable } from "./reader-report-card.tsx";

/** The maximum number of remarks that are listed. */
const MOST_SHOWN = 100;

/** The server's validation report. Nothing has been stored. */
export function ServerReportCard({ report }: { readonly report: DryRun }) {
  const { ok, errorCount, warningCount, issues, partial, covered, scorable, remarks, mixedConfirmations } = report;
  const refused = errorCount === 0 ? "the submission" : counted(errorCount, "prediction");
  const shown = issues.slice(0, MOST_SHOWN);
  const more = errorCount + warningCount - shown.length;
  return (
    <div className="stack" role="status">
      <p className={ok ? undefined : "field-error"}>
        {ok ? "The server accepts every prediction" : `The server refuses ${refused}`}
        {warningCount > 0 && ` and has ${counted(warningCount, "remark")}`}. Nothing has been stored yet.
      </p>
      {report.inputIssues.map(({ field, message }) => (
        <p className="field-error" key={`${field} ${message}`}>
          {message}
        </p>
      ))}
      {partial && (
        <p className="notice small">
          The run has predictions for {count(covered)} of {counted(scorable, "question")}. The others count as wrong,
          and leaderboards leave partial runs out.
        </p>
      )}
      {remarks.suspicious && (
        <p className="notice small">
          Many responses cannot be read as answers. Look at the remarks before you submit: the file may have the wrong
          column, or responses that were cut off.
        </p>
      )}
      {mixedConfirmations && (
        <p className="notice small">
          Only some rows have a confirmation, so questions that are asked twice count as wrong in the other rows.
        </p>
      )}
      {shown.length > 0 && (
        <IssueTable
          head={["Row", "Question", "Remark"]}
          rows={shown.map(({ place, question, message }) => [place, question, message])}
        />
      )}
      {more > 0 && <p className="faint small">and {counted(more, "remark")} more</p>}
    </div>
  );
}
