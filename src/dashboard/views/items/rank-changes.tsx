import { Link } from "@tanstack/react-router";
import type { KeySuspect } from "../../../sdk/index.ts";
import { percent } from "../../data/figures-text.ts";

/** The runs whose rank would change if the proposed option became the answer key. */
export function RankChanges({ changes }: { readonly changes: KeySuspect["rankChanges"] }) {
  if (changes.length === 0) return <p className="faint small">No rank would change.</p>;
  return (
    <div className="table-frame">
      <table className="table small">
        <caption className="visually-hidden">Ranks before and after the correction</caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" className="number">
              Score, %
            </th>
            <th scope="col" className="number">
              Rank
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ run, before, after, rankBefore, rankAfter }) => (
            <tr key={run.id}>
              <th scope="row" className="clamp">
                <Link to="/runs/$run" params={{ run: run.id }} className="plain-link name clamp-text">
                  {run.model.name}
                </Link>
              </th>
              <td className="number">
                {percent(before)} → {percent(after)}
              </td>
              <td className="number">
                {rankBefore} → {rankAfter}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
