import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { KeyRevision } from "../../../sdk/index.ts";
import { date } from "../../data/figures-text.ts";
import { failureText } from "../../data/query-client.ts";
import { keyRevisionsQuery } from "./correction-queries.ts";

/** The corrections of a benchmark's current release, newest first. */
export function CorrectionHistory({ benchmark }: { readonly benchmark: string }) {
  const { data, error } = useQuery(keyRevisionsQuery(benchmark));
  if (error !== null) return <p className="field-error">{failureText(error)}</p>;
  if (data === undefined) return null;
  // The first revision is the key in the imported file.
  const corrections = data.slice(1).reverse();
  if (corrections.length === 0)
    return <p className="soft small">The key of this release has not been corrected yet.</p>;
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="figure-caption">The corrections of this release's key, newest first</caption>
        <thead>
          <tr>
            <th scope="col" className="number">
              Revision
            </th>
            <th scope="col">Made</th>
            <th scope="col">Reason</th>
            <th scope="col">Answers</th>
          </tr>
        </thead>
        <tbody>
          {corrections.map((revision) => (
            <RevisionRow key={revision.revision} revision={revision} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many corrected answers of a revision are shown. */
const SHOWN = 5;

function RevisionRow({ revision: { revision, createdAt, author, reason, corrections } }: RevisionRowProps) {
  return (
    <tr>
      <th scope="row" className="number">
        {revision}
      </th>
      <td>
        {date(createdAt)} <span className="faint small name block">{author}</span>
      </td>
      <td className="name">{reason}</td>
      <td>
        <ul>
          {corrections.slice(0, SHOWN).map(({ question, before, after }) => (
            <li key={question.id} className="name">
              <Link to="/questions/$question" params={{ question: question.id }}>
                {question.key}
              </Link>
              : {answerText(before)} → {answerText(after)}
            </li>
          ))}
          {corrections.length > SHOWN && <li className="soft">and {corrections.length - SHOWN} more</li>}
        </ul>
      </td>
    </tr>
  );
}

interface RevisionRowProps {
  readonly revision: KeyRevision;
}

const answerText = ({ label, text, value }: KeyRevision["corrections"][number]["before"]): string =>
  label ?? text ?? JSON.stringify(value);
