import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Run } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/skeletons.tsx";
import { count, date, inputsText, intervalText, scoreText } from "../../data/figures-text.ts";
import { latestRunsQuery } from "../../data/queries.ts";
import { settingText } from "../../data/run-labels.ts";
import { shortTitle } from "../../data/titles.ts";
import { ViewFailure } from "../../shell/view-states.tsx";

const LATEST = 8;

/** The newest runs that the reader may see. */
export function LatestRuns() {
  const { data, error, refetch } = useQuery(latestRunsQuery({ statuses: ["SCORED"] }, LATEST));
  return (
    <section aria-labelledby="latest-runs" className="stack">
      <h2 id="latest-runs">Latest runs</h2>
      {error !== null && data === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && data === undefined && <Skeletons count={4} height="2.5rem" />}
      {data !== undefined && data.nodes.length === 0 && (
        <p className="soft">No run has been scored yet. Submit one with the command below.</p>
      )}
      {data !== undefined && data.nodes.length > 0 && <RunsTable runs={data.nodes} />}
    </section>
  );
}

const RunsTable = ({ runs }: { readonly runs: readonly Run[] }) => (
  <div className="table-frame">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col" className="wide-only">
            Benchmark
          </th>
          <th scope="col" className="wide-only">
            Inputs
          </th>
          <th scope="col" className="number">
            Score,&nbsp;% (95&nbsp;%)
          </th>
          <th scope="col" className="number wide-only">
            n
          </th>
          <th scope="col" className="wide-only">
            Submitted
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </table>
  </div>
);

function RunRow({ run }: { readonly run: Run }) {
  const { id, model, benchmark, inputs, score, createdAt, partial } = run;
  const setting = settingText(run);
  return (
    <tr>
      <th scope="row" className="name clamp">
        <Link to="/runs/$run" params={{ run: id }} className="plain-link clamp-text">
          {model.name}
        </Link>
        {partial && <span className="tag warn">partial</span>}
        {setting !== null && (
          <span className="faint small block clamp-text" title={setting}>
            {setting}
          </span>
        )}
        <span className="narrow-only small">
          <BenchmarkLink benchmark={benchmark} />
        </span>
      </th>
      <td className="wide-only">
        <BenchmarkLink benchmark={benchmark} />
      </td>
      <td className="wide-only soft">{inputsText(inputs)}</td>
      <td className="number">
        {score === null ? "–" : scoreText(score)}{" "}
        {score !== null && <span className="faint">({intervalText(score)})</span>}
      </td>
      <td className="number wide-only">{score === null ? "–" : count(score.n)}</td>
      <td className="wide-only soft">{date(createdAt)}</td>
    </tr>
  );
}

const BenchmarkLink = ({ benchmark: { slug, title } }: { readonly benchmark: Run["benchmark"] }) => (
  <Link to="/benchmarks/$benchmark" params={{ benchmark: slug }}>
    {shortTitle(title)}
  </Link>
);
