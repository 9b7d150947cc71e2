import { count } from "../../data/figures-text.ts";
import { shortTitle } from "../../data/titles.ts";
import { AnsweredQuestion } from "../../questions/answered-question.tsx";
import type { ListedQuestion } from "./question-queries.ts";

/** `2 of 3 runs right`; null if the results are hidden from the viewer, or if no run is counted. */
export const resultsText = (results: ListedQuestion["results"]): string | null =>
  results === null || results.runs === 0
    ? null
    : `${count(results.right)} of ${count(results.runs)} ${results.runs === 1 ? "run" : "runs"} right`;

/** How missing answers count, which differs from the item analysis. */
export const RESULTS_RULE =
  "A run without an answer to the question counts as not right, as in its score. The item analysis leaves such runs out.";

interface ResultsProps {
  readonly results: ListedQuestion["results"];
  /** Whether to show only the two numbers, under a heading that explains them. Phones have no heading and show the text. */
  readonly isShort?: boolean;
}

/** The number of runs that answer a question correctly, as text and as a bar. */
export function Results({ results, isShort = false }: ResultsProps) {
  const text = resultsText(results);
  if (results === null || text === null) return null;
  return (
    <p className="results small soft" title={RESULTS_RULE}>
      <svg className="results-bar" aria-hidden="true">
        <rect className="results-all" width="100%" height="100%" />
        <rect className="results-right" width={`${(100 * results.right) / results.runs}%`} height="100%" />
      </svg>
      {isShort && <span className="wide-only">{`${count(results.right)} of ${count(results.runs)}`}</span>}
      <span className={isShort ? "narrow-only" : undefined}>{text}</span>
    </p>
  );
}

interface QuestionItemProps {
  readonly question: ListedQuestion;
  readonly showsBenchmark: boolean;
}

/** A question, with the number of runs that answer it correctly. */
export const QuestionItem = ({ question, showsBenchmark }: QuestionItemProps) => (
  <li className="card stack">
    {showsBenchmark && <p className="faint small name">{shortTitle(question.benchmark.title)}</p>}
    <AnsweredQuestion question={question} />
    <Results results={question.results} />
  </li>
);
