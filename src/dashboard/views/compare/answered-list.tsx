import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { counted } from "../../../domain/counted.ts";
import { Skeletons } from "../../components/skeletons.tsx";
import type { QuestionCardFragment } from "../../generated/operations.ts";
import { AnsweredQuestion } from "../../questions/answered-question.tsx";
import { ModelResponse } from "../../questions/model-response.tsx";
import { ViewFailure } from "../../shell/view-states.tsx";
import type { Output } from "./compare-queries.ts";

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
export function AnsweredList({ list, names, what }: AnsweredListProps) {
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
