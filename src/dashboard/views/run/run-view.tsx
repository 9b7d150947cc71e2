import "./run.css";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Skeletons } from "../../components/skeletons.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { NothingHere, ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { filterFaults } from "../../slices/filter-fault.ts";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { SliceLine } from "../../slices/slice-line.tsx";
import { Audit } from "./audit.tsx";
import { Breakdown } from "./breakdown.tsx";
import { CapabilityLevels } from "./capability-levels.tsx";
import { Predictions } from "./predictions.tsx";
import { RunHead } from "./run-head.tsx";
import { runQuery, sliceScoreQuery } from "./run-queries.ts";
import type { RunSearch } from "./run-search.ts";
import { ScoreCard } from "./score-card.tsx";
import { Scorings } from "./scorings.tsx";
import { TaskHeatMap } from "./task-heat-map.tsx";

const route = getRouteApi("/runs/$run");

/** The page of one run: its score, its breakdowns and its predictions. */
export function RunView() {
  const { run: id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: run, error, refetch } = useQuery(runQuery(id));
  useTitle(run?.model.name ?? "Run");
  const { filter = NO_CONDITION, by = "TASK", outcome, words = "" } = search;
  const score = useQuery(sliceScoreQuery(id, filter));
  const isCoarse = score.data?.score?.coarse === true;
  const change = (next: RunSearch) => void navigate({ search: next, resetScroll: false, replace: true });
  if (error !== null) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (run === null) return <NothingHere />;
  if (run === undefined) return <Skeletons count={4} height="8rem" />;
  return (
    <div className="run">
      <RunHead run={run} />
      <SliceLine benchmark={run.benchmark.slug} filter={filter} onClear={() => change(without(search, "filter"))} />
      {score.error !== null && filterFaults(score.error).length > 0 ? (
        <SliceFailure
          error={score.error}
          filter={filter}
          onFilter={(next) => change(isEmpty(next) ? without(search, "filter") : { ...search, filter: next })}
          reset={() => void score.refetch()}
        />
      ) : (
        <>
          {run.status === "SCORED" ? (
            <>
              <ScoreCard run={id} filter={filter} />
              <Breakdown
                run={id}
                benchmark={run.benchmark.slug}
                filter={filter}
                by={by}
                onBy={(picked) => change({ ...search, by: picked })}
              />
              {run.benchmark.slug === "avi-bench" && <CapabilityLevels run={run} />}
              {!isCoarse && <TaskHeatMap run={id} filter={filter} />}
              {!isCoarse && <Audit run={id} filter={filter} />}
              <Scorings run={id} />
            </>
          ) : (
            <p className="notice">{UNSCORED[run.status]}</p>
          )}
          <Predictions
            run={id}
            filter={filter}
            words={words}
            onWords={(typed) => change(typed === "" ? without(search, "words") : { ...search, words: typed })}
            hidesOutcomes={isCoarse}
            outcome={outcome}
            onOutcome={(picked) =>
              change(picked === null ? without(search, "outcome") : { ...search, outcome: picked })
            }
          />
        </>
      )}
    </div>
  );
}

const NO_CONDITION = {};

const UNSCORED = {
  OPEN: "This run is still being uploaded. It has a score once it is finalized.",
  JUDGING: "A judge is reading the responses that the extractor could not read. The score follows.",
  WITHDRAWN: "This run is withdrawn: no list or leaderboard shows it.",
} as const;

function without<K extends keyof RunSearch>(search: RunSearch, field: K): Omit<RunSearch, K> {
  const { [field]: _, ...rest } = search;
  return rest;
}
