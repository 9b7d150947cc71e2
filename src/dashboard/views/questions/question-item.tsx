import { shortTitle } from "../../data/titles.ts";
import { AnsweredQuestion } from "../../questions/answered-question.tsx";
import type { ListedQuestion } from "./question-queries.ts";
import { Results } from "./results.tsx";

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
