import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { counted } from "../../../domain/texts.ts";
import { runLabels } from "../../../formats/tables/run-labels.ts";
import type { Dimension, QuestionFilter, Run } from "../../../sdk/index.ts";
import { Segments } from "../../components/choices.tsx";
import { Skeletons } from "../../components/waiting.tsx";
import { count } from "../../data/figures-text.ts";
import type { QuestionCardFragment } from "../../generated/operations.ts";
import { AnsweredQuestion } from "../../questions/answered-question.tsx";
import { ModelResponse } from "../../questions/model-response.tsx";
import { ViewFailure } from "../../shell/view-states.tsx";
import { comparisonQuery, disagreementsQuery, type Output, uniquelyRightQuery } from "./compare-queries.ts";

/** A page of questions with the outputs of several runs. */
interface AnsweredPage {
  readonly totalCount: number;
  readonly nodes: readonly {
    readonly question: QuestionCardFragment;
    readonly outputs: readonly (Output | undefined)[];
  }[];
}

interface AnsweredListProps {
  readonly list: UseInfiniteQueryResult<InfiniteData<AnsweredPage>>;
  /** The names of the runs, in the order of the outputs. */
  readonly names: readonly string[];
  /** What the questions have in common: `with different scores`. */
  readonly what: string;
}

/** Questions with the outputs of several runs side by side. Viewers who may see the right answer can have it shown. */
function AnsweredList({ list, names, what }: AnsweredListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  return (
    <>
      {error !== null && data === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && data === undefined && <Skeletons count={2} height="12rem" />}
      {data !== undefined && (
        <p className="soft small" role="status">
          {counted(data.pages[0]?.totalCount ?? 0, "question")} {what}
        </p>
      )}
      <ul className="stack">
        {data?.pages
          .flatMap(({ nodes }) => nodes)
          .map(({ question, outputs }) => (
            <li key={question.id} className="card stack">
              <AnsweredQuestion question={question} />
              <div className="side-by-side">
                {outputs.map((output, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the runs are the same in every question
                  <Side key={place} name={names[place] ?? ""} colour={place + 1} output={output} />
                ))}
              </div>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button className="button no-print" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Loading …" : "Show more"}
        </Button>
      )}
    </>
  );
}

interface SideProps {
  readonly name: string;
  readonly colour: number;
  readonly output: Output | undefined;
}

const Side = ({ name, colour, output }: SideProps) => (
  <div className="stack tight">
    <h3 className="name clamp-text">
      <span className={`swatch part-${colour}`} aria-hidden="true" /> {name}
    </h3>
    {output === undefined ? <p className="faint small">No prediction.</p> : <ModelResponse output={output} />}
  </div>
);

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
