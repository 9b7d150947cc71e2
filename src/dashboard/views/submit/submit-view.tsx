import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useRef } from "react";
import { BenchmarkSelect } from "../../components/benchmark-select.tsx";
import { FileDrop } from "../../components/file-drop.tsx";
import { useApiKey } from "../../data/api-key.ts";
import { benchmarksQuery } from "../../data/queries.ts";
import { shortTitle } from "../../data/titles.ts";
import { KeyDialog } from "../../shell/key-button.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { EpochChoice } from "./epoch-choice.tsx";
import { Interrupted } from "./interrupted.tsx";
import { missingText } from "./missing-text.ts";
import { ReaderReportCard } from "./reader-report-card.tsx";
import { RunForm } from "./run-form.tsx";
import { Working } from "./sending.tsx";
import { ServerReportCard } from "./server-report-card.tsx";
import { draftFaults } from "./submission-draft.ts";
import { SubmitSteps } from "./submit-steps.tsx";
import { useSubmitForm } from "./use-submit-form.ts";

const FORMATS =
  "lmms-eval, VLMEvalKit, Inspect, every-eval-ever, the benchmarks' own scripts, or a table of questions and responses: " +
  "JSON, JSON Lines, CSV, TSV, XLSX, Parquet or .eval, also as .gz";

const route = getRouteApi("/submit");

/** Submits a result file as a run, in three steps on one page. What is wrong is shown in the step that it belongs to. */
export function SubmitView() {
  useTitle("Submit a run");
  const key = useApiKey();
  const form = useSubmitForm(route.useSearch().benchmark);
  const { steps, draft, showsFaults, change, choose, validate, send } = form;
  const { opened, report, validation, work, progress, fault, files } = steps.state;
  const benchmarks = useQuery(benchmarksQuery).data ?? [];
  const titleOf = (slug: string): string => {
    const title = benchmarks.find((benchmark) => benchmark.slug === slug)?.title;
    return title === undefined ? slug : shortTitle(title);
  };
  const filesStep = useRef<HTMLElement>(null);
  const sendStep = useRef<HTMLElement>(null);
  const faults = showsFaults ? draftFaults(draft) : {};
  const isReading = work === "opening" || work === "checking";
  const isSending = work === "sending" || work === "validating";
  // A fault is shown where the work that failed was begun.
  const faultText = fault !== null && (
    <p className="field-error name" role="alert">
      {fault}
    </p>
  );
  const working = (next: RefObject<HTMLElement | null>) =>
    work !== null && <Working work={work} progress={progress} next={next} onCancel={() => void form.cancel()} />;
  return (
    <div className="submit stack">
      <h1>Submit a run</h1>
      <p className="soft">
        The file is read in this page. You see what is wrong with it before anything is sent, and the server scores it
        by the benchmark's own rules.
      </p>
      {key === null && (
        <p className="notice row">
          <span>
            Sending a run needs an API key of this server: an administrator makes one with{" "}
            <code>omnidex keys create</code>. Without a key, the files can still be read and checked here.
          </span>
          <KeyDialog />
        </p>
      )}
      {form.kept !== null && (
        <Interrupted
          kept={form.kept}
          benchmark={titleOf(form.kept.draft.benchmark)}
          hasKey={key !== null}
          onResume={() => void form.resume()}
          onDiscard={form.discard}
        />
      )}
      <Step number={1} title="The result files" focusable={filesStep}>
        <FileDrop
          files={files}
          isDisabled={work !== null}
          prompt="Drop the result files of one run here"
          hint={files.length === 0 ? FORMATS : null}
          onFiles={(chosen) => void choose(chosen, null)}
        />
        {opened === null && <EpochChoice fault={fault} onPick={(epoch) => void choose(files, epoch)} />}
        <BenchmarkSelect
          benchmarks={benchmarks}
          picked={draft.benchmark}
          fault={faults.benchmark}
          isDisabled={isSending}
          onPick={(benchmark) => change({ benchmark })}
        />
        {isReading && working(filesStep)}
        {report === null && faultText}
        {opened !== null && draft.benchmark === "" && (
          <p className="notice small">{unchosenText(opened.header.benchmark, titleOf)}</p>
        )}
        {report !== null && <ReaderReportCard report={report} />}
        {report !== null && key === null && (
          <p className="soft small">Nothing has been sent. Sending the run needs an API key; see above.</p>
        )}
      </Step>
      <Step number={2} title="The run">
        <RunForm
          draft={draft}
          faults={faults}
          suggested={opened?.header.inputsAreNamed === true ? (opened.header.inputs ?? []) : []}
          isDisabled={isSending}
          onChange={change}
        />
      </Step>
      <Step number={3} title="Validate and send" focusable={sendStep}>
        {validation !== null && <ServerReportCard report={validation} />}
        {isSending && working(sendStep)}
        {report !== null && faultText}
        <SubmitSteps
          report={report}
          validation={validation}
          missing={missingText({
            files,
            report,
            benchmark: draft.benchmark,
            hasKey: key !== null,
            isBusy: work !== null,
          })}
          isBusy={work !== null}
          hasKey={key !== null}
          onValidate={() => void validate()}
          onSend={() => void send()}
        />
      </Step>
    </div>
  );
}

/** Why no benchmark is chosen, for a file that has been opened. */
const unchosenText = (named: string | undefined, titleOf: (slug: string) => string): string =>
  named === undefined
    ? "The file does not say which benchmark it answers. Choose it, so that every row can be checked."
    : `The file says that it answers ${titleOf(named)}, but this server has no questions of it. Choose another benchmark, or import ${named} first.`;

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
