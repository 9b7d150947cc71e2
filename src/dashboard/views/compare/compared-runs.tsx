import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import type { QuestionFilter, Run } from "../../../sdk/index.ts";
import { Icon } from "../../components/icon.tsx";
import { count, inputsText, intervalText, scoreText } from "../../data/figures-text.ts";
import { runLabels } from "../../data/run-labels.ts";
import { IntervalPlot, ShareAxis } from "../../figures/interval-plot.tsx";
import { shareScale } from "../../figures/scale.ts";
import { sliceScoreQuery } from "../run/run-page-queries.ts";

interface ComparedRunsProps {
  readonly runs: readonly Run[];
  readonly filter: QuestionFilter;
  readonly onOrder: (ids: readonly string[]) => void;
}

/** The runs with their scores over the slice. The first is the reference. */
export function ComparedRuns({ runs, filter, onOrder }: ComparedRunsProps) {
  const answers = useQueries({ queries: runs.map(({ id }) => sliceScoreQuery(id, filter)) });
  const scores = answers.map(({ data }) => data?.score ?? null);
  const known = scores.filter((score) => score !== null);
  const chance = known[0]?.chance ?? null;
  const scale = shareScale(known.flatMap(({ interval }) => [interval.lower, interval.upper, chance ?? interval.lower]));
  const ids = runs.map(({ id }) => id);
  const labels = runLabels(runs);
  return (
    <div className="table-frame">
      <table className="table plot-table">
        <caption className="visually-hidden">The runs with their scores over the slice and 95 % intervals</caption>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col" className="number">
              Score,&nbsp;% (95&nbsp;%)
            </th>
            <th scope="col" className="plot-column">
              <ShareAxis scale={scale} chance={chance} />
            </th>
            <th scope="col" className="number wide-only">
              n
            </th>
            <th scope="col" className="no-print">
              <span className="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, model, inputs }, place) => {
            const score = scores[place] ?? null;
            return (
              <tr key={id}>
                <th scope="row" className="clamp">
                  <span className={`swatch part-${place + 1}`} aria-hidden="true" />{" "}
                  <Link to="/runs/$run" params={{ run: id }} className="plain-link name">
                    {model.name}
                  </Link>
                  <span className="faint small block">
                    {inputsText(inputs)}
                    {place === 0 && " · the reference"}
                  </span>
                </th>
                <td className="number">
                  {score !== null && <strong>{scoreText(score)}</strong>}
                  {score !== null && <span className="faint small block">{intervalText(score)}</span>}
                </td>
                <td className={`plot-cell series-${place + 1}`}>
                  {score !== null && (
                    <IntervalPlot scale={scale} value={score.value} interval={score.interval} chance={chance} />
                  )}
                </td>
                <td className="number wide-only soft">{score === null ? "" : count(score.n)}</td>
                <td className="number no-print run-actions">
                  {place > 0 && (
                    <Button
                      className="text-button"
                      aria-label={`Make it the reference: ${labels.get(id)}`}
                      onPress={() => onOrder([id, ...ids.filter((other) => other !== id)])}
                    >
                      Make it the reference
                    </Button>
                  )}
                  {runs.length > 2 && (
                    <Button
                      className="icon-button"
                      aria-label={`Leave out ${labels.get(id)}`}
                      onPress={() => onOrder(ids.filter((other) => other !== id))}
                    >
                      <Icon name="close" />
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
