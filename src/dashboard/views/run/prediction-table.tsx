import { Link } from "@tanstack/react-router";
import { memo, useMemo, useRef } from "react";
import { DrawnNote, SpaceRow } from "../../components/list-end.tsx";
import { useShownRows } from "../../components/use-shown-rows.ts";
import { OUTCOME_TEXT } from "../../questions/model-response.tsx";
import type { ListedPrediction } from "./run-page-queries.ts";

interface PredictionTableProps {
  readonly predictions: readonly ListedPrediction[];
  /** The key of the question whose prediction is open. */
  readonly open: string | null;
  readonly errorTypeName: (slug: string) => string;
  readonly hidesOutcomes: boolean;
}

/** The estimated height of a row in pixels, used until the row has been drawn. */
const ROW_HEIGHT = 36;

/** The predictions of a run, one line each; on a phone, the question is on two lines above its answer and outcome. */
export function PredictionTable({ predictions, open, errorTypeName, hidesOutcomes }: PredictionTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useMemo(
    () => predictions.map((prediction) => ({ key: prediction.question.id, prediction })),
    [predictions],
  );
  const { shown, before, after, measure } = useShownRows(body, rows, ROW_HEIGHT);
  const columns = hidesOutcomes ? 2 : 3;
  return (
    <div className="table-frame">
      <DrawnNote rows={predictions.length} instead="search" />
      <table className="table prediction-table" aria-rowcount={predictions.length + 1}>
        <caption className="visually-hidden">Predictions of the run</caption>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col" className="prediction-task">
              Task
            </th>
            <th scope="col" className="prediction-read" title="The answer that was read in the response">
              Read as
            </th>
            {!hidesOutcomes && (
              <th scope="col" className="prediction-outcome">
                Outcome
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <SpaceRow height={before} columns={columns} />}
          {shown.map(({ row: { key, prediction }, place }) => (
            <Row
              key={key}
              prediction={prediction}
              place={place}
              isOpen={prediction.question.key === open}
              {...{ measure, errorTypeName, hidesOutcomes }}
            />
          ))}
          {after > 0 && <SpaceRow height={after} columns={columns} />}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<PredictionTableProps, "errorTypeName" | "hidesOutcomes"> {
  readonly prediction: ListedPrediction;
  /** The row's index among all rows, from 0. */
  readonly place: number;
  readonly isOpen: boolean;
  readonly measure: (element: HTMLElement | null) => void;
}

const Row = memo(function Row({ prediction, place, isOpen, measure, errorTypeName, hidesOutcomes }: RowProps) {
  const { question, outcome, extraction, errorTypes } = prediction;
  return (
    <tr
      ref={measure}
      data-index={place}
      aria-rowindex={place + 2}
      className={isOpen ? "prediction-row open" : "prediction-row"}
    >
      <th scope="row">
        <Link
          from="/runs/$run"
          to="/runs/$run"
          search={(before) => ({ ...before, prediction: question.key })}
          resetScroll={false}
          aria-current={isOpen ? "true" : undefined}
          className="plain-link prediction-link"
          title={question.text}
        >
          <span className="faint small name prediction-key">{question.key}</span>{" "}
          <span className="name">{question.text}</span>
        </Link>
      </th>
      <td className="prediction-task small name">{question.task.name}</td>
      <td className="prediction-read name" title={extraction?.answer ?? undefined}>
        <span className="narrow-only faint small">read as </span>
        {extraction?.answer ?? (
          <span className="faint" title="No answer was read">
            –
          </span>
        )}
      </td>
      {!hidesOutcomes && (
        <td className="prediction-outcome">
          {outcome !== null && <span className={`tag outcome-${outcome.toLowerCase()}`}>{OUTCOME_TEXT[outcome]}</span>}
          {errorTypes?.map((slug) => (
            <span key={slug} className="tag warn name">
              {errorTypeName(slug)}
            </span>
          ))}
        </td>
      )}
    </tr>
  );
});
