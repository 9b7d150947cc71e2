import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { inputsText, percent } from "../../../domain/figures-text.ts";
import { counted } from "../../../domain/texts.ts";
import type { KeyRevision, PreviewedCorrections, Question } from "../../../sdk/index.ts";
import { count, date } from "../../data/figures-text.ts";
import { failureText, omnidex } from "../../data/query-client.ts";

/** The fields of the form. */
export interface CorrectionDraft {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** The question's key. */
  readonly question: string;
  readonly answer: string;
  readonly reason: string;
  readonly author: string;
}

/** Converts a draft to the input of the API. */
export const correctionOf = ({ benchmark, question, answer }: CorrectionDraft) => ({
  benchmark,
  corrections: [{ question: question.trim(), answer: answer.trim() }],
});

/** @throws Error if the benchmark has no question with this key */
export async function questionOf(benchmark: string, key: string): Promise<Question> {
  const [question] = await omnidex()
    .questions({ filter: { benchmarks: [benchmark], keys: [key] } })
    .take(1)
    .toArray();
  if (question === undefined) throw new Error(`${benchmark} has no question '${key}'.`);
  return question;
}

/** The revisions of the answer key of a benchmark's current release, oldest first. */
const keyRevisionsQuery = (benchmark: string) =>
  queryOptions({
    queryKey: ["key revisions", benchmark],
    queryFn: ({ signal }) => omnidex().keyRevisions(benchmark, { signal }),
    enabled: benchmark !== "",
  });

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

interface CorrectionEffectProps {
  readonly preview: PreviewedCorrections;
  readonly isDone: boolean;
}

/** What a correction changes: how many runs, and the scores and ranks of the leaderboard before and after it. */
export function CorrectionEffect({ preview, isDone }: CorrectionEffectProps) {
  const { rescored, changed, judging, affected, standings } = preview;
  return (
    <div className="stack" role="status">
      <p>
        {isDone ? "It rescored" : "It would rescore"} {counted(rescored, "run")}; the outcome changes in{" "}
        {count(changed)} of them
        {judging > 0 && `; a judge reads open answers of ${counted(judging, "run")} again`}.{" "}
        {affected === 0 && "No score or rank of the leaderboard changes."}
      </p>
      {standings.length > 0 && (
        <div className="table-frame">
          <table className="table">
            <caption className="figure-caption">
              Scores in % and ranks of the leaderboard
              {affected > standings.length && `: the first ${count(standings.length)} of ${counted(affected, "run")}`}
            </caption>
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col" className="number">
                  Score before
                </th>
                <th scope="col" className="number">
                  Score after
                </th>
                <th scope="col" className="number">
                  Rank before
                </th>
                <th scope="col" className="number">
                  Rank after
                </th>
              </tr>
            </thead>
            <tbody>
              {standings.map(({ run, valueBefore, valueAfter, rankBefore, rankAfter }) => (
                <tr key={run.id}>
                  <th scope="row" className="name clamp">
                    <Link to="/runs/$run" params={{ run: run.id }} className="clamp-text">
                      {run.model.name}
                    </Link>
                    <span className="faint small block">{inputsText(run.inputs)}</span>
                  </th>
                  <td className="number">{percent(valueBefore)}</td>
                  <td className="number">{percent(valueAfter)}</td>
                  <td className="number">{rankBefore}</td>
                  <td className="number">{rankAfter}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
