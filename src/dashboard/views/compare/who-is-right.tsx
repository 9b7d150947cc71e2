import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Dimension, QuestionFilter, Run } from "../../../sdk/index.ts";
import { Segments } from "../../components/segments.tsx";
import { count } from "../../data/figures-text.ts";
import { runLabels } from "../../data/run-labels.ts";
import { AnsweredList } from "./answered-list.tsx";
import { comparisonQuery, disagreementsQuery, uniquelyRightQuery } from "./compare-queries.ts";

/** The choice of listed questions: those that only one of all runs has right, or those on which two runs differ. */
export interface Listed {
  /**
   * The only run that is compared with the reference. If null, the list has the questions that exactly one of all runs
   * has right.
   */
  readonly beside: string | null;
  /** The run that is right; null for any run. */
  readonly only: string | null;
}

interface WhoIsRightProps {
  readonly reference: Run;
  readonly others: readonly Run[];
  readonly filter: QuestionFilter;
  /** The dimension of the differences above. The request for the differences also returns the counts that are shown here. */
  readonly by: Dimension;
  readonly listed: Listed;
  readonly onList: (listed: Listed) => void;
}

/** The questions that only one of the runs has right, with their outputs side by side. */
export function WhoIsRight({ reference, others, filter, by, listed, onList }: WhoIsRightProps) {
  const runs = [reference, ...others];
  const labels = runLabels(runs);
  const nameOf = (id: string): string => labels.get(id) ?? id;
  const beside = others.length === 1 ? (others[0]?.id ?? null) : listed.beside;
  return (
    <section className="stack" aria-labelledby="who-is-right">
      <div className="section-head">
        <h2 id="who-is-right">Questions only one of them got</h2>
        {others.length > 1 && (
          <Segments
            label="The runs that are compared"
            choices={[
              { id: ALL, label: "Among all" },
              ...others.map(({ id }) => ({ id, label: `${nameOf(reference.id)} and ${nameOf(id)}` })),
            ]}
            picked={beside ?? ALL}
            onPick={(id) => onList({ beside: id === ALL ? null : id, only: null })}
          />
        )}
      </div>
      {beside === null ? (
        <AmongAll runs={runs} filter={filter} by={by} only={listed.only} onOnly={(only) => onList({ beside, only })} />
      ) : (
        <OfTwo
          runs={[reference, ...others.filter(({ id }) => id === beside)]}
          filter={filter}
          only={listed.only}
          onOnly={(only) => onList({ beside, only })}
        />
      )}
    </section>
  );
}

const ALL = "ALL";

interface PartProps {
  readonly runs: readonly Run[];
  readonly filter: QuestionFilter;
  readonly only: string | null;
  readonly onOnly: (only: string | null) => void;
}

/** The questions that exactly one of three to five runs has right. */
function AmongAll({ runs, filter, by, only, onOnly }: PartProps & { readonly by: Dimension }) {
  const [reference = "", ...others] = runs.map(({ id }) => id);
  const labels = runLabels(runs);
  const picked = only ?? reference;
  // The list of differences makes the same query, so the request is sent only once.
  const { data } = useQuery({
    ...comparisonQuery({ reference, others }, by, filter),
    placeholderData: keepPreviousData,
  });
  const counts = new Map(data?.uniquelyRight.map(({ run, questionCount }) => [run, questionCount]));
  const list = useInfiniteQuery(uniquelyRightQuery({ reference, others }, picked, filter));
  return (
    <>
      <Segments
        label="The run that is right"
        choices={runs.map(({ id }) => ({ id, label: `Only ${labels.get(id)}${shown(counts.get(id))}` }))}
        picked={picked}
        onPick={onOnly}
      />
      <AnsweredList list={list} names={runs.map(({ id }) => labels.get(id) ?? id)} what="that no other run has right" />
    </>
  );
}

const shown = (n: number | undefined): string => (n === undefined ? "" : ` (${count(n)})`);

/** The questions on which two runs have different scores, or on which a given one of them has the higher score. */
function OfTwo({ runs, filter, only, onOnly }: PartProps) {
  const [a = "", b = ""] = runs.map(({ id }) => id);
  const labels = runLabels(runs);
  const better = only === a ? "A" : only === b ? "B" : null;
  const list = useInfiniteQuery(disagreementsQuery(a, b, better, filter));
  return (
    <>
      <Segments
        label="The run that is right"
        choices={[{ id: ALL, label: "Either" }, ...runs.map(({ id }) => ({ id, label: `Only ${labels.get(id)}` }))]}
        picked={only ?? ALL}
        onPick={(id) => onOnly(id === ALL ? null : id)}
      />
      <AnsweredList
        list={list}
        names={runs.map(({ id }) => labels.get(id) ?? id)}
        what={better === null ? "with different scores" : "with the higher score in this run"}
      />
    </>
  );
}
