import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import type { QuestionFilter, Run } from "../../../sdk/index.ts";
import { Segments } from "../../components/segments.tsx";
import { Skeletons } from "../../components/skeletons.tsx";
import { counted } from "../../data/figures-text.ts";
import { runLabels } from "../../data/run-labels.ts";
import { ModelResponse } from "../../questions/model-response.tsx";
import { QuestionCard } from "../../questions/question-card.tsx";
import { ViewFailure } from "../../shell/view-states.tsx";
import { disagreementsQuery, type Output } from "./compare-queries.ts";

interface DisagreementsProps {
  readonly runs: readonly Run[];
  /** The run that is shown beside the reference. */
  readonly beside: Run;
  readonly filter: QuestionFilter;
  readonly onBeside: (id: string) => void;
}

/** The questions that only one of two runs answers correctly, with both outputs side by side. */
export function Disagreements({ runs, beside, filter, onBeside }: DisagreementsProps) {
  const [reference, ...others] = runs;
  const labels = runLabels(runs);
  const query = useInfiniteQuery(disagreementsQuery(reference?.id ?? "", beside.id, filter));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <section className="stack" aria-labelledby="disagreements">
      <div className="section-head">
        <h2 id="disagreements">Where they differ</h2>
        {others.length > 1 && (
          <Segments
            label="The run beside the reference"
            choices={others.map(({ id }) => ({ id, label: labels.get(id) ?? id }))}
            picked={beside.id}
            onPick={onBeside}
          />
        )}
      </div>
      {error !== null && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && data === undefined && <Skeletons count={2} height="12rem" />}
      {data !== undefined && (
        <p className="soft small" role="status">
          {counted(data.pages[0]?.totalCount ?? 0, "question")} with different scores
        </p>
      )}
      <ul className="stack">
        {data?.pages
          .flatMap(({ nodes }) => nodes)
          .map(({ question, a, b }) => (
            <li key={question.id} className="card stack">
              <QuestionCard question={question} />
              <div className="side-by-side">
                <Side name={labels.get(reference?.id ?? "") ?? ""} output={a} />
                <Side name={labels.get(beside.id) ?? ""} output={b} />
              </div>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button className="button" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Loading …" : "Show more"}
        </Button>
      )}
    </section>
  );
}

const Side = ({ name, output }: { readonly name: string; readonly output: Output | undefined }) => (
  <div className="stack tight">
    <h3 className="name clamp-text">{name}</h3>
    {output === undefined ? <p className="faint small">No prediction.</p> : <ModelResponse output={output} />}
  </div>
);
