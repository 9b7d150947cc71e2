import { keepPreviousData, useQueries } from "@tanstack/react-query";
import type { Dimension, QuestionFilter, Run } from "../../../sdk/index.ts";
import { DimensionPicker } from "../../components/dimension-picker.tsx";
import { Skeletons } from "../../components/skeletons.tsx";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { textActions } from "../../copies/table-actions.ts";
import { runLabels } from "../../data/run-labels.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { comparisonQuery } from "./compare-queries.ts";
import { differenceColumns, differenceRows } from "./differences-text.ts";
import { ForestPlot, groupsOf } from "./forest-plot.tsx";
import { verdict } from "./verdict.ts";

interface DifferencesProps {
  readonly runs: readonly Run[];
  readonly filter: QuestionFilter;
  readonly by: Dimension;
  readonly onBy: (by: Dimension) => void;
}

/** The paired differences to the reference, in words and as a forest plot. */
export function Differences({ runs, filter, by, onBy }: DifferencesProps) {
  const [reference, ...others] = runs;
  const labels = runLabels(runs);
  const nameOf = (run: Run | undefined): string => labels.get(run?.id ?? "") ?? "";
  const answers = useQueries({
    queries: others.map(({ id }) => ({
      ...comparisonQuery(id, reference?.id ?? "", by, filter),
      placeholderData: keepPreviousData,
    })),
  });
  const failed = answers.find(({ error }) => error !== null);
  const compared = others.flatMap((run, place) => {
    const comparison = answers[place]?.data;
    return comparison === undefined ? [] : [{ id: run.id, name: nameOf(run), comparison, colour: place + 2 }];
  });
  return (
    <section className="stack" aria-labelledby="differences">
      <div className="section-head">
        <h2 id="differences" className="name">
          Differences to {nameOf(reference)}
        </h2>
        <div className="row">
          <DimensionPicker benchmark={reference?.benchmark.slug ?? ""} picked={by} onPick={onBy} />
          {compared.length === others.length && (
            <CopyMenu
              groups={[
                { title: "Table", actions: textActions(differenceColumns, () => differenceRows(groupsOf(compared))) },
              ]}
            />
          )}
        </div>
      </div>
      {failed?.error && <ViewFailure error={failed.error} reset={() => void failed.refetch()} />}
      {!failed && compared.length < others.length && <Skeletons count={3} height="4rem" />}
      {compared.length === others.length && (
        <>
          <ul className="stack verdicts">
            {compared.map(({ id, name, comparison, colour }) => (
              <li key={id}>
                <span className={`swatch part-${colour}`} aria-hidden="true" />{" "}
                {verdict(comparison, name, nameOf(reference))}
              </li>
            ))}
          </ul>
          <ForestPlot compared={compared} />
        </>
      )}
    </section>
  );
}
