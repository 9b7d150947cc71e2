import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { noCellsText } from "../../../domain/coarse-scores.ts";
import { intervalText, percent, scoreText } from "../../../domain/figures-text.ts";
import type { BreakdownCell, Dimension, QuestionFilter, Run } from "../../../sdk/index.ts";
import { DimensionPicker, dimensionName } from "../../components/dimension-picker.tsx";
import { Skeletons, StaleBlock } from "../../components/waiting.tsx";
import { textActions } from "../../copies/copy-action.ts";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { count } from "../../data/figures-text.ts";
import { IntervalPlot, ShareAxis } from "../../figures/interval-plot.tsx";
import { shareScale } from "../../figures/scale.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { breakdownQuery, sliceScoreQuery } from "./run-page-queries.ts";

/** Whether a breakdown has official scores of tasks, which are shown before the means over the questions. */
const hasOfficial = (cells: readonly BreakdownCell[]): boolean => cells.some(({ taskScore }) => taskScore !== null);

/** A task's official score as a percentage, or a dash for null. */
const officialText = (value: number | null | undefined): string => (value == null ? "–" : percent(value));

interface BreakdownProps {
  readonly run: Pick<Run, "id" | "benchmark" | "release" | "scoring" | "score" | "disclosed">;
  /** The id of the run's release; null if it is the current one. */
  readonly release: string | null;
  readonly filter: QuestionFilter;
  readonly by: Dimension;
  /** Whether the release hides its answers from the viewer. */
  readonly isHidden: boolean;
  readonly onBy: (by: Dimension) => void;
}

/** The score for each value of one dimension. */
export function Breakdown({ run, release, filter, by, isHidden, onBy }: BreakdownProps) {
  const benchmark = run.benchmark.slug;
  const query = { ...breakdownQuery(run.id, [by], filter), placeholderData: keepPreviousData };
  const { data, error, refetch, isPlaceholderData } = useQuery(query);
  // The score over the whole release comes with the run.
  const isSlice = !isEmpty(filter);
  const sliced = useQuery({ ...sliceScoreQuery(run.id, filter), enabled: isSlice });
  const questions = (isSlice ? sliced.data?.score : run.score)?.n ?? null;
  const label = dimensionName(by);
  const disclosed = run.score?.repeatsBest === true ? [] : run.disclosed;
  return (
    <section className="stack" aria-labelledby="breakdown">
      <div className="section-head">
        <h2 id="breakdown">By {label.toLowerCase()}</h2>
        <div className="row">
          <DimensionPicker benchmark={benchmark} release={release} picked={by} onPick={onBy} />
          {data !== undefined && data.length > 0 && !isPlaceholderData && !(isSlice && sliced.isPending) && (
            <CopyMenu
              groups={[
                {
                  title: "Table",
                  actions: textActions(() => copied(run, filter, by, data, questions)),
                },
              ]}
            />
          )}
        </div>
      </div>
      {error !== null && data === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && data === undefined && <Skeletons count={5} height="2.25rem" />}
      {data !== undefined && data.length === 0 && (
        <p className="soft">
          {isHidden
            ? noCellsText(disclosed.map((shown) => dimensionName(shown).toLowerCase()))
            : "No question of this slice has a value of this dimension."}
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <StaleBlock isStale={isPlaceholderData}>
          <BreakdownTable label={label} cells={data} />
        </StaleBlock>
      )}
    </section>
  );
}

/** The table that is copied. The code that writes it is loaded on first use. */
async function copied(
  { benchmark, release, scoring }: BreakdownProps["run"],
  filter: QuestionFilter,
  by: Dimension,
  cells: readonly BreakdownCell[],
  questions: number | null,
) {
  const [{ breakdownTable }, { today }] = await Promise.all([
    import("../../../formats/tables/breakdown-table.ts"),
    import("../../../formats/tables/table-source.ts"),
  ]);
  return breakdownTable([by], cells, {
    ...{ benchmark: benchmark.slug, release: release.version, filter, date: today() },
    questions,
    scorings: [scoring],
  });
}

function BreakdownTable({ label, cells }: { readonly label: string; readonly cells: readonly BreakdownCell[] }) {
  const scale = shareScale(
    cells.flatMap(({ score: { interval, chance } }) => [interval.lower, interval.upper, chance ?? interval.lower]),
  );
  const isOfficial = hasOfficial(cells);
  return (
    <div className="table-frame">
      <table className="table plot-table">
        <caption className="visually-hidden">Score by {label.toLowerCase()}, with 95 % intervals and chance</caption>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {isOfficial && (
              <>
                <th scope="col" className="number" title="The benchmark's own score, as its script counts questions">
                  Official,&nbsp;%
                </th>
                <th scope="col" className="number" title="The benchmark's own score over all questions">
                  Strict,&nbsp;%
                </th>
              </>
            )}
            <th scope="col" className="number" title="The number of questions">
              n
            </th>
            <th scope="col" className="number">
              {isOfficial ? "Mean over questions," : "Score,"}&nbsp;% (95&nbsp;%)
            </th>
            <th scope="col" className="plot-column">
              <ShareAxis scale={scale} chance={null} />
            </th>
            <th scope="col" className="number wide-only" title="The expected score of a random answer">
              Chance, %
            </th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ keys, score, taskScore }) => (
            <tr key={keys.map(({ key }) => key).join("/")}>
              <th scope="row" className="name clamp">
                {keys.map((key) => key.label).join(", ")}
              </th>
              {isOfficial && (
                <>
                  <td className="number">
                    <strong>{officialText(taskScore?.value)}</strong>
                  </td>
                  <td className="number">{officialText(taskScore?.valueStrict)}</td>
                </>
              )}
              <td className="number soft">{count(score.n)}</td>
              <td className="number">
                {isOfficial ? scoreText(score) : <strong>{scoreText(score)}</strong>}{" "}
                <span className="faint small">{intervalText(score)}</span>
              </td>
              <td className="plot-cell">
                <IntervalPlot scale={scale} value={score.value} interval={score.interval} chance={score.chance} />
              </td>
              <td className="number wide-only soft">{score.chance === null ? "–" : percent(score.chance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
