import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { withoutScoreText } from "../../../domain/coarse-scores.ts";
import { unreadText } from "../../../domain/unread-text.ts";
import type { QuestionFilter, Run } from "../../../sdk/index.ts";
import { useDimension } from "../../components/dimension-picker.tsx";
import { Skeletons } from "../../components/skeletons.tsx";
import { isKeptSecret } from "../../data/kept-secret.ts";
import { useTitle } from "../../shell/use-title.ts";
import { NothingHere, ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { filterFaults } from "../../slices/filter-fault-note.ts";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { SliceLine } from "../../slices/slice-line.tsx";
import { SlicedLayout } from "../../slices/sliced-layout.tsx";
import { Breakdown } from "./breakdown.tsx";
import { CapabilityLevels } from "./capability-levels.tsx";
import { ErrorTypes } from "./error-types.tsx";
import { type Listed, Predictions } from "./predictions.tsx";
import { RunHead } from "./run-head.tsx";
import { runFiguresQuery, runNotesQuery, runQuery } from "./run-page-queries.ts";
import type { RunSearch } from "./run-search.ts";
import { ScoreCard } from "./score-card.tsx";
import { Scorings } from "./scorings.tsx";
import { TaskHeatMap } from "./task-heat-map.tsx";
import { useAudits } from "./use-audits.ts";

// Loaded when the reader asks for it.
const Audit = lazy(async () => ({ default: (await import("./audit.tsx")).Audit }));

const route = getRouteApi("/runs/$run");

/** The page of one run: its score, its breakdowns and its predictions. */
export function RunView() {
  const { run: id } = route.useParams();
  const { data: run, error, refetch } = useQuery(runQuery(id));
  useTitle(run?.model.name ?? "Run");
  if (error !== null && run === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (run === null) return <NothingHere />;
  if (run === undefined) return <Skeletons count={4} height="8rem" />;
  return <SlicedRun run={run} />;
}

/** A run with its figures, beside the controls for the slice that they cover. */
function SlicedRun({ run }: { readonly run: Run }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { filter = NO_CONDITION } = search;
  const score = useQuery(runFiguresQuery(run, filter));
  const setFilter = useCallback(
    (next: QuestionFilter) =>
      void navigate({
        // The open prediction may be outside the new slice.
        search: ({ filter: _, prediction: __, ...rest }) => (isEmpty(next) ? rest : { ...rest, filter: next }),
        resetScroll: false,
      }),
    [navigate],
  );
  const open = useCallback(
    (key: string | null) =>
      void navigate({
        search: ({ prediction: _, ...rest }) => (key === null ? rest : { ...rest, prediction: key }),
        resetScroll: false,
        replace: true,
      }),
    [navigate],
  );
  const change = (next: RunSearch) => void navigate({ search: next, resetScroll: false, replace: true });
  return (
    <SlicedLayout
      head={<RunHead run={run} />}
      benchmark={run.benchmark.slug}
      filter={filter}
      release={earlierRelease(run)}
      onFilter={setFilter}
    >
      <SliceLine filter={filter} onClear={() => setFilter(NO_CONDITION)} />
      {score.error !== null && filterFaults(score.error).length > 0 ? (
        <SliceFailure error={score.error} filter={filter} onFilter={setFilter} reset={() => void score.refetch()} />
      ) : (
        <RunParts run={run} search={search} onChange={change} onOpen={open} />
      )}
    </SlicedLayout>
  );
}

interface FiguresProps {
  readonly run: Run;
  readonly search: RunSearch;
  readonly onChange: (search: RunSearch) => void;
}

interface RunPartsProps extends FiguresProps {
  /** Opens the prediction of a question; null closes it. */
  readonly onOpen: (key: string | null) => void;
}

/** The score comes first, then the predictions, and then all other figures. */
function RunParts({ run, search, onChange, onOpen }: RunPartsProps) {
  const { filter = NO_CONDITION } = search;
  const audits = useAudits(run.id, filter);
  const isHidden = isKeptSecret(run);
  const isScored = run.status === "SCORED";
  return (
    <div className="run">
      {isScored ? (
        <div className="stack">
          {run.score === null ? (
            <p className="notice">{withoutScoreText(isHidden)}</p>
          ) : (
            <ScoreCard run={run} filter={filter} audits={isHidden ? null : audits} />
          )}
          <Unread run={run} />
        </div>
      ) : (
        <p className="notice">{UNSCORED[run.status]}</p>
      )}
      <Predictions
        run={run}
        filter={filter}
        search={search}
        hidesOutcomes={isHidden}
        onChange={(listed) => onChange(withListed(search, listed))}
        onOpen={onOpen}
      />
      {isScored && <Figures run={run} search={search} onChange={onChange} />}
      {isScored && !isHidden && audits.isAsked && (
        <Suspense fallback={null}>
          <Audit audits={audits} />
        </Suspense>
      )}
      {isScored && <Scorings run={run} />}
    </div>
  );
}

function Figures({ run, search, onChange }: FiguresProps) {
  const { filter = NO_CONDITION } = search;
  const release = earlierRelease(run);
  const by = useDimension(run.benchmark.slug, search.by ?? null, "TASK", release);
  const isHidden = isKeptSecret(run);
  return (
    <>
      {run.score !== null && by !== null && (
        <Breakdown
          run={run.id}
          filter={filter}
          benchmark={run.benchmark.slug}
          release={release}
          by={by}
          isHidden={isHidden}
          onBy={(picked) => onChange({ ...search, by: picked })}
        />
      )}
      {run.benchmark.slug === "avi-bench" && <CapabilityLevels run={run} />}
      {!isHidden && <ErrorTypes run={run} filter={filter} />}
      {!isHidden && <TaskHeatMap run={run} filter={filter} />}
    </>
  );
}

/** How many responses of the whole run were not read. */
function Unread({ run }: { readonly run: Run }) {
  const { data } = useQuery(runNotesQuery(run.id, run.benchmark.slug));
  const text = unreadText(run.id, run.counts, data?.judgeable ?? null);
  return text === "" ? null : <p className="soft small">{text}</p>;
}

const NO_CONDITION: QuestionFilter = {};

/** The id of the run's release; null if it is the current one, which other views count, too. */
const earlierRelease = ({ release }: Run): string | null => (release.current ? null : release.id);

const UNSCORED = {
  OPEN: "This run is still being uploaded. It has a score once it is finalized.",
  JUDGING: "A judge is reading the responses that the extractor could not read. The score follows.",
  WITHDRAWN: "This run is withdrawn: no list or leaderboard shows it.",
} as const;

function withListed(search: RunSearch, listed: Listed): RunSearch {
  const { outcome: _, errorType: __, words: ___, said: ____, prediction: _____, ...rest } = search;
  return { ...rest, ...listed };
}
