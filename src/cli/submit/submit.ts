import { badInput } from "../../domain/errors.ts";
import { sizeRemark } from "../../domain/model-size.ts";
import { counted, plainText } from "../../domain/texts.ts";
import type { Modality } from "../../domain/vocabulary.ts";
import { baseNameOf, type SubmissionFile } from "../../formats/files/submission-file.ts";
import type { JoinRelease } from "../../formats/join/found-question.ts";
import { joinedPredictions } from "../../formats/join/join-submission.ts";
import { runRefusal, unfittingRows } from "../../formats/join/reader-report.ts";
import { checkRun } from "../../formats/opened-runs.ts";
import { openRuns, type Submission } from "../../formats/read-submission.ts";
import type { SubmissionHeader } from "../../formats/rows/submission-row.ts";
import type { Omnidex } from "../../sdk/client.ts";
import type { SubmittedRun } from "../../sdk/index.ts";
import type { Run } from "../../sdk/types.ts";
import { dryRun, type RunFields } from "../../submitting/dry-run.ts";
import { groupsOf, mayHoldResults } from "../../submitting/file-groups.ts";
import { nearestName } from "../../submitting/nearest-name.ts";
import { fetchRelease } from "../../submitting/release-questions.ts";
import { connect, requireQuestions } from "../connection/sdk-client.ts";
import { collectModalities, optionSpelling } from "../output/option-values.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import { DiskFiles } from "../output/submitted-files.ts";
import { ask } from "../output/terminal-prompts.ts";
import { UsageError } from "../output/usage-error.ts";
import { headline } from "../runs/run.ts";
import { divided } from "./divided-submission.ts";
import { type CheckedSubmission, describeReport, remarkReport } from "./printed-report.ts";
import { readingOf, withRecipe } from "./result-recipe.ts";
import { runFields, type SubmitCommandOptions, suggestedInputs } from "./run-field-options.ts";
import { describeDryRun, describeOutcome, fetchOutcome, fetchQuota } from "./submission-outcome.ts";

const spelt = (inputs: readonly Modality[]): string => inputs.map(optionSpelling).join(",");

/**
 * The options, with the inputs. If only the file's name or prompt suggests them, the user is asked. A dry run stores nothing, so
 * it takes what they suggest.
 * @throws {UsageError} if the user must be asked, and there is no terminal to ask at
 */
async function withStatedInputs(
  options: SubmitCommandOptions,
  header: Pick<SubmissionHeader, "inputs" | "inputsAreNamed">,
): Promise<SubmitCommandOptions> {
  const found = suggestedInputs(options, header);
  if (found === null || options.dryRun === true) return options;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new UsageError(
      `Only the file's name or prompt suggests what the model was given: ${spelt(found)}. It may leave inputs out, so nothing was submitted.`,
      `State all inputs: --inputs video,audio, or --inputs ${spelt(found)} if there were no others.`,
    );
  const question = "The file's name or prompt may leave inputs out. What was the model given, besides the question?";
  return { ...options, inputs: parsed(await ask(question, spelt(found))) };
}

/** A note for a dry run whose inputs only the file's name or prompt suggests. */
function namedInputsNotes(options: SubmitCommandOptions, header: SubmissionHeader): readonly string[] {
  const found = options.dryRun === true ? suggestedInputs(options, header) : null;
  if (found === null) return [];
  return [
    `Only the file's name or prompt suggests the inputs (${spelt(found)}), and it may leave some out. To submit, state them with --inputs.`,
  ];
}

function parsed(answer: string): readonly Modality[] {
  try {
    return collectModalities(answer, undefined);
  } catch (error) {
    throw new UsageError(`'${answer}' is not a list of inputs.`, error instanceof Error ? error.message : undefined);
  }
}

/** How many of the owner's latest runs of the model are compared. */
const MOST_RUNS = 50;
/** How many responses of two runs with equal scores are compared. */
const MOST_RESPONSES = 1000;

/**
 * Prints a remark if the owner already had a run of the same model and release with the same settings and result. The
 * idempotency key covers every option, so a file that is sent again with another value of an option, such as
 * `--visibility`, becomes a second run.
 */
async function remarkSameResult(omnidex: Omnidex, run: Run): Promise<void> {
  if (run.score === null || run.counts === null) return;
  const filter = { mine: true, benchmarks: [run.benchmark.slug], models: [run.model.slug], inputs: run.inputs };
  const others = await omnidex.runs({ filter }).take(MOST_RUNS).toArray();
  const alike = others.filter((other) => other.id !== run.id && resultOf(other) === resultOf(run));
  const same = await firstWithResponses(omnidex, alike, run);
  if (same === undefined) return;
  const change =
    same.visibility === run.visibility
      ? ""
      : `'omnidex runs update ${same.id} --visibility ${run.visibility.toLowerCase()}' changes who sees it, and `;
  remark(
    `Note: ${same.id} (${same.visibility.toLowerCase()}) has the same model, settings and result. ` +
      `If it is the same submission: ${change}'omnidex withdraw ${run.id}' withdraws the new run.`,
  );
}

/** The first of the runs with the responses of `run`. Two epochs of one log may have equal scores. */
async function firstWithResponses(omnidex: Omnidex, runs: readonly Run[], run: Run): Promise<Run | undefined> {
  const own = runs.length === 0 ? "" : await responsesOf(omnidex, run);
  for (const other of runs) if ((await responsesOf(omnidex, other)) === own) return other;
  return undefined;
}

async function responsesOf(omnidex: Omnidex, { id }: Run): Promise<string> {
  const predictions = await omnidex.predictions(id, { pageSize: MOST_RESPONSES }).take(MOST_RESPONSES).toArray();
  return JSON.stringify(predictions.map(({ question, response }) => [question.key, response]));
}

const resultOf = ({ release, frames, seed, prompt, openEnded, confirmations, counts, score }: Run): string =>
  JSON.stringify([release.id, frames, seed, prompt, openEnded, confirmations, counts, score?.value]);

/** The fields that describe a model, with the options that set them. */
const DESCRIBED = { parameters: "--parameters", organization: "--organization", url: "--model-url" } as const;

/** A remark on the stated size of a model, if it cannot be read. */
const statedSizeRemarks = ({ model }: Pick<RunFields, "model">): readonly string[] =>
  [sizeRemark(model.parameters ?? "")].filter((text) => text !== null);

/** Remarks on a model's fields that a submission stated and the server did not take: it was described before. */
export function untakenRemarks(
  { model, anonymous }: Pick<RunFields, "model" | "anonymous">,
  run: Pick<SubmittedRun, "id" | "model">,
): readonly string[] {
  // The model of an anonymous run is a pseudonym, which has no description.
  if (anonymous === true) return [];
  return (Object.keys(DESCRIBED) as (keyof typeof DESCRIBED)[]).flatMap((field) => {
    const [stated, kept] = [model[field] ?? "", run.model[field] ?? ""];
    if (stated === "" || stated === kept) return [];
    const keeps = kept === "" ? `has no '${field}'` : `keeps its '${field}', '${kept}'`;
    const option = DESCRIBED[field] === "--model-url" ? "--url" : DESCRIBED[field];
    return `${DESCRIBED[field]} '${stated}' was not stored: the model ${run.model.name} was submitted before and ${keeps}. Its owner changes it with 'omnidex runs update ${run.id} ${option} …'.`;
  });
}

/** A remark on the stated prompt if it is like the name of a template of the benchmark, but not equal. Any text is allowed. */
async function promptRemarks(
  omnidex: Omnidex,
  { benchmark, prompt }: Pick<RunFields, "benchmark" | "prompt">,
): Promise<readonly string[]> {
  if (typeof prompt !== "string") return [];
  const names = (await omnidex.promptTemplates(benchmark)).map(({ name }) => name);
  const near = names.includes(prompt) ? null : nearestName(prompt, names);
  if (near === null) return [];
  return [
    `${benchmark} has no prompt template '${prompt}'. Did you mean '${near}'? It is stored as a text of your own.`,
  ];
}

/** Reads result files twice, once to join and check every row and once to send them, then prints the outcome. */
export async function submit(paths: readonly string[], given: SubmitCommandOptions): Promise<void> {
  const options = await withRecipe(given);
  const { omnidex } = await connect();
  const meter = { onRead: (_bytes: number): void => {} };
  const disk = new DiskFiles((bytes) => meter.onRead(bytes));
  try {
    const isOneRun = options.model !== undefined && options.each !== true;
    const opened = await disk.open(paths, isOneRun);
    for (const name of disk.leftOut) remark(plainText(`${name}: left out, not part of the run in its folder.`));
    const files = opened.length === 1 ? opened : opened.filter(({ name }) => mayHoldResults(name));
    for (const file of opened) if (!files.includes(file)) remark(`${baseNameOf(file)}: left out, no file of results.`);
    const reading = await readingOf(options);
    const groups = isOneRun ? [files] : groupsOf(files);
    const [only = files] = groups;
    const runs = groups.length > 1 ? [] : await openRuns(only, reading);
    const [submission] = runs;
    if (submission === undefined || runs.length > 1) {
      const { submitMany } = await import("./submit-many.ts");
      return await submitMany(omnidex, groups, reading, options);
    }
    const stated = await withStatedInputs(options, submission.header);
    const [checked, ...others] = await check(omnidex, { files: only, submission, options: stated, meter });
    if (others.length > 0) {
      const { submitParts } = await import("./submit-many.ts");
      return await submitParts(omnidex, only, [checked, ...others], stated);
    }
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

interface Unchecked {
  readonly files: readonly SubmissionFile[];
  readonly submission: Submission;
  readonly options: SubmitCommandOptions;
  readonly meter: { onRead: (bytes: number) => void };
}

/** Reads a submission: one run, or two if some of its rows are of the open part of its benchmark. */
async function check(
  omnidex: Omnidex,
  { files, submission, options, meter }: Unchecked,
): Promise<readonly [CheckedSubmission, ...CheckedSubmission[]]> {
  const { header } = submission;
  const fields = runFields(options, header);
  const benchmarks = await omnidex.benchmarks();
  requireQuestions(benchmarks, fields.benchmark);
  const release = await fetchRelease(omnidex, fields.benchmark);
  const allowPartial = options.allowPartial === true;
  const runs = await withMeter(files, meter, async () => {
    const checked = await checkRun(submission, release, allowPartial);
    const fetch = (slug: string): Promise<JoinRelease> => fetchRelease(omnidex, slug);
    return divided({ submission, fields, ...checked }, { benchmarks, fetchRelease: fetch, allowPartial });
  });
  const [first, ...others] = runs;
  const notes = [...first.read.notes, ...namedInputsNotes(options, header)];
  return [{ ...first, read: { ...first.read, notes } }, ...others];
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
  const partly = options.allowPartial === true ? null : "--allow-partial submits";
  const refusal = runRefusal(read, causeOf({ read, fields, submission }), partly);
  if (refusal === null) return;
  if (options.json) await printJson({ ok: false, read });
  throw badInput(refusal);
}

/** Why no row can be used; null if a row can. */
const causeOf = ({
  read,
  fields,
  submission,
}: Pick<CheckedSubmission, "read" | "fields" | "submission">): string | null =>
  unfittingRows(read, fields.benchmark, submission.header);

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
