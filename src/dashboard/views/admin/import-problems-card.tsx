import { counted } from "../../../domain/counted.ts";
import { IssueTable } from "../submit/reader-report-card.tsx";
import type { ImportProblems } from "./import-request.ts";

/** The problems of files that cannot be imported. */
export const ImportProblemsCard = ({ problems, problemCount }: ImportProblems) => (
  <div className="stack" role="alert">
    <p className="field-error">{counted(problemCount, "problem")}. Nothing was imported.</p>
    <IssueTable
      head={["Place", "Question or video", "What is wrong"]}
      rows={problems.map(({ path, key, message }) => [path, key ?? "", message])}
    />
    {problemCount > problems.length && (
      <p className="faint small">and {counted(problemCount - problems.length, "more problem")}</p>
    )}
  </div>
);
