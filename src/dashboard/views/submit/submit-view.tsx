import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useRef } from "react";
import { FileDrop } from "../../components/file-drop.tsx";
import { useApiKey } from "../../data/api-key.ts";
import { benchmarksQuery } from "../../data/queries.ts";
import { KeyDialog } from "../../shell/key-button.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { draftFaults } from "./draft.ts";
import { EpochChoice } from "./epoch-choice.tsx";
import { Interrupted } from "./interrupted.tsx";
import { ReaderReportCard } from "./reader-report-card.tsx";
import { RunForm } from "./run-form.tsx";
import { Working } from "./sending.tsx";
import { ServerReportCard } from "./server-report-card.tsx";
import { SubmitSteps } from "./submit-steps.tsx";
import { useSubmitForm } from "./use-submit-form.ts";

const FORMATS =
  "lmms-eval, VLMEvalKit, Inspect, every-eval-ever, the benchmarks' own scripts, or a table of questions and responses: " +
  "JSON, JSON Lines, CSV, TSV, XLSX, Parquet or .eval, also as .gz";

/** Submits a result file as a run, in four steps on one page. */
export function SubmitView() {
  useTitle("Submit a run");
  const key = useApiKey();
  const form = useSubmitForm();
  const { steps, draft, showsFaults, change, choose, validate, send } = form;
  const { opened, report, validation, work, progress, fault, files } = steps.state;
  const benchmarks = useQuery(benchmarksQuery).data ?? [];
  const check = useRef<HTMLElement>(null);
  return (
    <div className="submit stack">
      <h1>Submit a run</h1>
      <p className="soft">
        The file is read in this page. You see what is wrong with it before anything is sent, and the server scores it
        by the benchmark's own rules.
      </p>
      {key === null && (
        <p className="notice row">
          Files can be read and checked without an API key. Validating and sending them needs one.
          <KeyDialog />
        </p>
      )}
      {form.kept !== null && (
        <Interrupted
          kept={form.kept}
          hasKey={key !== null}
          onResume={() => void form.resume()}
          onDiscard={form.discard}
        />
      )}
      <Step number={1} title="The result files">
        <FileDrop
          files={files}
          isDisabled={work !== null}
          prompt="Drop the result files of one run here"
          hint={FORMATS}
          onFiles={(chosen) => void choose(chosen, null)}
        />
        {opened === null && <EpochChoice fault={fault} onPick={(epoch) => void choose(files, epoch)} />}
      </Step>
      <Step number={2} title="The run">
        <RunForm
          draft={draft}
          faults={showsFaults ? draftFaults(draft) : {}}
          benchmarks={benchmarks}
          isDisabled={work === "sending" || work === "validating"}
          onChange={change}
        />
      </Step>
      <Step number={3} title="The check" focusable={check}>
        {report === null && <p className="soft">Choose the files and the benchmark first.</p>}
        {report !== null && <ReaderReportCard report={report} />}
        {validation !== null && <ServerReportCard report={validation} />}
      </Step>
      {work !== null && <Working work={work} progress={progress} next={check} onCancel={() => void form.cancel()} />}
      {fault !== null && (
        <p className="field-error name" role="alert">
          {fault}
        </p>
      )}
      <SubmitSteps
        report={report}
        validation={validation}
        isBusy={work !== null}
        hasKey={key !== null}
        onValidate={() => void validate()}
        onSend={() => void send()}
      />
    </div>
  );
}

const Step = ({
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
