import type { LeaderboardPage } from "../../../sdk/index.ts";
import { percent } from "../../data/figures-text.ts";

export interface ReferenceLinesProps {
  readonly references: NonNullable<LeaderboardPage["references"]>;
}

/** The paper's figures that take no rank, below a leaderboard. */
export function ReferenceLines({ references }: ReferenceLinesProps) {
  if (references.length === 0) return null;
  return (
    <details className="card">
      <summary>{references.length} figures from the paper without a rank</summary>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Inputs</th>
            <th scope="col">Score</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {references.map(({ publishedResult: { id, modelName, frames, condition, source }, inputs, value }) => (
            <tr key={id} className="published-row">
              <th scope="row">{modelName}</th>
              <td>{inputs.join(", ").toLowerCase()}</td>
              <td className="number">{percent(value)}</td>
              <td>
                {source}
                {frames !== null && `, ${frames} frames`}: {condition}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
