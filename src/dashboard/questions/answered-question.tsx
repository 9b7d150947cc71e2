import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { hidesAnswers } from "../../domain/exported-release.ts";
import { failureText, omnidex } from "../data/query-client.ts";
import { QuestionAnswerDocument, type QuestionCardFragment } from "../generated/operations.ts";
import { QuestionCard } from "./question-card.tsx";

/** The answer of a question, with its human-written reasoning. It is fetched only on request. */
const answerQuery = (id: string) =>
  queryOptions({
    queryKey: ["answer", id],
    queryFn: async ({ signal }) => {
      const { node } = await omnidex().query(QuestionAnswerDocument, { id }, { signal });
      return node !== null && "answer" in node ? node : null;
    },
  });

interface AnsweredQuestionProps {
  readonly question: QuestionCardFragment;
  /** The label of the option that a model picked. */
  readonly picked?: string | null;
  /** Whether the answer is shown at once, because what is beside the question reveals it anyway. */
  readonly isRevealed?: boolean;
}

/**
 * A question whose answer and reasoning are hidden until the reader asks, or are shown at once with `isRevealed`. They are
 * shown only if the viewer may see them.
 */
export function AnsweredQuestion({ question, picked = null, isRevealed = false }: AnsweredQuestionProps) {
  const [isAsked, setAsked] = useState(false);
  const isShown = isAsked || (isRevealed && !hidesAnswers(question));
  const { data, error } = useQuery({ ...answerQuery(question.id), enabled: isShown });
  const steps = data?.reasoningSteps ?? [];
  return (
    <div className="stack tight">
      <QuestionCard question={question} picked={picked} answers={isShown ? (data?.answer?.labels ?? []) : []} />
      {hidesAnswers(question) ? (
        <p className="faint small">The maintainer of the benchmark keeps its answers secret.</p>
      ) : (
        !isRevealed && (
          <div className="row no-print">
            <Button className="text-button" onPress={() => setAsked(!isAsked)}>
              {isAsked ? "Hide the answer" : "Show the answer"}
            </Button>
          </div>
        )
      )}
      {isShown && error !== null && <p className="field-error">{failureText(error)}</p>}
      {isShown && data?.answer != null && data.answer.labels === null && (
        <p className="name">
          {isRevealed && <span className="faint small">Right answer: </span>}
          {answerText(data.answer)}
        </p>
      )}
      {isShown && steps.length > 0 && (
        <ol className="reasoning small" aria-label="Reasoning steps">
          {steps.map((step, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place
            <li key={place}>
              <span className="tag">{step.modality ?? "step"}</span> <span className="name">{step.evidence}</span>{" "}
              <span className="soft name">{step.inference}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** The answer in words, with the other texts that are right; otherwise the answer key as JSON. */
function answerText({ text, value }: { readonly text: string | null; readonly value: unknown }): string {
  const { also = [] } = value as { readonly also?: readonly string[] };
  return text === null ? JSON.stringify(value) : [text, ...also].join(" or ");
}
