import { useQuery } from "@tanstack/react-query";
import { compareKeys } from "../../../domain/dimension-labels.ts";
import type { QuestionFilter, Run } from "../../../sdk/index.ts";
import { count, intervalText, scoreText } from "../../data/figures-text.ts";
import type { RunFiguresQuery } from "../../generated/operations.ts";
import { runFiguresQuery } from "./run-page-queries.ts";

/** Cells with fewer questions have no colour, because their scores are uncertain. */
const FEW = 10;

type Cell = NonNullable<NonNullable<RunFiguresQuery["run"]>["breakdown"]>[number];

/** The scores of tasks by audio types. Renders nothing if either has fewer than two values. */
export function TaskHeatMap({ run, filter }: { readonly run: Run; readonly filter: QuestionFilter }) {
  const { data } = useQuery(runFiguresQuery(run, filter));
  const breakdown = data?.breakdown ?? [];
  const tasks = [...labelsOf(breakdown, 0)];
  const types = [...labelsOf(breakdown, 1)].sort(([a], [b]) => compareKeys("AUDIO_TYPE", a, b));
  if (tasks.length < 2 || types.length < 2) return null;
  const cells = new Map(breakdown.map((cell) => [keyOf(cell.keys[0]?.key, cell.keys[1]?.key), cell]));
  return (
    <section className="stack" aria-labelledby="heat-map">
      <div>
        <h2 id="heat-map">By task and audio type</h2>
        <p className="faint small">
          Score in %, below it the 95 % interval and the number of questions. Darker or fuller cells are higher scores;
          cells of fewer than {FEW} questions have no colour.
        </p>
      </div>
      <div className="table-frame">
        <table className="table heat-map">
          <caption className="visually-hidden">Score in % by task and audio type, with 95 % intervals</caption>
          <thead>
            <tr>
              <th scope="col">Task</th>
              {types.map(([key, label]) => (
                <th key={key} scope="col" className="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tasks.map(([task, label]) => (
              <tr key={task}>
                <th scope="row" className="name clamp">
                  {label}
                </th>
                {types.map(([type]) => (
                  <HeatCell key={type} cell={cells.get(keyOf(task, type))} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const keyOf = (task: string | undefined, type: string | undefined): string => `${task}/${type}`;

const labelsOf = (cells: readonly Cell[], place: 0 | 1): ReadonlyMap<string, string> =>
  new Map(cells.map(({ keys }) => [keys[place]?.key ?? "", keys[place]?.label ?? ""]));

function HeatCell({ cell }: { readonly cell: Cell | undefined }) {
  if (cell === undefined) return <td className="number faint">–</td>;
  const { score } = cell;
  const step = Math.min(9, Math.floor(score.value * 10));
  return (
    <td className={`number heat heat-${step}${score.n < FEW ? " few" : ""}`}>
      {scoreText(score)}
      <span className="small block">{intervalText(score)}</span>
      <span className="small block">n = {count(score.n)}</span>
    </td>
  );
}
