import { Link } from "@tanstack/react-router";
import { memo, useMemo, useRef } from "react";
import { sourcedLevel } from "../../../domain/curated-levels.ts";
import { DrawnNote } from "../../components/drawn-note.tsx";
import { SpaceRow } from "../../components/space-row.tsx";
import { useShownRows } from "../../components/use-shown-rows.ts";
import { shortTitle } from "../../data/titles.ts";
import { clock, SyntheticTag } from "../../questions/question-card.tsx";
import type { ListedQuestion } from "./question-queries.ts";
import { RESULTS_RULE, Results, resultsText } from "./results.tsx";

interface QuestionTableProps {
  readonly questions: readonly ListedQuestion[];
  readonly showsBenchmark: boolean;
}

/** The estimated height of a row in pixels, used until the row has been drawn. */
const ROW_HEIGHT = 64;

/** The questions, one line each. */
export function QuestionTable({ questions, showsBenchmark }: QuestionTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useMemo(() => questions.map((question) => ({ key: question.id, question })), [questions]);
  const { shown, before, after, measure } = useShownRows(body, rows, ROW_HEIGHT);
  return (
    <div className="table-frame">
      <DrawnNote rows={questions.length} instead="search" />
      <table className="table question-table" aria-rowcount={questions.length + 1}>
        <caption className="visually-hidden">Questions of the slice</caption>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col" className="wide-only">
              Task
            </th>
            <th scope="col" className="wide-only">
              Audio
            </th>
            <th scope="col" className="number">
              Duration
            </th>
            <th scope="col" title={RESULTS_RULE}>
              Runs right
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <SpaceRow height={before} columns={3} />}
          {shown.map(({ row: { question }, place }) => (
            <Row
              key={question.id}
              question={question}
              showsBenchmark={showsBenchmark}
              place={place}
              measure={measure}
            />
          ))}
          {after > 0 && <SpaceRow height={after} columns={3} />}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly question: ListedQuestion;
  readonly showsBenchmark: boolean;
  /** The row's index among all rows, from 0. */
  readonly place: number;
  readonly measure: (element: HTMLElement | null) => void;
}

const Row = memo(function Row({ question, showsBenchmark, place, measure }: RowProps) {
  const { id, key, text, task, level, audioTypes, video, benchmark, results } = question;
  return (
    <tr ref={measure} data-index={place} aria-rowindex={place + 2}>
      <th scope="row" className="clamp">
        <Link to="/questions/$question" params={{ question: id }} className="plain-link name clamp-text">
          {text}
        </Link>
        <span className="faint small block name">
          {showsBenchmark && `${shortTitle(benchmark.title)} · `}
          {key} {benchmark.synthetic && <SyntheticTag />}
        </span>
      </th>
      <td className="wide-only small name">
        {task.name} <span className="faint block">{sourcedLevel(level, task.levelSource, benchmark.synthetic)}</span>
      </td>
      <td className="wide-only small">{audioTypes.map(({ type }) => type.toLowerCase()).join(", ")}</td>
      <td className="number soft">
        {video?.durationSeconds == null ? (
          <span title="The benchmark does not state a duration">–</span>
        ) : (
          clock(video.durationSeconds)
        )}
      </td>
      <td>
        {resultsText(results) === null ? (
          <span className="faint" title={results === null ? "The answers are kept secret" : "No run is counted yet"}>
            –
          </span>
        ) : (
          <Results results={results} isShort />
        )}
      </td>
    </tr>
  );
});
