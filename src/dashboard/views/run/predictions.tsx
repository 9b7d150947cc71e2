import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import type { Outcome, QuestionFilter } from "../../../sdk/index.ts";
import { Segments } from "../../components/segments.tsx";
import { Skeletons } from "../../components/skeletons.tsx";
import { WordsField } from "../../components/words-field.tsx";
import { counted } from "../../data/figures-text.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { PredictionItem } from "./prediction-item.tsx";
import { predictionsQuery } from "./run-queries.ts";

const OUTCOMES = [
  { id: "ALL", label: "All" },
  { id: "CORRECT", label: "Correct" },
  { id: "PARTIAL", label: "Partly right" },
  { id: "WRONG", label: "Wrong" },
  { id: "UNPARSED", label: "No answer read" },
  { id: "ERRORED", label: "Failed" },
] as const;

/** Adds a text condition to a slice, which may already have one. */
const withWords = (filter: QuestionFilter, words: string): QuestionFilter =>
  words === "" ? filter : { and: [filter, { text: words }] };

interface PredictionsProps {
  readonly run: string;
  readonly filter: QuestionFilter;
  /** Restricts the list to predictions for questions with these words. */
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** Whether outcomes are hidden, because answers are. */
  readonly hidesOutcomes: boolean;
  readonly outcome: Outcome | undefined;
  readonly onOutcome: (outcome: Outcome | null) => void;
}

/** What the model answered, question by question. */
export function Predictions({ run, filter, words, onWords, hidesOutcomes, outcome, onOutcome }: PredictionsProps) {
  const query = useInfiniteQuery(predictionsQuery(run, withWords(filter, words), outcome));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const predictions = data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  return (
    <section className="stack" aria-labelledby="predictions">
      <div className="section-head">
        <h2 id="predictions">Predictions</h2>
        {!hidesOutcomes && (
          <Segments
            label="Outcome"
            choices={OUTCOMES}
            picked={outcome ?? "ALL"}
            onPick={(picked) => onOutcome(picked === "ALL" ? null : picked)}
          />
        )}
      </div>
      <WordsField label="Search the predictions' questions and options" words={words} onChange={onWords} />
      {error !== null && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && data === undefined && <Skeletons count={3} height="8rem" />}
      {data !== undefined && (
        <p className="soft small" role="status">
          {counted(data.pages[0]?.totalCount ?? 0, "prediction")}
        </p>
      )}
      <ul className="stack">
        {predictions.map((prediction) => (
          <PredictionItem key={prediction.question.id} prediction={prediction} />
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
