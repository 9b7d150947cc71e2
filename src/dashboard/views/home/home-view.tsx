import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Benchmark } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/skeletons.tsx";
import { benchmarksQuery } from "../../data/queries.ts";
import { shortTitle } from "../../data/titles.ts";
import { useTitle } from "../../shell/use-title.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { BenchmarkCard } from "./benchmark-card.tsx";
import { LatestRuns } from "./latest-runs.tsx";
import { Start } from "./start.tsx";

/** The start page: what this server holds, and how to begin. */
export function HomeView() {
  useTitle("Benchmarks");
  const { data, error, refetch } = useQuery(benchmarksQuery);
  return (
    <div className="home">
      <header className="home-head">
        <h1>Omni-modal video benchmarks</h1>
        <p className="soft">
          Questions, runs and leaderboards over any slice. Scores of runs are computed on the server, with error bars.
        </p>
      </header>
      <section aria-label="Benchmarks">
        {error !== null && data === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
        {error === null && data === undefined && <Skeletons count={2} height="15rem" className="home-cards" />}
        {data !== undefined && data.length === 0 && <NoBenchmarks />}
        {data !== undefined && data.length > 0 && <BenchmarkLists benchmarks={data} />}
      </section>
      <LatestRuns />
      <Start />
    </div>
  );
}

/** The benchmarks with questions as cards, then those that can be imported. */
function BenchmarkLists({ benchmarks }: { readonly benchmarks: readonly Benchmark[] }) {
  const imported = benchmarks.filter(({ questionCount }) => questionCount > 0);
  const others = benchmarks.filter(({ questionCount }) => questionCount === 0);
  return (
    <div className="stack">
      <ul className="home-cards">
        {imported.map((benchmark) => (
          <BenchmarkCard key={benchmark.slug} benchmark={benchmark} />
        ))}
      </ul>
      {others.length > 0 && (
        <p className="soft small">
          Only the figures of their papers are here, because their questions are not imported yet:{" "}
          {others.map(({ slug, title }, place) => (
            <Fragment key={slug}>
              {place > 0 && ", "}
              <Link to="/benchmarks/$benchmark" params={{ benchmark: slug }} title={title}>
                {shortTitle(title)}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}

const NoBenchmarks = () => (
  <p className="card">
    No benchmark has been imported yet. On the server: <code>npx omnidex pull worldsense</code>, or{" "}
    <code>npx omnidex import my-benchmark questions.json</code>
  </p>
);
