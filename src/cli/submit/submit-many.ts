import { badInput } from "../../domain/errors.ts";
import { counted, plainText } from "../../domain/texts.ts";
import { framesInName, modelInName } from "../../formats/common/file-names.ts";
import { baseNameOf, type SubmissionFile } from "../../formats/files/submission-file.ts";
import type { JoinRelease } from "../../formats/join/found-question.ts";
import { checkSubmission, joinedPredictions } from "../../formats/join/join-submission.ts";
import { openRuns, type ReadOptions, type Submission } from "../../formats/read-submission.ts";
import type { Omnidex } from "../../sdk/client.ts";
import type { SubmittedRun } from "../../sdk/index.ts";
import type { Benchmark } from "../../sdk/types.ts";
import { type DryRun, dryRun } from "../../submitting/dry-run.ts";
import { readerReport } from "../../submitting/reader-report.ts";
import { fetchRelease } from "../../submitting/release-questions.ts";
import { requireQuestions } from "../connection/sdk-client.ts";
import { percent, percentRange } from "../output/figures.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, complain, printJson, printLine, remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import { type Column, formatTable } from "../output/table.ts";
import { ask } from "../output/terminal-prompts.ts";
import { UsageError } from "../output/usage-error.ts";
import { type CheckedSubmission, remarkReport } from "./printed-report.ts";
import { runFields, type SubmitCommandOptions } from "./run-field-options.ts";
import { fetchOutcome, type SubmissionOutcome } from "./submission-outcome.ts";

/** One of several runs: what was read, and what became of it. */
interface ManyRun {
  readonly file: string;
  readonly column: string | null;
  readonly checked: CheckedSubmission | null;
  /** Why it is not submitted; null if it can be. */
  problem: string | null;
  server: DryRun | null;
  outcome: SubmissionOutcome | null;
}

/** What all runs of a call share. */
interface Shared {
  readonly omnidex: Omnidex;
  readonly options: SubmitCommandOptions;
  readonly benchmarks: readonly Benchmark[];
  readonly releases: Map<string, Promise<JoinRelease>>;
}

/**
 * Submits the runs in groups of files. All are read and shown before one is sent. A run with a problem does not stop the
 * others.
 * @throws if a run was not submitted, at the end
 */
export async function submitMany(
  omnidex: Omnidex,
  groups: readonly (readonly SubmissionFile[])[],
  reading: ReadOptions,
  options: SubmitCommandOptions,
): Promise<void> {
  if (options.idempotencyKey !== undefined)
    throw new UsageError("One idempotency key cannot be that of several runs.", "Leave out --idempotency-key.");
  const shared: Shared = { omnidex, options, benchmarks: await omnidex.benchmarks(), releases: new Map() };
  const runs: ManyRun[] = [];
  for (const files of groups) runs.push(...(await readGroup(files, reading, shared)));
  if (!options.json) await showRuns(runs);
  const ready = runs.filter(({ problem }) => problem === null);
  if (ready.length > 0 && (await isConfirmed(ready.length, options)))
    for (const [index, run] of ready.entries()) await finish(run, `${index + 1} of ${ready.length}`, shared);
  if (options.json) await printJson({ ok: runs.every(({ problem }) => problem === null), runs: runs.map(printedRun) });
  else await showOutcomes(runs);
  const failed = runs.filter(({ problem }) => problem !== null).length;
  if (failed > 0)
    throw badInput(
      `${failed} of ${counted(runs.length, "run")} ${options.dryRun ? "would not be accepted" : "could not be submitted"}.`,
    );
}

/** The sentence of an error that ends one run only. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error instanceof UsageError && error.hint !== undefined ? `${error.message} ${error.hint}` : error.message;
};

async function readGroup(
  files: readonly SubmissionFile[],
  reading: ReadOptions,
  shared: Shared,
): Promise<readonly ManyRun[]> {
  const [first] = files;
  if (first === undefined) return [];
  const file = files.length === 1 ? baseNameOf(first) : `${baseNameOf(first)} and ${files.length - 1} more`;
  const unsent = { file, column: null, checked: null, server: null, outcome: null };
  try {
    const submissions = await openRuns(files, reading);
    return await Promise.all(submissions.map((submission) => readRun(submission, first, unsent, shared)));
  } catch (error) {
    return [{ ...unsent, problem: messageOf(error) }];
  }
}

async function readRun(
  submission: Submission,
  first: SubmissionFile,
  unsent: Omit<ManyRun, "problem">,
  shared: Shared,
): Promise<ManyRun> {
  const run = { ...unsent, column: submission.column ?? null };
  try {
    const checked = await checkedRun(submission, first, shared);
    return { ...run, checked, problem: problemOf(checked, shared.options) };
  } catch (error) {
    return { ...run, problem: messageOf(error) };
  }
}

/** Reads the rows of a run. What neither the options nor the file state, the file's name may. */
async function checkedRun(
  submission: Submission,
  first: SubmissionFile,
  { omnidex, options, benchmarks, releases }: Shared,
): Promise<CheckedSubmission> {
  const { header } = submission;
  const name = baseNameOf(first);
  const fields = runFields(options, {
    ...header,
    model: header.model ?? modelInName(name, options.benchmark ?? header.benchmark),
    frames: header.frames ?? framesInName(name),
  });
  requireQuestions(benchmarks, fields.benchmark);
  const fetched = releases.get(fields.benchmark) ?? fetchRelease(omnidex, fields.benchmark);
  releases.set(fields.benchmark, fetched);
  const release = await fetched;
  const report = await checkSubmission(submission, release, { whole: options.allowPartial === true });
  return { submission, release, report, fields, read: readerReport(submission, report, release.questions.length) };
}

function problemOf({ read }: CheckedSubmission, { allowPartial }: SubmitCommandOptions): string | null {
  if (read.shift !== null) return read.shift;
  if (read.predictions === 0) return "It has no prediction to submit.";
  if (read.problemCount === 0 || allowPartial === true) return null;
  return `${counted(read.problemCount, "row")} cannot be used. --allow-partial submits the other ${read.predictions}.`;
}

/** A problem with the name of its run, which errors of a file begin with anyway. */
const placedProblem = (run: ManyRun): string =>
  run.problem?.startsWith(`${run.file}:`) === true ? run.problem : `${titleOf(run)}: ${run.problem}`;

const titleOf = ({ file, column }: ManyRun): string => (column === null ? file : `${file}, ${column}`);

const PLANNED: readonly Column[] = [
  { title: "FILE", flexible: true },
  { title: "COLUMN" },
  { title: "MODEL", flexible: true },
  { title: "BENCHMARK" },
  { title: "GIVEN" },
  { title: "FRAMES", align: "right" },
  { title: "PREDICTIONS", align: "right" },
  { title: "OF", align: "right" },
];

/** The table of all runs, and above it the problems of each file. */
async function showRuns(runs: readonly ManyRun[]): Promise<void> {
  for (const run of runs) {
    if (run.checked !== null) remarkReport(run.checked.read, null);
    if (run.problem !== null) complain(plainText(placedProblem(run)));
  }
  const rows = runs.map(({ file, column, checked }) => {
    if (checked === null) return [file, column ?? "", "", "", "", "", "", ""];
    const { model, benchmark, inputs, frames } = checked.fields;
    const { predictions, missing } = checked.read;
    const given = inputs.map(optionSpelling).join(",");
    const counts = [String(frames ?? ""), String(predictions), String(predictions + missing)];
    return [file, column ?? "", model.name, benchmark, given, ...counts];
  });
  await printLine(formatTable(PLANNED, rows, { heading: colors.dim }));
}

/** Asks before several runs are sent. @throws {UsageError} if there is no terminal to ask at */
async function isConfirmed(count: number, { yes, dryRun: isDry }: SubmitCommandOptions): Promise<boolean> {
  if (yes === true || isDry === true) return true;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new UsageError(
      "Several runs are sent only after a confirmation, so nothing was submitted.",
      "--yes submits them as the table says; --dry-run has the server validate them.",
    );
  const answer = await ask(`Submit ${counted(count, "run")} as the table says?`, "no");
  if (/^y(es)?$/i.test(answer)) return true;
  throw new UsageError("Nothing was submitted.");
}

/** Sends a run, or has it validated, and keeps what became of it. */
async function finish(run: ManyRun, place: string, shared: Shared): Promise<void> {
  if (run.checked === null) return;
  try {
    if (shared.options.dryRun === true) await validate(run, run.checked, shared);
    else await send(run, run.checked, `Submitting ${place}`, shared);
  } catch (error) {
    run.problem = messageOf(error);
    if (!shared.options.json) complain(plainText(placedProblem(run)));
  }
}

async function validate(
  run: ManyRun,
  { fields, submission, release, report }: CheckedSubmission,
  { omnidex }: Shared,
): Promise<void> {
  const server = await dryRun(omnidex, fields, joinedPredictions(submission, release, report), report);
  run.server = server;
  if (!server.ok) throw badInput(refusal(server));
}

const refusal = ({ inputIssues, errorCount }: DryRun): string =>
  [
    "The submission would be refused.",
    ...inputIssues.map(({ message }) => message),
    ...(errorCount === 0 ? [] : [`${counted(errorCount, "row")} would not be accepted.`]),
  ].join(" ");

async function send(
  run: ManyRun,
  { fields, submission, release, report, read }: CheckedSubmission,
  label: string,
  { omnidex, options }: Shared,
): Promise<void> {
  const bar = await startProgress(label, read.predictions, "predictions");
  let sent: SubmittedRun;
  try {
    sent = await omnidex.submitRun(
      { ...fields, predictions: () => joinedPredictions(submission, release, report) },
      { onProgress: ({ sent: done, skipped }) => bar.update(done + skipped) },
    );
  } finally {
    bar.stop();
  }
  run.outcome = await fetchOutcome(omnidex, sent, fields.openEnded === true);
  if (options.json) return;
  const again = sent.replayed ? " It was submitted before, and nothing was changed." : "";
  remark(plainText(`${titleOf(run)}: submitted as ${sent.id}.${again}`));
}

const ROWS: readonly Column[] = [
  { title: "RANK", align: "right" },
  { title: "RUN" },
  { title: "MODEL", flexible: true },
  { title: "BENCHMARK" },
  { title: "SCORE", align: "right" },
  { title: "95 %", align: "right" },
  { title: "RIGHT", align: "right" },
  { title: "OF", align: "right" },
  { title: "FROM", flexible: true },
];

/** The rows of the leaderboards, the best first, or what a dry run found. */
async function showOutcomes(runs: readonly ManyRun[]): Promise<void> {
  const validated = runs.filter(({ server }) => server !== null);
  if (validated.length > 0)
    await printLine(`The server validated ${counted(validated.length, "run")}. Nothing was stored.`);
  const sent = runs.flatMap((run) => (run.outcome === null ? [] : [{ run, outcome: run.outcome }]));
  if (sent.length === 0) return;
  const rows = sent
    .toSorted((a, b) => (b.outcome.run.score?.value ?? -1) - (a.outcome.run.score?.value ?? -1))
    .map(({ run, outcome: { run: scored, rank } }) => {
      const { id, model, benchmark, score, counts, partial } = scored;
      const place = rank === null ? (partial ? "partial" : "") : String(rank.rank);
      const value = score === null ? "" : percent(score.value);
      const interval = score === null ? "" : percentRange(score.interval);
      const covered = String(run.checked?.read.predictions ?? "");
      return [
        place,
        id,
        model.name,
        benchmark.slug,
        value,
        interval,
        String(counts?.correct ?? ""),
        covered,
        titleOf(run),
      ];
    });
  await printLine(`\n${formatTable(ROWS, rows, { heading: colors.dim })}`);
}

const printedRun = ({ file, column, checked, problem, server, outcome }: ManyRun): object => ({
  file,
  column,
  problem,
  fields: checked?.fields ?? null,
  read: checked?.read ?? null,
  server,
  ...(outcome === null ? { run: null, rank: null } : { run: outcome.run, rank: outcome.rank }),
});
