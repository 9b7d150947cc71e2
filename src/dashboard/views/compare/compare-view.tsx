import "./compare.css";
import { useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Run } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/skeletons.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { filterFaults } from "../../slices/filter-fault.ts";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { SliceLine } from "../../slices/slice-line.tsx";
import { runQuery, sliceScoreQuery } from "../run/run-queries.ts";
import { type CompareSearch, idsOf } from "./compare-search.ts";
import { ComparedRuns } from "./compared-runs.tsx";
import { Differences } from "./differences.tsx";
import { Disagreements } from "./disagreements.tsx";
import { ModalityAblation } from "./modality-ablation.tsx";

const route = getRouteApi("/compare");

/**
 * Compares runs over one release, question by question: which is better, where, and whether the difference is
 * significant.
 */
export function CompareView() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  useTitle("Compare runs");
  const ids = idsOf(search.runs ?? "");
  const answers = useQueries({ queries: ids.map(runQuery) });
  const change = (next: CompareSearch) => void navigate({ search: next, resetScroll: false, replace: true });
  const { filter = NO_CONDITION, by = "LEVEL" } = search;
  const [first = ""] = ids;
  const score = useQuery({ ...sliceScoreQuery(first, filter), enabled: ids.length > 1 });
  if (ids.length < 2) return <NothingToCompare hasOne={ids.length === 1} />;
  const failed = answers.find(({ error }) => error !== null);
  if (failed?.error) return <ViewFailure error={failed.error} reset={() => void failed.refetch()} />;
  const lost = ids.filter((_, place) => answers[place]?.data === null);
  if (lost.length > 0) return <p className="notice">There is no run {lost.join(", ")} that you may see.</p>;
  const runs = answers.map(({ data }) => data).filter((run) => run != null);
  const [reference, second] = runs;
  if (runs.length < ids.length || reference === undefined || second === undefined)
    return <Skeletons count={3} height="8rem" />;
  const obstacle = obstacleOf(runs, score.data?.score?.coarse === true);
  const beside = runs.find(({ id }) => id === search.beside) ?? second;
  return (
    <div className="compare">
      <header>
        <h1>Compare runs</h1>
        <p className="soft">
          On{" "}
          <Link to="/benchmarks/$benchmark" params={{ benchmark: reference.benchmark.slug }}>
            {reference.benchmark.title}
          </Link>
          , question by question. Errors are clustered by video.
        </p>
      </header>
      <SliceLine benchmark={reference.benchmark.slug} filter={filter} onClear={() => change(withoutFilter(search))} />
      {score.error !== null && filterFaults(score.error).length > 0 ? (
        <SliceFailure
          error={score.error}
          filter={filter}
          onFilter={(next) => change(isEmpty(next) ? withoutFilter(search) : { ...search, filter: next })}
          reset={() => void score.refetch()}
        />
      ) : (
        <>
          <ComparedRuns runs={runs} filter={filter} onOrder={(order) => change({ ...search, runs: order.join(",") })} />
          {obstacle !== null ? (
            <p className="notice">{obstacle}</p>
          ) : (
            <>
              <Differences runs={runs} filter={filter} by={by} onBy={(picked) => change({ ...search, by: picked })} />
              <ModalityAblation runs={runs} filter={filter} />
              <Disagreements
                runs={runs}
                beside={beside}
                filter={filter}
                onBeside={(id) => change({ ...search, beside: id })}
              />
            </>
          )}
        </>
      )}
    </div>
  );
}

const NO_CONDITION = {};

/** Why these runs cannot be compared question by question; null if they can. */
function obstacleOf(runs: readonly Run[], isCoarse: boolean): string | null {
  if (new Set(runs.map(({ release }) => release.id)).size > 1)
    return "These runs are over different releases, so their answers cannot be paired.";
  if (isCoarse) return "This benchmark keeps its answers secret, so runs are not compared question by question.";
  return null;
}

function withoutFilter({ filter: _, ...rest }: CompareSearch): CompareSearch {
  return rest;
}

const NothingToCompare = ({ hasOne }: { readonly hasOne: boolean }) => (
  <div className="view-state">
    <h1>{hasOne ? "One more run" : "Which runs?"}</h1>
    <p className="soft">
      Tick two to five runs on a leaderboard, and choose “Compare”. <Link to="/">All benchmarks</Link>
    </p>
  </div>
);
