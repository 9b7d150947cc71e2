import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { Button, Label, ProgressBar } from "react-aria-components";
import type { SubmitProgress } from "../../../sdk/index.ts";
import { count } from "../../data/figures-text.ts";
import type { Work } from "./use-submission.ts";

/** A step of the submission. */
export const Step = ({
  number,
  title,
  focusable,
  children,
}: {
  readonly number: number;
  readonly title: string;
  /** The ref of the step's element, for a step that can have the focus. */
  readonly focusable?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}) => (
  <section ref={focusable} tabIndex={focusable && -1} className="card stack" aria-labelledby={`step-${number}`}>
    <h2 id={`step-${number}`}>
      <span className="step-number" aria-hidden="true">
        {number}
      </span>
      {title}
    </h2>
    {children}
  </section>
);

const TITLES: Readonly<Record<Work, string>> = {
  opening: "Opening the file",
  checking: "Reading every row",
  validating: "The server is validating",
  sending: "Sending",
};

interface WorkingProps {
  /** The step, or a text that describes it. */
  readonly work: Work | { readonly title: string };
  readonly progress: SubmitProgress | null;
  /**
   * The element that gets the focus if "Cancel" has it when the step ends. Without it, the next Tab would start at the
   * top of the page.
   */
  readonly next: RefObject<HTMLElement | null>;
  /** What the button says; "Cancel" by default. */
  readonly cancelText?: string;
  readonly onCancel: () => void;
}

/** Shows the current step and its progress, with a button that cancels it. */
export function Working({ work, progress, next, cancelText = "Cancel", onCancel }: WorkingProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useLayoutEffect(
    () => () => {
      if (document.activeElement === cancel.current) next.current?.focus();
    },
    [next],
  );
  const total = progress?.phase === "sending" ? progress.total : undefined;
  const done = (progress?.sent ?? 0) + (progress?.skipped ?? 0);
  const isCounted = total !== undefined && total > 0;
  const value = isCounted ? { value: done, maxValue: total } : { isIndeterminate: true };
  return (
    <div className="row working">
      <ProgressBar
        {...value}
        className="progress"
        valueLabel={isCounted ? `${count(done)} of ${count(total)} predictions` : ""}
      >
        {({ percentage, valueText }) => (
          <>
            <Label>{typeof work === "string" ? TITLES[work] : work.title} …</Label>
            <span className="soft small">{valueText}</span>
            <svg className="progress-track" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect className="progress-ground" width="100" height="4" />
              <rect
                className={isCounted ? "progress-bar" : "progress-bar running"}
                width={percentage ?? 30}
                height="4"
              />
            </svg>
          </>
        )}
      </ProgressBar>
      <Button ref={cancel} className="button" onPress={onCancel}>
        {cancelText}
      </Button>
    </div>
  );
}
