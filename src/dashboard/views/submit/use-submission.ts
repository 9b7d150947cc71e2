import { proxy, type Remote, wrap } from "comlink";
import { useEffect, useRef, useState } from "react";
import type { ReaderReport } from "../../../formats/join/reader-report.ts";
import type { SubmitProgress } from "../../../sdk/index.ts";
import type { DryRun } from "../../../submitting/dry-run.ts";
import { apiKey, endSignIn } from "../../data/api-key.ts";
import { failureText } from "../../data/query-client.ts";
import type { Connection, OpenedFiles, OpenedRuns, ResultReader, SentRun } from "../../readers/result-reader.ts";
import { forgetSubmission, keepSubmission, whileSending } from "./kept-submission.ts";
import { type Draft, runFieldsOf } from "./submission-draft.ts";

/** The work in progress. */
export type Work = "opening" | "checking" | "validating" | "sending";

/** The results of a submission's steps. Each is null until its step is done. */
export interface Submission {
  readonly files: readonly File[];
  readonly opened: OpenedFiles | null;
  /** The runs of the files, if they hold several. */
  readonly several: (OpenedRuns & { readonly turn: number }) | null;
  /** The reader's report for the chosen benchmark. */
  readonly report: ReaderReport | null;
  readonly validation: DryRun | null;
  readonly progress: SubmitProgress | null;
  readonly work: Work | null;
  readonly fault: string | null;
}

const NOTHING: Submission = {
  files: [],
  opened: null,
  several: null,
  report: null,
  validation: null,
  progress: null,
  work: null,
  fault: null,
};

export const connection = (): Connection => ({ url: location.origin, apiKey: apiKey() });

/** Whether the server refused the key. Decided by the error's name, because errors from a worker lose their class. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && error.name === "OmnidexUnauthenticatedError";

/** The steps of a submission. Each returns null if it failed or was cancelled; `state.fault` then has the reason. */
export interface SubmissionSteps {
  readonly state: Submission;
  /**
   * Opens files. Returns null for several runs, too, which `state.several` then has.
   * @param isOneRun whether all files belong to one run
   */
  open(files: readonly File[], isOneRun: boolean): Promise<OpenedFiles | null>;
  check(benchmark: string): Promise<ReaderReport | null>;
  validate(draft: Draft): Promise<DryRun | null>;
  send(draft: Draft): Promise<SentRun | null>;
  /** Forgets the server's report, because a field has changed. */
  invalidate(): void;
  /** Stops the work in progress. */
  cancel(): void;
  /** The reader, which has the opened files. */
  reader(): RunningReader;
}

/** A submission that runs in a worker. The worker is stopped when the view closes. */
export function useSubmission(): SubmissionSteps {
  const [state, setState] = useState(NOTHING);
  const running = useRef<RunningReader | null>(null);
  const turn = useRef(0);
  useEffect(() => () => running.current?.stop(), []);

  const patch = (change: Partial<Submission>): void => setState((before) => ({ ...before, ...change }));
  const reader = (): RunningReader => {
    running.current ??= startReader();
    return running.current;
  };
  /** Runs a step. If another step has begun since, or the worker was stopped, the result is discarded. */
  async function step<T>(work: Work, before: Partial<Submission>, run: (own: RunningReader) => Promise<T>) {
    const own = reader();
    turn.current += 1;
    const mine = turn.current;
    const isCurrent = (): boolean => turn.current === mine;
    const key = apiKey();
    patch({ ...before, work, fault: null });
    try {
      const result = await own.wait(run(own));
      return isCurrent() ? result : null;
    } catch (error) {
      if (isRefusal(error)) endSignIn(key);
      if (isCurrent()) patch({ fault: failureText(error) });
      return null;
    } finally {
      if (isCurrent()) patch({ work: null, progress: null });
    }
  }

  return {
    state,
    async open(files, isOneRun) {
      const before = { ...NOTHING, files };
      const found = await step<OpenedFiles | OpenedRuns>("opening", before, ({ reader }) =>
        reader.open([...files], isOneRun),
      );
      const opened = found !== null && "header" in found ? found : null;
      if (found !== null) patch("runs" in found ? { several: { ...found, turn: turn.current } } : { opened });
      return opened;
    },
    async check(benchmark) {
      const before = { report: null, validation: null };
      const report = await step("checking", before, ({ reader }) => reader.check(benchmark, connection()));
      if (report !== null) patch({ report });
      return report;
    },
    async validate(draft) {
      const fields = runFieldsOf(draft);
      const validation = await step("validating", { validation: null }, ({ reader }) =>
        reader.validate(fields, connection()),
      );
      if (validation !== null) patch({ validation });
      return validation;
    },
    async send(draft) {
      const { files } = state;
      return step("sending", {}, (own) => sendKept(own, { files, draft }, patch));
    },
    invalidate: () => setState((before) => (before.validation === null ? before : { ...before, validation: null })),
    cancel() {
      turn.current += 1;
      running.current?.stop();
      running.current = null;
      // The files that were read are lost with the worker, so the submission starts anew.
      setState(NOTHING);
    },
    reader,
  };
}

/** Stores a submission in the browser until it has been sent, and sends it. */
function sendKept(
  own: RunningReader,
  kept: Parameters<typeof keepSubmission>[0],
  patch: (change: Partial<Submission>) => void,
): Promise<SentRun> {
  return whileSending(async (isOnly) => {
    // If the browser refuses to store the submission, or another tab is sending one, it is sent without being stored.
    if (isOnly) await keepSubmission(kept).catch(() => {});
    const onProgress = proxy((progress: SubmitProgress) => patch({ progress }));
    const sent = await own.wait(own.reader.send(runFieldsOf(kept.draft), connection(), onProgress));
    // Forget it before the lock is released, so that no other tab takes it for an interrupted submission.
    if (isOnly) await forgetSubmission();
    return sent;
  });
}

/** A reader that runs in its own worker. */
export interface RunningReader {
  readonly reader: Remote<ResultReader>;
  /** Waits for a result of the reader. @throws the work's error, or Error if the worker is stopped or fails */
  wait<T>(work: Promise<T>): Promise<T>;
  /** Ends the worker, whatever it is doing. */
  stop(): void;
}

/** Starts a worker that reads result files. */
function startReader(): RunningReader {
  const worker = new Worker(new URL("../../readers/reader-worker.ts", import.meta.url), { type: "module" });
  // Rejected when the worker ends, because calls to a worker that has ended would never settle.
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {});
  worker.addEventListener("error", ({ message }) => reject(new Error(`The file could not be read: ${message}`)));
  return {
    reader: wrap<ResultReader>(worker),
    wait: (work) => Promise.race([work, ended]),
    stop() {
      worker.terminate();
      reject(new Error("The reader was stopped."));
    },
  };
}
