import { useQuery } from "@tanstack/react-query";
import { percent } from "../../../domain/figures-text.ts";
import type { QuestionFilter, Run } from "../../../sdk/index.ts";
import { count } from "../../data/figures-text.ts";
import { runFiguresQuery, runNotesQuery } from "./run-page-queries.ts";

interface ErrorTypesProps {
  readonly run: Run;
  readonly filter: QuestionFilter;
}

/** How many predictions have each error type. Renders nothing if no prediction has one. */
export function ErrorTypes({ run, filter }: ErrorTypesProps) {
  const { data } = useQuery(runFiguresQuery(run, filter));
  const counts = data?.errorTypes ?? [];
  const name = useErrorTypeName(run);
  if (counts.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="error-types">
      <div>
        <h2 id="error-types">Error types</h2>
        <p className="faint small">
          As people labelled the predictions. A share is of the predictions that have an error type; one may have
          several.
        </p>
      </div>
      <div className="table-frame">
        <table className="table plot-table">
          <caption className="visually-hidden">Predictions by error type</caption>
          <thead>
            <tr>
              <th scope="col">Error type</th>
              <th scope="col" className="number">
                Predictions
              </th>
              <th scope="col" className="number">
                Share,&nbsp;%
              </th>
              <th scope="col" className="plot-column">
                <span className="visually-hidden">The share as a bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ errorType, predictions, share }) => (
              <tr key={errorType}>
                <th scope="row" className="name clamp">
                  {name(errorType)}
                </th>
                <td className="number">{count(predictions)}</td>
                <td className="number">{percent(share)}</td>
                <td className="plot-column">
                  <svg className="error-share" aria-hidden="true" width="100%" height="8">
                    <rect width={`${100 * share}%`} height="8" />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The paper's name of an error type, or its slug if no paper defines it. */
export function useErrorTypeName({ id, benchmark }: Run): (slug: string) => string {
  const { data } = useQuery(runNotesQuery(id, benchmark.slug));
  return (slug) => data?.errorTypes.find((type) => type.slug === slug)?.name ?? slug;
}
