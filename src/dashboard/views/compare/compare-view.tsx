import { useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import type { QuestionFilter, Run } from "../../../sdk/index.ts";
import { useDimension } from "../../components/dimension-picker.tsx";
import { Skeletons } from "../../components/skeletons.tsx";
import { isKeptSecret } from "../../data/kept-secret.ts";
import { useTitle } from "../../shell/use-title.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { filterFaults } from "../../slices/filter-fault-note.ts";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { SliceLine } from "../../slices/slice-line.tsx";
import { SlicedLayout } from "../../slices/sliced-layout.tsx";
import { runQuery, sliceScoreQuery } from "../run/run-page-queries.ts";
import { type CompareSearch, idsOf } from "./compare-search.ts";
import { ComparedRuns } from "./compared-runs.tsx";
import { Differences } from "./differences.tsx";
import { ModalityAblation } from "./modality-ablation.tsx";
import { type Listed, WhoIsRight } from "./who-is-right.tsx";

const route = getRouteApi("/compare");
const NO_CONDITION: QuestionFilter = {};

/** Compares runs over one release, question by question: which is better, where, and whether significantly. */
export function CompareView() {
  const search = route.useSearch();
  useTitle("Compare runs");
  const ids = idsOf(search.runs ?? "");
  const answers = useQueries({ queries: ids.map(runQuery) });
  if (ids.length < 2) return <NothingToCompare hasOne={ids.length === 1} />;
  const failed = answers.find(({ error, data }) => error !== null && data === undefined);
  if (failed?.error) return <ViewFailure error={failed.error} reset={() => void failed.refetch()} />;
  const lost = ids.filter((_, place) => answers[place]?.data === null);
  if (lost.length > 0) return <p className="notice">There is no run {lost.join(", ")} that you may see.</p>;
  const [reference, ...others] = answers.map(({ data }) => data).filter((run) => run != null);
  if (others.length + 1 < ids.length || reference === undefined) return <Skeletons count={3} height="8rem" />;
  return <Comparison search={search} reference={reference} others={others} />;
}

interface ComparisonProps {
  readonly search: CompareSearch;
  readonly reference: Run;
  readonly others: readonly Run[];
}

/** The compared runs, beside the controls for the slice that they are compared over. */
function Comparison({ search, reference, others }: ComparisonProps) {
  const navigate = route.useNavigate();
  const { filter = NO_CONDITION } = search;
  const { slug, title } = reference.benchmark;
  const setFilter = useCallback(
    (next: QuestionFilter) =>
      void navigate({
        search: ({ filter: _, ...rest }) => (isEmpty(next) ? rest : { ...rest, filter: next }),
        resetScroll: false,
      }),
    [navigate],
  );
  const score = useQuery(sliceScoreQuery(reference.id, filter));
  const runs = [reference, ...others];
  const obstacle = obstacleOf(runs);
  const change = (next: CompareSearch) => void navigate({ search: next, resetScroll: false, replace: true });
  return (
    <SlicedLayout
      head={
        <>
          <h1>Compare runs</h1>
          <p className="soft">
            On{" "}
            <Link to="/benchmarks/$benchmark" params={{ benchmark: slug }}>
              {title}
            </Link>
            , question by question. Standard errors are clustered by video.
          </p>
        </>
      }
      benchmark={slug}
      filter={filter}
      onFilter={setFilter}
    >
      <SliceLine filter={filter} onClear={() => setFilter(NO_CONDITION)} />
      {score.error !== null && filterFaults(score.error).length > 0 ? (
        <SliceFailure error={score.error} filter={filter} onFilter={setFilter} reset={() => void score.refetch()} />
      ) : (
        <div className="compare">
          <ComparedRuns runs={runs} filter={filter} onOrder={(order) => change({ ...search, runs: order.join(",") })} />
          {obstacle !== null ? (
            <p className="notice">{obstacle}</p>
          ) : (
            <QuestionByQuestion search={search} reference={reference} others={others} onChange={change} />
          )}
        </div>
      )}
    </SlicedLayout>
  );
}

interface QuestionByQuestionProps extends ComparisonProps {
  readonly onChange: (search: CompareSearch) => void;
}

function QuestionByQuestion({ search, reference, others, onChange }: QuestionByQuestionProps) {
  const { filter = NO_CONDITION, beside = null, only = null } = search;
  const by = useDimension(reference.benchmark.slug, search.by ?? null, "LEVEL");
  if (by === null) return <Skeletons count={3} height="4rem" />;
  const shared = { reference, others, filter, by };
  return (
    <>
      <Differences {...shared} onBy={(picked) => onChange({ ...search, by: picked })} />
      <ModalityAblation runs={[reference, ...others]} filter={filter} />
      <WhoIsRight {...shared} listed={{ beside, only }} onList={(listed) => onChange(withListed(search, listed))} />
    </>
  );
}

function withListed(search: CompareSearch, { beside, only }: Listed): CompareSearch {
  const { beside: _, only: __, ...rest } = search;
  return { ...rest, ...(beside !== null && { beside }), ...(only !== null && { only }) };
}

/** Why these runs cannot be compared question by question; null if they can. */
function obstacleOf(runs: readonly Run[]): string | null {
  if (new Set(runs.map(({ release }) => release.id)).size > 1)
    return "These runs are over different releases, so their answers cannot be paired.";
  if (runs.some(isKeptSecret))
    return "This benchmark keeps its answers secret, so runs are not compared question by question.";
  return null;
}

const NothingToCompare = ({ hasOne }: { readonly hasOne: boolean }) => (
  <div className="view-state">
    <h1>{hasOne ? "One more run" : "Which runs?"}</h1>
    <p className="soft">
      Tick two to five runs on a leaderboard, and choose “Compare”. <Link to="/">All benchmarks</Link>
    </p>
  </div>
);
