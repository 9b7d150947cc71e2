import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "react-aria-components";
import { Icon } from "../../components/icon.tsx";
import { Skeletons, StaleBlock } from "../../components/waiting.tsx";
import { count } from "../../data/figures-text.ts";
import { AnsweredQuestion } from "../../questions/answered-question.tsx";
import { ModelResponse } from "../../questions/model-response.tsx";
import { ViewFailure } from "../../shell/view-states.tsx";
import { ErrorLabels, type Labelling } from "./error-labels.tsx";
import { predictionQuery } from "./run-page-queries.ts";
import type { Stepping } from "./use-stepping.ts";

interface PredictionPanelProps {
  readonly run: string;
  /** The key of the question. */
  readonly prediction: string;
  /** The text that the reader searched for in the responses. */
  readonly said: string;
  readonly labelling: Labelling;
  readonly stepping: Stepping;
}

/** One prediction beside the list: the question with its answer, and what the model answered. */
export function PredictionPanel({ run, prediction: key, said, labelling, stepping }: PredictionPanelProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...predictionQuery(run, key),
    placeholderData: keepPreviousData,
  });
  const panel = useFocusAfterSteps(key);
  const { position, total, next, previous, close } = stepping;
  return (
    <section ref={panel} tabIndex={-1} className="card stack prediction-panel" aria-label={`Prediction of ${key}`}>
      <div className="row prediction-steps">
        <p className="soft small" role="status">
          {position === null ? "Not in this list" : `${count(position)} of ${count(total)}`}
        </p>
        <span className="row no-print">
          <StepButton label="Previous" hotkey="K" step={previous} />
          <StepButton label="Next" hotkey="J" step={next} />
          <Button className="icon-button" aria-label="Close the prediction" onPress={close}>
            <Icon name="close" />
          </Button>
        </span>
      </div>
      {error !== null && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && data === undefined && <Skeletons count={2} height="6rem" />}
      {data === null && <p className="soft">The run has no prediction of {key} that you may see.</p>}
      {data != null && (
        <StaleBlock isStale={isPlaceholderData} className="stack">
          <AnsweredQuestion
            key={data.question.id}
            question={data.question}
            picked={data.extraction?.answer ?? null}
            isRevealed={data.outcome !== null}
          />
          <ModelResponse output={data} said={said} />
          {data.errorTypes !== null && (
            <ErrorLabels
              key={`labels ${data.question.id}`}
              run={run}
              question={data.question.key}
              errorTypes={data.errorTypes}
              isRight={data.outcome === "CORRECT"}
              labelling={labelling}
            />
          )}
        </StaleBlock>
      )}
    </section>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly hotkey: string;
  readonly step: (() => void) | null;
}

const StepButton = ({ label, hotkey, step }: StepButtonProps) => (
  <Button className="button" aria-keyshortcuts={hotkey} isDisabled={step === null} onPress={() => step?.()}>
    {label} <kbd className="faint small wide-only">{hotkey}</kbd>
  </Button>
);

/**
 * Moves the focus to the panel when another prediction is opened from outside it, so that a screen reader reads it. When
 * the panel closes, the focus returns to where it was.
 */
function useFocusAfterSteps(key: string) {
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const before = document.activeElement;
    // An address that is opened directly leaves the focus at the top of the page.
    if (before === null || before === document.body || panel.current?.contains(before)) return;
    opener.current ??= before;
    panel.current?.focus({ preventScroll: true });
    if (key !== "") panel.current?.scrollIntoView({ block: "nearest" });
  }, [key]);
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
    [],
  );
  return panel;
}
