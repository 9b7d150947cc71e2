import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Dimension, QuestionFilter, Run } from "../../../sdk/index.ts";
import { DimensionPicker } from "../../components/dimension-picker.tsx";
import { Skeletons } from "../../components/skeletons.tsx";
import { StaleBlock } from "../../components/stale-block.tsx";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { textActions } from "../../copies/table-actions.ts";
import { runLabels } from "../../data/run-labels.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { comparisonQuery } from "./compare-queries.ts";
import { differenceColumns, differenceRows } from "./differences-text.ts";
import { type Compared, ForestPlot, groupsOf } from "./forest-plot.tsx";
import { verdict } from "./verdict.ts";

interface DifferencesProps {
  readonly reference: Run;
  readonly others: readonly Run[];
  readonly filter: QuestionFilter;
  readonly by: Dimension;
  readonly onBy: (by: Dimension) => void;
}

/** The paired differences to the reference, in words and as a forest plot. */
export function Differences({ reference, others, filter, by, onBy }: DifferencesProps) {
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
                { title: "Table", actions: textActions(differenceColumns, () => differenceRows(groupsOf(compared))) },
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
              </li>
            ))}
          </ul>
          <ForestPlot compared={compared} tests={data.tests} />
        </StaleBlock>
      )}
    </section>
  );
}
