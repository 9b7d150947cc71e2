import { lazy, Suspense, useState } from "react";
import { Button } from "react-aria-components";
import { imported } from "../../data/outage.ts";

// Loaded on first use, because few readers label errors.
const ErrorLabelForm = lazy(async () => ({
  default: (await imported(() => import("./error-label-form.tsx"))).ErrorLabelForm,
}));

interface ErrorLabelsProps {
  readonly run: string;
  /** The natural key of the question. */
  readonly question: string;
  readonly errorTypes: readonly string[];
  /** Whether the prediction is correct. It may have error types, for example after a correction of the answer key. */
  readonly isRight: boolean;
  readonly labelling: Labelling;
}

/** How the error types of a run's predictions are shown and set. */
export interface Labelling {
  /** The slug of the run's benchmark. */
  readonly benchmark: string;
  readonly name: (slug: string) => string;
  /** Whether the viewer may set them. */
  readonly mayLabel: boolean;
}

/** The error types of a prediction. Those who may label the run can change them. */
export function ErrorLabels({ run, question, errorTypes, isRight, labelling }: ErrorLabelsProps) {
  const [isOpen, setOpen] = useState(false);
  const { benchmark, name, mayLabel } = labelling;
  if (errorTypes.length === 0 && (isRight || !mayLabel)) return null;
  return (
    <div className="stack tight">
      <p className="row small">
        {errorTypes.map((type) => (
          <span key={type} className="tag warn name" title={type}>
            {name(type)}
          </span>
        ))}
        {mayLabel && !isOpen && (
          <Button className="text-button no-print" onPress={() => setOpen(true)}>
            {errorTypes.length === 0 ? "Label the error" : "Change"}
            <span className="visually-hidden"> of {question}</span>
          </Button>
        )}
      </p>
      {isOpen && (
        <Suspense fallback={null}>
          <ErrorLabelForm {...{ run, benchmark, question, errorTypes, name }} onDone={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
