import { useQuery } from "@tanstack/react-query";
import { date, percent } from "../../data/figures-text.ts";
import { scoringsQuery } from "./run-queries.ts";

/** The scorings of the run over time. Renders nothing if there is only one. */
export function Scorings({ run }: { readonly run: string }) {
  const { data = [] } = useQuery(scoringsQuery(run));
  if (data.length < 2) return null;
  return (
    <section className="stack" aria-labelledby="scorings">
      <h2 id="scorings">Scorings</h2>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Scored</th>
              <th scope="col">Extractor</th>
              <th scope="col">Answer key</th>
              <th scope="col" className="number">
                Score, %
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ revision, scoredAt, extractor, extractorVersion, judge, keyRevision, reason, score }) => (
              <tr key={revision}>
                <th scope="row">{date(scoredAt)}</th>
                <td>
                  {extractor} {extractorVersion}
                  {judge !== null && `, judge ${judge}`}
                </td>
                <td>
                  revision {keyRevision} {reason !== null && <span className="faint small name">{reason}</span>}
                </td>
                <td className="number">{score === null ? "–" : percent(score.value, score.standardError)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
