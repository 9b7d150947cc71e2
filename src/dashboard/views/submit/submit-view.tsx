import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, type RefObject, Suspense, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { counted } from "../../../domain/texts.ts";
import type { ReaderReport } from "../../../formats/join/reader-report.ts";
import type { DryRun } from "../../../submitting/dry-run.ts";
import { BenchmarkSelect } from "../../components/benchmark-select.tsx";
import { FileDrop } from "../../components/file-drop.tsx";
import { useApiKey } from "../../data/api-key.ts";
import { count } from "../../data/figures-text.ts";
import { benchmarksQuery } from "../../data/queries.ts";
import { shortTitle } from "../../data/titles.ts";
import { KeyDialog } from "../../shell/key-button.tsx";
import { useTitle, ViewPending } from "../../shell/view-states.tsx";
import type { KeptSubmission } from "./kept-submission.ts";
import { IssueTable, ReaderReportCard } from "./reader-report-card.tsx";
import { RunForm } from "./run-form.tsx";
import { Step, Working } from "./sending.tsx";
import { draftFaults } from "./submission-draft.ts";
import { useSubmitForm } from "./use-submit-form.ts";

/** The maximum number of remarks that are listed. */
const MOST_SHOWN = 100;

/** The server's validation report. Nothing has been stored. */
function ServerReportCard({ report }: { readonly report: DryRun }) {
  const { ok, errorCount, warningCount, issues, partial, covered, scorable, remarks, mixedConfirmations } = report;
  const refused = errorCount === 0 ? "the submission" : counted(errorCount, "prediction");
  const shown = issues.slice(0, MOST_SHOWN);
  const more = errorCount + warningCount - shown.length;
  return (
    <div className="stack" role="status">
      <p className={ok ? undefined : "field-error"}>
        {ok ? "The server accepts every prediction" : `The server refuses ${refused}`}
        {warningCount > 0 && ` and has ${counted(warningCount, "remark")}`}. Nothing has been stored yet.
      </p>
      {report.inputIssues.map(({ field, message }) => (
        <p className="field-error" key={`${field} ${message}`}>
          {message}
        </p>
      ))}
      {partial && (
        <p className="notice small">
          The run has predictions for {count(covered)} of {counted(scorable, "question")}. The others count as wrong,
          and leaderboards leave partial runs out.
        </p>
      )}
      {remarks.suspicious && (
        <p className="notice small">
          Many responses cannot be read as answers. Look at the remarks before you submit: the file may have the wrong
          column, or responses that were cut off.
        </p>
      )}
      {mixedConfirmations && (
        <p className="notice small">
          Only some rows have a confirmation, so questions that are asked twice count as wrong in the other rows.
        </p>
      )}
      {shown.length > 0 && (
        <IssueTable
          head={["Row", "Question", "Remark"]}
          rows={shown.map(({ place, question, message }) => [place, question, message])}
        />
      )}
      {more > 0 && <p className="faint small">and {counted(more, "remark")} more</p>}
    </div>
  );
}

const FORMATS =
  "lmms-eval, VLMEvalKit, Inspect, every-eval-ever, the benchmarks' own scripts, or a table of questions and responses: " +
  "JSON, JSON Lines, CSV, TSV, XLSX, Parquet or .eval, also as .gz";

const SeveralRunsSteps = lazy(async () => ({
  default: (await import("./several-runs-steps.tsx")).SeveralRunsSteps,
}));

const route = getRouteApi("/submit");

/** Submits result files as a run or as several, in three steps on one page. What is wrong is shown in the step that it belongs to. */
export function SubmitView() {
  useTitle("Submit a run");
  const key = useApiKey();
  const form = useSubmitForm(route.useSearch().benchmark);
  const { steps, draft, showsFaults, change, choose, validate, send } = form;
  const { opened, several, report, validation, work, progress, fault, files } = steps.state;
  const benchmarks = useQuery(benchmarksQuery).data ?? [];
  const titleOf = (slug: string): string => {
    const title = benchmarks.find((benchmark) => benchmark.slug === slug)?.title;
    return title === undefined ? slug : shortTitle(title);
  };
  const filesStep = useRef<HTMLElement>(null);
  const sendStep = useRef<HTMLElement>(null);
  const faults = showsFaults ? draftFaults(draft) : {};
  const isReading = work === "opening" || work === "checking";
  const [sendsSeveral, setSendsSeveral] = useState(false);
  const isSending = work === "sending" || work === "validating" || sendsSeveral;
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
        The files are read in this page. You see what is wrong with them before anything is sent, and the server scores
        them by the benchmark's own rules.
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
          isDisabled={work !== null || sendsSeveral}
          prompt="Drop result files here, or a folder of them"
          hint={files.length === 0 ? FORMATS : null}
          takesFolders
          onFiles={(chosen) => void choose(chosen, false)}
        />
        <BenchmarkSelect
          benchmarks={benchmarks}
          picked={draft.benchmark}
          fault={faults.benchmark}
          isDisabled={isSending}
          onPick={(benchmark) => change({ benchmark })}
        />
        {isReading && working(filesStep)}
        {report === null && faultText}
        {(opened ?? several)?.leftOut.map((name) => (
          <p key={name} className="faint small name">
            {name}: left out, no file of results.
          </p>
        ))}
        {opened !== null && draft.benchmark === "" && (
          <p className="notice small">{unchosenText(opened.header.benchmark, titleOf)}</p>
        )}
        {report !== null && <ReaderReportCard report={report} />}
        {report !== null && key === null && (
          <p className="soft small">Nothing has been sent. Sending the run needs an API key; see above.</p>
        )}
      </Step>
      {several === null ? (
        <>
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
        </>
      ) : (
        <Suspense fallback={<ViewPending />}>
          <SeveralRunsSteps
            key={several.turn}
            runs={several.runs}
            hasSeveralFiles={files.length > 1}
            benchmark={draft.benchmark}
            benchmarks={benchmarks}
            hasKey={key !== null}
            reader={steps.reader}
            onBusy={setSendsSeveral}
            onOneRun={() => void choose(files, true)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Why no benchmark is chosen, for a file that has been opened. */
const unchosenText = (named: string | undefined, titleOf: (slug: string) => string): string =>
  named === undefined
    ? "The file does not say which benchmark it answers. Choose it, so that every row can be checked."
    : `The file says that it answers ${titleOf(named)}, but this server has no questions of it. Choose another benchmark, or import ${named} first.`;

interface Prepared {
  readonly files: readonly unknown[];
  /** The slug; empty if no benchmark is chosen. */
  readonly benchmark: string;
  readonly report: ReaderReport | null;
  readonly hasKey: boolean;
  readonly isBusy: boolean;
}

/** What the reader still has to do before the server can validate the run; null if nothing. */
export function missingText({ files, benchmark, report, hasKey, isBusy }: Prepared): string | null {
  if (isBusy) return null;
  const steps = [
    files.length === 0 && "choose the result files",
    benchmark === "" && "choose the benchmark",
    !hasKey && "enter an API key",
  ].filter((step) => step !== false);
  if (steps.length > 0) return `Before the server can validate the run: ${steps.join(", ")}.`;
  if (report === null) return "The files could not be read. The reason is shown below their names.";
  if (report.shift !== null) return report.shift;
  return report.predictions === 0 ? "No row of the files can be used, so there is nothing to validate." : null;
}

interface SubmitStepsProps {
  readonly report: ReaderReport | null;
  readonly validation: DryRun | null;
  /** What is missing before the run can be validated; null if nothing. */
  readonly missing: string | null;
  readonly isBusy: boolean;
  readonly hasKey: boolean;
  readonly onValidate: () => void;
  readonly onSend: () => void;
}

/** The two buttons at the end: validate, then submit. */
function SubmitSteps({ report, validation, missing, isBusy, hasKey, onValidate, onSend }: SubmitStepsProps) {
  const isReady = report !== null && report.predictions > 0 && report.shift === null && !isBusy && hasKey;
  const isValid = isReady && validation?.ok === true;
  const leaves = report !== null && report.problemCount > 0 ? `, without ${counted(report.problemCount, "row")}` : "";
  return (
    <div className="row end">
      {missing !== null && <p className="soft small submit-missing">{missing}</p>}
      <Button className={isValid ? "button" : "button primary"} isDisabled={!isReady} onPress={onValidate}>
        Validate
      </Button>
      <Button className={isValid ? "button primary" : "button"} isDisabled={!isValid} onPress={onSend}>
        {report === null ? "Submit" : `Submit ${counted(report.predictions, "prediction")}${leaves}`}
      </Button>
    </div>
  );
}

interface InterruptedProps {
  readonly kept: KeptSubmission;
  /** The benchmark's name. */
  readonly benchmark: string;
  readonly hasKey: boolean;
  readonly onResume: () => void;
  readonly onDiscard: () => void;
}

/** A notice about a submission that a reload interrupted and that can be resumed. */
function Interrupted({ kept: { draft, files }, benchmark, hasKey, onResume, onDiscard }: InterruptedProps) {
  const [first] = files;
  return (
    <section className="notice stack" aria-label="Interrupted submission">
      <p>
        A submission was interrupted: <strong className="name">{draft.model}</strong> on {benchmark},{" "}
        <span className="name">{files.length === 1 ? first?.name : counted(files.length, "file")}</span>. Predictions
        that the server already has are not sent again.
        {!hasKey && " Enter your API key to resume it."}
      </p>
      <div className="row">
        <Button className="button primary" isDisabled={!hasKey} onPress={onResume}>
          Resume
        </Button>
        <Button className="button" onPress={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  );
}
