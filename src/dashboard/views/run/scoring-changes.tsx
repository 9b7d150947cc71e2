import { Link } from "@tanstack/react-router";
import type { Outcome, ScoringOfRun } from "../../../sdk/index.ts";
import { count, date } from "../../data/figures-text.ts";
import { OUTCOME_TEXT } from "../../questions/model-response.tsx";

interface ScoringChangesProps {
  readonly scoring: ScoringOfRun;
  /** The requested maximum number of changes. */
  readonly most: number;
}

/** The questions whose outcome or score differs between a scoring and the previous one. */
export function ScoringChanges({ scoring, most }: ScoringChangesProps) {
  const { changes, changeCount, scoredAt } = scoring;
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="figure-caption">
          What the scoring of {date(scoredAt)} judges differently from the one before it
          {changeCount !== null && changeCount > most && `: the first ${count(most)} of ${count(changeCount)}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ question, from, to }) => (
            <tr key={question.id}>
              <th scope="row" className="name">
                <Link to="/questions/$question" params={{ question: question.id }}>
                  {question.key}
                </Link>
              </th>
              <td>{OutcomeTag(from)}</td>
              <td>{OutcomeTag(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const OutcomeTag = (outcome: Outcome) => (
  <span className={`tag outcome-${outcome.toLowerCase()}`}>{OUTCOME_TEXT[outcome]}</span>
);
