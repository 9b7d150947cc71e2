import { counted } from "../../domain/counted.ts";
import { badInput } from "../../domain/errors.ts";
import { plainText } from "../../domain/printable-text.ts";
import type { SubmissionFile } from "../../formats/files/submission-file.ts";
import type { JoinRelease } from "../../formats/join/join-question.ts";
import { checkSubmission, type JoinReport, joinedPredictions } from "../../formats/join/join-submission.ts";
import { openSubmission, type Submission } from "../../formats/read-submission.ts";
import type { Omnidex } from "../../sdk/client.ts";
import { dryRun } from "../../submitting/dry-run.ts";
import { type ReaderReport, readerReport } from "../../submitting/reader-report.ts";
import { fetchRelease } from "../../submitting/release-questions.ts";
import type { RunFields } from "../../submitting/stated-run-fields.ts";
import { requireQuestions } from "../connection/require-benchmark.ts";
import { connect } from "../connection/sdk-client.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import { DiskFiles } from "../output/submitted-files.ts";
import { headline } from "../runs/run.ts";
import { namedInputsNotes, statedInputs } from "./named-inputs.ts";
import { promptRemarks, statedSizeRemarks, untakenRemarks } from "./print-run-remarks.ts";
import { describeReport, remarkReport } from "./printed-report.ts";
import { runFields, type SubmitCommandOptions } from "./run-field-options.ts";
import { remarkSameResult } from "./same-result.ts";
import { describeDryRun, describeOutcome, fetchOutcome, fetchQuota } from "./submission-outcome.ts";

/** A submission after its first reading. */
interface CheckedSubmission {
  readonly submission: Submission;
  readonly release: JoinRelease;
  readonly report: JoinReport;
  readonly fields: RunFields;
  readonly read: ReaderReport;
}

/** Reads result files twice, once to join and check every row and once to send them, then prints the outcome. */
export async function submit(paths: readonly string[], options: SubmitCommandOptions): Promise<void> {
  const { omnidex } = await connect();
  const meter = { onRead: (_bytes: number): void => {} };
  const disk = new DiskFiles((bytes) => meter.onRead(bytes));
  try {
    const files = await disk.open(paths);
    const checked = await check(omnidex, files, options, meter);
    if (!options.json) {
      remarkReport(checked.read, causeOf(checked));
      for (const text of statedSizeRemarks(checked.fields)) remark(text);
      for (const text of await promptRemarks(omnidex, checked.fields)) remark(plainText(text));
    }
    await requireAllRows(checked, options);
    await (options.dryRun ? validate(omnidex, checked, options) : send(omnidex, checked, options));
  } finally {
    await disk.close();
  }
}

async function check(
  omnidex: Omnidex,
  files: readonly SubmissionFile[],
  options: SubmitCommandOptions,
  meter: { onRead: (bytes: number) => void },
): Promise<CheckedSubmission> {
  const format = options.format === "auto" ? undefined : options.format;
  const submission = await openSubmission(files, { format, epoch: options.epoch });
  const { header } = submission;
  const inputs = await statedInputs(options, header);
  const fields = runFields({ ...options, ...(inputs && { inputs }) }, header);
  requireQuestions(await omnidex.benchmarks(), fields.benchmark);
  const release = await fetchRelease(omnidex, fields.benchmark);
  const report = await withMeter(files, meter, () =>
    checkSubmission(submission, release, { whole: options.allowPartial === true }),
  );
  const read = readerReport(submission, report, release.questions.length);
  const notes = [...read.notes, ...namedInputsNotes(options, header)];
  return { submission, release, report, fields, read: { ...read, notes } };
}

/** Shows a progress bar of the bytes read while `work` runs. */
async function withMeter<T>(
  files: readonly SubmissionFile[],
  meter: { onRead: (bytes: number) => void },
  work: () => Promise<T>,
): Promise<T> {
  const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const bar = await startProgress("Reading", megabytes(total), "MB");
  let bytes = 0;
  meter.onRead = (more) => {
    bytes += more;
    bar.update(Math.min(megabytes(bytes), megabytes(total)));
  };
  try {
    return await work();
  } finally {
    meter.onRead = () => {};
    bar.stop();
  }
}

/** Fails if any row is unusable, unless `--allow-partial` is set. Without `--json`, these rows are printed already. */
async function requireAllRows(
  { read, fields, submission }: CheckedSubmission,
  options: SubmitCommandOptions,
): Promise<void> {
  const isStopped = read.problemCount > 0 && options.allowPartial !== true;
  if (!isStopped && read.predictions > 0) return;
  if (options.json) await printJson({ ok: false, read });
  const rows = counted(read.problemCount, "row");
  if (!isStopped) throw badInput("There is no prediction to submit.");
  const way = causeOf({ read, fields, submission }) ?? `--allow-partial submits the other ${read.predictions}.`;
  throw badInput(`${rows} cannot be used; nothing was submitted. ${way}`);
}

/** Why no row can be used; null if a row can. */
function causeOf({
  read,
  fields,
  submission,
}: Pick<CheckedSubmission, "read" | "fields" | "submission">): string | null {
  if (read.problemCount === 0 || read.predictions > 0) return null;
  const { benchmark } = submission.header;
  const named = benchmark !== undefined && benchmark !== fields.benchmark;
  return `No row fits ${fields.benchmark}: the file ${named ? `says that it belongs to ${benchmark}` : "may belong to another benchmark"}.`;
}

async function validate(omnidex: Omnidex, checked: CheckedSubmission, options: SubmitCommandOptions): Promise<void> {
  const { submission, release, report, fields, read } = checked;
  const server = await dryRun(omnidex, fields, joinedPredictions(submission, release, report), report);
  const quota = await fetchQuota(omnidex, fields.benchmark);
  if (options.json) await printJson({ ok: server.ok, run: fields, read, server, quota });
  else await printLine(describeDryRun(fields, read, server, quota));
  if (server.ok) return;
  const rows = server.errorCount === 0 ? [] : [`${counted(server.errorCount, "row")} would not be accepted.`];
  throw badInput(
    ["The submission would be refused.", ...server.inputIssues.map(({ message }) => message), ...rows].join(" "),
  );
}

async function send(omnidex: Omnidex, checked: CheckedSubmission, options: SubmitCommandOptions): Promise<void> {
  const { submission, release, report, fields, read } = checked;
  const bar = await startProgress("Submitting", read.predictions, "predictions");
  try {
    const run = await omnidex.submitRun(
      { ...fields, predictions: () => joinedPredictions(submission, release, report) },
      { onProgress: ({ sent, skipped }) => bar.update(sent + skipped) },
    );
    bar.stop();
    const outcome = await fetchOutcome(omnidex, run, fields.openEnded === true);
    if (options.json) return await printJson({ ...outcome, read });
    for (const text of untakenRemarks(fields, run)) remark(text);
    if (run.replayed) remark(`The same submission was made before: it is ${run.id}, and nothing was changed.`);
    else if (run.skipped > 0)
      remark(`The server already had ${counted(run.skipped, "prediction")} from an earlier attempt.`);
    if (!run.replayed) await remarkSameResult(omnidex, run);
    const parts = [headline(run, outcome.judgeable), describeReport(read), describeOutcome(outcome)];
    await printLine(parts.filter((part) => part !== "").join("\n\n"));
  } finally {
    bar.stop();
  }
}
