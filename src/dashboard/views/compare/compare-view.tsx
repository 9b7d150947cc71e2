import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { Button } from "react-aria-components";
import { inputsText, intervalText, scoreText } from "../../../domain/figures-text.ts";
import { differencesText } from "../../../domain/run-protocol.ts";
import { comparisonTable } from "../../../formats/tables/comparison-table.ts";
import { runLabels } from "../../../formats/tables/run-labels.ts";
import { type TableSource, today } from "../../../formats/tables/table-source.ts";
import type { Dimension, QuestionFilter, Run, RunComparison } from "../../../sdk/index.ts";
import { DimensionPicker, useDimension } from "../../components/dimension-picker.tsx";
import { Icon } from "../../components/icon.tsx";
import { Skeletons, StaleBlock } from "../../components/waiting.tsx";
import { textActions } from "../../copies/copy-action.ts";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { isKeptSecret } from "../../data/api-key.ts";
import { count } from "../../data/figures-text.ts";
import { IntervalPlot, ShareAxis } from "../../figures/interval-plot.tsx";
import { shareScale } from "../../figures/scale.ts";
import { useTitle, ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { filterFaults } from "../../slices/filter-fault-note.ts";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { SliceLine } from "../../slices/slice-line.tsx";
import { SlicedLayout } from "../../slices/sliced-layout.tsx";
import { runQuery, sliceScoreQuery } from "../run/run-page-queries.ts";
import { comparisonQuery } from "./compare-queries.ts";
import { type CompareSearch, idsOf } from "./compare-search.ts";
import { type Compared, ForestPlot } from "./forest-plot.tsx";
import { ModalityAblation } from "./modality-ablation.tsx";
import { verdict } from "./verdict.ts";
import { type Listed, WhoIsRight } from "./who-is-right.tsx";

interface DifferencesProps {
  readonly reference: Run;
  readonly others: readonly Run[];
  readonly filter: QuestionFilter;
  readonly by: Dimension;
  readonly onBy: (by: Dimension) => void;
}

/** The paired differences to the reference, in words and as a forest plot. */
function Differences({ reference, others, filter, by, onBy }: DifferencesProps) {
  const labels = runLabels([reference, ...others]);
  const nameOf = ({ id }: Pick<Run, "id">): string => labels.get(id) ?? "";
  const ids = { reference: reference.id, others: others.map(({ id }) => id) };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...comparisonQuery(ids, by, filter),
    placeholderData: keepPreviousData,
  });
  const compared = (data?.comparisons ?? []).map(
    (comparison, place): Compared => ({
      id: comparison.a.id,
      name: nameOf(comparison.a),
      comparison,
      colour: place + 2,
    }),
  );
  return (
    <section className="stack" aria-labelledby="differences">
      <div className="section-head">
        <h2 id="differences" className="name">
          Differences to {nameOf(reference)}
        </h2>
        <div className="row">
          <DimensionPicker benchmark={reference.benchmark.slug} picked={by} onPick={onBy} />
          {data !== undefined && (
            <CopyMenu
              groups={[
                {
                  title: "Table",
                  actions: textActions(() =>
                    comparisonTable(
                      [by],
                      compared,
                      nameOf(reference),
                      sourceOf([reference, ...others], filter, compared),
                    ),
                  ),
                },
              ]}
            />
          )}
        </div>
      </div>
      {error !== null && data === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && data === undefined && <Skeletons count={3} height="4rem" />}
      {data !== undefined && (
        <StaleBlock isStale={isPlaceholderData} className="stack">
          <ul className="stack verdicts">
            {compared.map(({ id, name, comparison, colour }) => (
              <li key={id}>
                <span className={`swatch part-${colour}`} aria-hidden="true" />{" "}
                {verdict(comparison, name, nameOf(reference))}
                <NotAlike differences={comparison.differentSettings} />
              </li>
            ))}
          </ul>
          <ForestPlot compared={compared} />
        </StaleBlock>
      )}
    </section>
  );
}

/** What the numbers of a copied table are about. */
const sourceOf = (
  runs: readonly [Run, ...Run[]],
  filter: QuestionFilter,
  [first]: readonly Compared[],
): TableSource => ({
  benchmark: runs[0].benchmark.slug,
  release: runs[0].release.version,
  filter,
  questions: first?.comparison.n ?? 0,
  scorings: runs.map(({ scoring }) => scoring),
  date: today(),
});

/** In which settings a run differs from the reference, besides its model. */
function NotAlike({ differences }: { readonly differences: RunComparison["differentSettings"] }) {
  const text = differencesText(differences);
  return text === null ? null : <p className="soft small">{text}</p>;
}

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

interface ComparedRunsProps {
  readonly runs: readonly Run[];
  readonly filter: QuestionFilter;
  readonly onOrder: (ids: readonly string[]) => void;
}

/** The runs with their scores over the slice. The first is the reference. */
function ComparedRuns({ runs, filter, onOrder }: ComparedRunsProps) {
  const answers = useQueries({ queries: runs.map(({ id }) => sliceScoreQuery(id, filter)) });
  const scores = answers.map(({ data }) => data?.score ?? null);
  const known = scores.filter((score) => score !== null);
  const chance = known[0]?.chance ?? null;
  const scale = shareScale(known.flatMap(({ interval }) => [interval.lower, interval.upper, chance ?? interval.lower]));
  const ids = runs.map(({ id }) => id);
  const labels = runLabels(runs);
  return (
    <div className="table-frame">
      <table className="table plot-table">
        <caption className="visually-hidden">The runs with their scores over the slice and 95 % intervals</caption>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col" className="number">
              Score,&nbsp;% (95&nbsp;%)
            </th>
            <th scope="col" className="plot-column">
              <ShareAxis scale={scale} chance={chance} />
            </th>
            <th scope="col" className="number wide-only">
              n
            </th>
            <th scope="col" className="no-print">
              <span className="visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ id, model, inputs }, place) => {
            const score = scores[place] ?? null;
            return (
              <tr key={id}>
                <th scope="row" className="clamp">
                  <span className={`swatch part-${place + 1}`} aria-hidden="true" />{" "}
                  <Link to="/runs/$run" params={{ run: id }} className="plain-link name">
                    {model.name}
                  </Link>
                  <span className="faint small block">
                    {inputsText(inputs)}
                    {place === 0 && " · the reference"}
                  </span>
                </th>
                <td className="number">
                  {score !== null && <strong>{scoreText(score)}</strong>}
                  {score !== null && <span className="faint small block">{intervalText(score)}</span>}
                </td>
                <td className={`plot-cell series-${place + 1}`}>
                  {score !== null && (
                    <IntervalPlot scale={scale} value={score.value} interval={score.interval} chance={chance} />
                  )}
                </td>
                <td className="number wide-only soft">{score === null ? "" : count(score.n)}</td>
                <td className="number no-print run-actions">
                  {place > 0 && (
                    <Button
                      className="text-button"
                      aria-label={`Make it the reference: ${labels.get(id)}`}
                      onPress={() => onOrder([id, ...ids.filter((other) => other !== id)])}
                    >
                      Make it the reference
                    </Button>
                  )}
                  {runs.length > 2 && (
                    <Button
                      className="icon-button"
                      aria-label={`Leave out ${labels.get(id)}`}
                      onPress={() => onOrder(ids.filter((other) => other !== id))}
                    >
                      <Icon name="close" />
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
