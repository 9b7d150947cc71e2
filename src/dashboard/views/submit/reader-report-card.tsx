import { counted } from "../../../domain/texts.ts";
import type { ReaderReport } from "../../../formats/join/reader-report.ts";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { count } from "../../data/figures-text.ts";

/** The maximum number of unusable rows that are listed. */
const MOST_SHOWN = 100;

/** A summary of the file's rows, with each row that cannot be used. */
export function ReaderReportCard({ report }: { readonly report: ReaderReport }) {
  const { format, rows, predictions, errors, missing, problems, problemCount, notes, isCut } = report;
  const shown = problems.slice(0, MOST_SHOWN);
  return (
    <div className="stack" role="status">
      <p>
        <strong>{counted(predictions, "prediction")}</strong> of {counted(rows, "row")}, read as {format}
        {errors > 0 &&
          `; ${count(errors)} of the predictions ${errors === 1 ? "records a failure" : "record failures"} of the model`}
        {missing > 0 &&
          `; ${counted(missing, "question")} of the release ${missing === 1 ? "has" : "have"} no prediction`}
        .
      </p>
      {notes.map((note) => (
        <p key={note} className="notice small">
          {note}
        </p>
      ))}
      {problemCount > 0 && (
        <>
          <p className="field-error">
            {counted(problemCount, "row")} cannot be used{isCut && "; the rest of the file was not read"}.
          </p>
          <IssueTable
            head={["Row", "What is wrong"]}
            rows={shown.map(({ file, place, reason }) => [`${file}: ${place}`, reason])}
          />
          {problemCount > shown.length && (
            <p className="faint small">and {counted(problemCount - shown.length, "row")} more</p>
          )}
        </>
      )}
    </div>
  );
}

interface IssueTableProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table of rows of a file with the issues of each. */
export const IssueTable = ({ head, rows }: IssueTableProps) => (
  <ScrollRegion className="table-frame issue-table" label={head.join(", ")}>
    <table className="table">
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a report do not move
          <tr key={index}>
            {cells.map((cell, column) => (
              <td key={head[column]} className="name small">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);
