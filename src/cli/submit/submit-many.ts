import { badInput } from "../../domain/errors.ts";
import { intervalText, scoreAndInterval, scoreText } from "../../domain/figures-text.ts";
import { counted, plainText } from "../../domain/texts.ts";
import type { SubmissionFile } from "../../formats/files/submission-file.ts";
import type { JoinRelease } from "../../formats/join/found-question.ts";
import { joinedPredictions } from "../../formats/join/join-submission.ts";
import { unsendable, unusableRows } from "../../formats/join/reader-report.ts";
import { checkRun, groupTitle, type OpenedRun, openGroup } from "../../formats/opened-runs.ts";
import type { ReadOptions } from "../../formats/read-submission.ts";
import type { Omnidex } from "../../sdk/client.ts";
import type { SubmittedRun } from "../../sdk/index.ts";
import type { Benchmark, RunGroup } from "../../sdk/types.ts";
import { type DryRun, dryRun, withRepetition } from "../../submitting/dry-run.ts";
import { fetchRelease } from "../../submitting/release-questions.ts";
import {
  fetchMeans,
  fetchRank,
  meanText,
  type RepetitionMean,
  type RunRank,
  type SentPart,
} from "../../submitting/run-standing.ts";
import { requireQuestions } from "../connection/sdk-client.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, complain, printJson, printLine, remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import { type Column, formatTable } from "../output/table.ts";
import { ask } from "../output/terminal-prompts.ts";
import { UsageError } from "../output/usage-error.ts";
import { divided } from "./divided-submission.ts";
import { type CheckedSubmission, remarkReport } from "./printed-report.ts";
import { runFields, type SubmitCommandOptions, suggestedInputs } from "./run-field-options.ts";

/** One of several runs: what was read, and what became of it. */
interface ManyRun {
  readonly file: string;
  /** The path of its first file. */
  readonly path: string;
  /** The column or the repetition, if the file has several runs. */
  readonly part: string | null;
  readonly checked: CheckedSubmission | null;
  /** Why it is not submitted; null if it can be. */
  problem: string | null;
  server: DryRun | null;
  outcome: { readonly run: SubmittedRun; readonly rank: RunRank | null } | null;
}

/** What all runs of a call share while they are sent. */
interface Sending {
  readonly omnidex: Omnidex;
  readonly options: SubmitCommandOptions;
}

/** What all runs of a call share. */
interface Shared extends Sending {
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
  requireNoKey(options);
  const shared: Shared = { omnidex, options, benchmarks: await omnidex.benchmarks(), releases: new Map() };
  const runs: ManyRun[] = [];
  for (const files of groups) runs.push(...(await readGroup(files, reading, shared)));
  await submitAll(runs, shared);
}

/** Submits the two runs into which a submission is divided, as `submitMany` does. */
export async function submitParts(
  omnidex: Omnidex,
  files: readonly SubmissionFile[],
  parts: readonly CheckedSubmission[],
  options: SubmitCommandOptions,
): Promise<void> {
  requireNoKey(options);
  const opened = { file: groupTitle(files), path: files[0]?.name ?? "", part: null };
  await submitAll(runsOf(opened, parts, options), { omnidex, options });
}

function requireNoKey({ idempotencyKey }: SubmitCommandOptions): void {
  if (idempotencyKey !== undefined)
    throw new UsageError("One idempotency key cannot be that of several runs.", "Leave out --idempotency-key.");
}

async function submitAll(runs: readonly ManyRun[], shared: Sending): Promise<void> {
  const { omnidex, options } = shared;
  if (!options.json) await showRuns(runs, options);
  const ready = runs.filter(({ problem }) => problem === null);
  if (ready.length > 0 && (await isConfirmed(ready.length, options)))
    for (const [index, run] of ready.entries()) await finish(run, `${index + 1} of ${ready.length}`, shared);
  const means = (await readAfterwards(fetchMeans(omnidex, runs.flatMap(sentPart)), "The means over repetitions")) ?? [];
  if (options.json)
    await printJson({
      ok: runs.every(({ problem }) => problem === null),
      runs: runs.map((run) => printedRun(run, options)),
      means,
    });
  else await showOutcomes(runs, means);
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

/** What is read about runs that are submitted already; null, with a remark, if it cannot be read. */
async function readAfterwards<T>(work: Promise<T>, what: string): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    remark(plainText(`${what} could not be read: ${messageOf(error)}`));
    return null;
  }
}

async function readGroup(
  files: readonly SubmissionFile[],
  reading: ReadOptions,
  shared: Shared,
): Promise<readonly ManyRun[]> {
  try {
    const opened = await openGroup(files, reading, shared.options.benchmark);
    return (await Promise.all(opened.map((run) => readRun(run, shared)))).flat();
  } catch (error) {
    const unread = { checked: null, problem: messageOf(error), server: null, outcome: null };
    return [{ file: groupTitle(files), path: files[0]?.name ?? "", part: null, ...unread }];
  }
}

async function readRun(opened: OpenedRun, shared: Shared): Promise<readonly ManyRun[]> {
  try {
    return runsOf(opened, await checkedRuns(opened, shared), shared.options);
  } catch (error) {
    const { file, path, part } = opened;
    return [{ file, path, part, checked: null, problem: messageOf(error), server: null, outcome: null }];
  }
}

/** The runs of a submission: one, or one for its benchmark and one for the open part. */
const runsOf = (
  { file, path, part }: Pick<OpenedRun, "file" | "path" | "part">,
  parts: readonly CheckedSubmission[],
  options: SubmitCommandOptions,
): readonly ManyRun[] =>
  parts.map((checked, at) => {
    const own = at === 0 ? part : part === null ? "open part" : `${part}, open part`;
    return { file, path, part: own, checked, problem: problemOf(checked, options), server: null, outcome: null };
  });

async function checkedRuns(
  { submission, header }: OpenedRun,
  { omnidex, options, benchmarks, releases }: Shared,
): Promise<readonly CheckedSubmission[]> {
  const fields = withRepetition(runFields(options, header), submission);
  requireQuestions(benchmarks, fields.benchmark);
  const fetchOnce = (slug: string): Promise<JoinRelease> => {
    const fetched = releases.get(slug) ?? fetchRelease(omnidex, slug);
    releases.set(slug, fetched);
    return fetched;
  };
  const allowPartial = options.allowPartial === true;
  const checked = await checkRun(submission, await fetchOnce(fields.benchmark), allowPartial);
  return divided({ submission, fields, ...checked }, { benchmarks, fetchRelease: fetchOnce, allowPartial });
}

function problemOf({ read }: CheckedSubmission, { allowPartial }: SubmitCommandOptions): string | null {
  const rows = allowPartial === true ? null : unusableRows(read);
  return unsendable(read) ?? (rows && `${rows} --allow-partial submits the other ${read.predictions}.`);
}

/** A problem with the name of its run, which errors of a file begin with anyway. */
const placedProblem = (run: ManyRun): string =>
  run.problem?.startsWith(`${run.file}:`) === true ? run.problem : `${titleOf(run)}: ${run.problem}`;

const titleOf = ({ file, part }: ManyRun): string => (part === null ? file : `${file}, ${part}`);

const PLANNED: readonly Column[] = [
  { title: "FILE", flexible: true },
  { title: "PART" },
  { title: "MODEL", flexible: true },
  { title: "BENCHMARK" },
  { title: "GIVEN" },
  { title: "FRAMES", align: "right" },
  { title: "PREDICTIONS", align: "right" },
  { title: "OF", align: "right" },
];

/** Whether only a name or a prompt suggests what the model was given. It is sent as such if the table is confirmed. */
const isSuggested = ({ checked }: ManyRun, options: SubmitCommandOptions): boolean =>
  checked !== null && suggestedInputs(options, checked.submission.header) !== null;

/** The table of all runs, and above it the problems of each file. */
async function showRuns(runs: readonly ManyRun[], options: SubmitCommandOptions): Promise<void> {
  for (const run of runs) {
    if (run.checked !== null) remarkReport(run.checked.read, null);
    if (run.problem !== null) complain(plainText(placedProblem(run)));
  }
  if (runs.some((run) => isSuggested(run, options)))
    remark("Note: Only names or prompts suggest the inputs with '?', and may leave some out. --inputs states them.");
  const rows = runs.map((run) => {
    const { file, part, checked } = run;
    if (checked === null) return [file, part ?? "", "", "", "", "", "", ""];
    const { model, benchmark, inputs, frames } = checked.fields;
    const { predictions, missing } = checked.read;
    const given = `${inputs.map(optionSpelling).join(",")}${isSuggested(run, options) ? "?" : ""}`;
    const counts = [String(frames ?? ""), String(predictions), String(predictions + missing)];
    return [file, part ?? "", model.name, benchmark, given, ...counts];
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
async function finish(run: ManyRun, place: string, shared: Sending): Promise<void> {
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
  { omnidex }: Sending,
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
  { omnidex, options }: Sending,
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
  const again = sent.replayed ? " It was submitted before, and nothing was changed." : "";
  if (!options.json) remark(plainText(`${titleOf(run)}: submitted as ${sent.id}.${again}`));
  const rank = await readAfterwards(fetchRank(omnidex, sent, fields.openEnded === true), `The rank of ${sent.id}`);
  run.outcome = { run: sent, rank };
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

const sentPart = ({ file, path, checked, outcome }: ManyRun): readonly SentPart[] =>
  checked === null || outcome === null ? [] : [{ ...checked.submission, file, path, run: outcome.run }];

const meanFigure = ({ mean: value, ...group }: RunGroup): string => scoreAndInterval({ value, ...group });

/** The rows of the leaderboards, the best first, and the means over repetitions; or what a dry run found. */
async function showOutcomes(runs: readonly ManyRun[], means: readonly RepetitionMean[]): Promise<void> {
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
      const value = score === null ? "" : scoreText(score);
      const interval = score === null ? "" : intervalText(score);
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
  const texts = means.map((mean) => plainText(meanText(mean, meanFigure)));
  await printLine(`\n${[formatTable(ROWS, rows, { heading: colors.dim }), ...texts].join("\n")}`);
}

function printedRun(run: ManyRun, options: SubmitCommandOptions): object {
  const { file, part, checked, problem, server, outcome } = run;
  return {
    file,
    part,
    column: checked?.submission.column ?? null,
    problem,
    fields: checked?.fields ?? null,
    inputsAreSuggested: isSuggested(run, options),
    read: checked?.read ?? null,
    server,
    ...(outcome === null ? { run: null, rank: null } : outcome),
  };
}
