import { Link } from "@tanstack/react-router";
import { counted } from "../../../domain/counted.ts";
import type { PreviewedCorrections } from "../../../sdk/index.ts";
import { count, inputsText, percent } from "../../data/figures-text.ts";

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
