import { OmnidexConflictError } from "./api-errors.ts";
import type { OpenRunMutation } from "./generated/operations.ts";
import {
  AppendPredictionsDocument,
  OpenRunDocument,
  StoredPredictionsDocument,
  SubmitRunDocument,
  ValidateQuestionsDocument,
} from "./generated/submission-operations.ts";
import { keyOfContent, outputDigest, RowSum } from "./idempotency-key.ts";
import { Paged } from "./pagination.ts";
import { eachInParallel, untilAborted } from "./parallel.ts";
import { randomKey } from "./random-key.ts";
import { OmnidexInputError } from "./sdk-errors.ts";
import type { Send } from "./send.ts";
import { ReportSum } from "./sent-report.ts";
import { type Chunk, chunksOf, type NumberedRow, type RowIssue, rowError, textLength } from "./sent-row.ts";
import { closeRun } from "./sent-run.ts";
import { refusal } from "./server-refusal.ts";
import { type SubmissionContext, type SubmitOptions, WIDTH } from "./submission-context.ts";
import { ProgressCounter } from "./submission-progress.ts";
import { openSource, type Source } from "./submission-source.ts";
import type { Run, SubmitRunOptions, SubmittedRun } from "./types.ts";

type OpenedRun = NonNullable<OpenRunMutation["createRun"]["run"]>;

/** The most predictions that a page may have. */
const PAGE_SIZE = 1_000;

/** The digests of a run's stored predictions, by question. */
async function storedDigests({ send, options }: SubmissionContext, run: OpenedRun): Promise<Map<string, string>> {
  if (run.predictionCount === 0) return new Map();
  const stored = new Paged(
    async ({ first, after }, request) => {
      const page = await send(StoredPredictionsDocument, { run: run.id, first, after }, request);
      return page.run?.predictions ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
    },
    { ...options, pageSize: PAGE_SIZE },
  );
  return new Map((await stored.toArray()).map(({ question, digest }) => [question.key, digest]));
}

const conflict = ({ row, prediction: { question } }: NumberedRow): RowIssue => {
  const message = "The run already holds another prediction for this question.";
  return rowError(row, question, "CONFLICTING_PREDICTION", message);
};

/** Sends the rows that an open run does not hold yet, then closes it. */
class PieceSender {
  readonly #report: ReportSum;
  readonly #extent = { rows: 0, length: 0 };

  constructor(
    private readonly context: SubmissionContext,
    private readonly run: OpenedRun,
  ) {
    this.#report = new ReportSum(run.release.questionCount);
  }

  /**
   * @param expected the size of the source at its first reading; undefined if it is read only once
   * @throws OmnidexBadUserInputError if rows cannot be accepted; the run holds the other pieces and stays open
   * @throws OmnidexInputError if the rows have changed since the first reading
   * @throws OmnidexConflictError if the run also holds rows that are not among the submitted ones
   */
  async submit(rows: AsyncIterable<NumberedRow>, expected: Extent | undefined): Promise<SubmittedRun> {
    const { options } = this.context;
    const stored = await storedDigests(this.context, this.run);
    const append = (chunk: Chunk, signal: AbortSignal): Promise<void> => this.#append(chunk, signal);
    await eachInParallel(chunksOf(this.#fresh(rows, stored)), WIDTH, append, options.signal);
    this.#requireAll(expected);
    this.#requireNoOther(stored);
    return this.close(this.#extent.rows);
  }

  /** Closes the run, so that the server scores it. */
  async close(rows: number): Promise<SubmittedRun> {
    const { send, options, progress } = this.context;
    const { remarks, ...run } = await closeRun(send, this.run.id, options);
    const report = this.#report.report(rows, { ...run, remarks });
    return { ...run, report, skipped: progress.state.skipped, replayed: this.run.status !== "OPEN" };
  }

  async *#fresh(rows: AsyncIterable<NumberedRow>, stored: Map<string, string>): AsyncGenerator<NumberedRow> {
    for await (const numbered of rows) {
      this.#extent.rows += 1;
      this.#extent.length += textLength(numbered.prediction);
      this.context.progress.count("read");
      if (this.#report.full) return;
      if (!this.#report.admits(numbered)) continue;
      const digest = stored.get(numbered.prediction.question);
      if (digest === undefined) yield numbered;
      else if (stored.delete(numbered.prediction.question) && digest === (await outputDigest(numbered.prediction)))
        this.context.progress.count("skipped");
      else this.#report.refuse(conflict(numbered));
    }
  }

  async #append(chunk: Chunk, signal: AbortSignal): Promise<void> {
    const { send, options, progress } = this.context;
    const input = { run: this.run.id, predictions: chunk.map(({ prediction }) => prediction) };
    if (chunk.length > 0) {
      const { report } = (await send(AppendPredictionsDocument, { input }, { ...options, signal })).appendPredictions;
      // The remaining pieces are sent even after one is refused, so that one report holds all errors.
      this.#report.add(report, chunk);
      if (report.ok) progress.count("sent", chunk.length);
    }
    progress.tell();
  }

  /**
   * @param left the stored rows that are not among the submitted ones; only a caller's own idempotency key can lead to
   *   such a run
   */
  #requireNoOther(left: ReadonlyMap<string, string>): void {
    const { id } = this.run;
    const [question] = left.keys();
    if (question === undefined) return;
    throw new OmnidexConflictError(
      `Run ${id} was started with the same \`idempotencyKey\` and holds ${left.size} predictions that are not in this ` +
        `submission, such as '${question}'. Pass another key, or the predictions that the run was started with.`,
      { details: { run: id } },
    );
  }

  #requireAll(expected: Extent | undefined): void {
    const { id } = this.run;
    const { rows, length } = this.#extent;
    if (this.#report.refused) throw this.#report.error(rows, `run ${id} stays open, without their pieces`, { run: id });
    if (expected === undefined || (expected.rows === rows && expected.length === length)) return;
    throw new OmnidexInputError(
      `The predictions changed while they were read: ${expected.rows} rows of ${expected.length} characters, then ` +
        `${rows} of ${length}. Run ${id} stays open; submit them again once they are complete.`,
    );
  }
}

export type { SubmitOptions } from "./submission-context.ts";

/** Enough retries to survive a restart of the server or database: with doubling pauses, 16 seconds or more. */
export const SUBMIT_RETRIES = 8;

/** How much of a source that can be read only once is held for a second reading, in UTF-16 code units. */
const MOST_HELD = 16_000_000;

/** Submits a run in one call if it fits, otherwise in pieces. */
export async function submitRun(send: Send, input: SubmitRunOptions, options: SubmitOptions): Promise<SubmittedRun> {
  const { onProgress, ...request } = options;
  const { predictions, idempotencyKey, ...content } = input;
  const progress = new ProgressCounter(onProgress);
  const context: SubmissionContext = { send, content, idempotencyKey, options: request, progress };
  const source = openSource(predictions);
  if (source.again) return submitReadTwice(context, source);
  return idempotencyKey === undefined ? submitHeld(context, source) : submitReadOnce(context, source, idempotencyKey);
}

/** Reads the source once to check it and to derive the idempotency key, then again to send it. */
async function submitReadTwice(context: SubmissionContext, source: Source): Promise<SubmittedRun> {
  const { progress } = context;
  const scan = await scanSource(context, source);
  const { rows, idempotencyKey, small } = scan;
  progress.send(rows);
  if (small !== undefined) return submitAtOnce(context, idempotencyKey, small);
  const run = await openRun(context, idempotencyKey);
  const pieces = new PieceSender(context, run);
  // The key was derived from the content, so a closed run of the same size holds exactly these rows.
  const done = context.idempotencyKey === undefined && run.status !== "OPEN" && run.predictionCount === rows;
  if (!done) return pieces.submit(source.read(progress.onBytes), scan);
  progress.count("skipped", rows);
  progress.tell();
  return pieces.close(rows);
}

/** Passes the source's chunks to `work` and closes the source afterwards, even on failure. */
async function reading<T>(
  { progress, options }: SubmissionContext,
  source: Source,
  work: (chunks: AsyncGenerator<Chunk, void, undefined>) => Promise<T>,
): Promise<T> {
  const chunks = untilAborted(chunksOf(source.read(progress.onBytes)), options.signal);
  try {
    return await work(chunks);
  } finally {
    chunks.return().catch(() => {});
  }
}

/** Sends rows as they come. */
async function submitReadOnce(context: SubmissionContext, source: Source, key: string): Promise<SubmittedRun> {
  context.progress.send(undefined);
  return reading(context, source, async (chunks) => {
    const first = (await chunks.next()).value ?? [];
    const second = await chunks.next();
    if (second.done) return submitAtOnce(context, key, first);
    const pieces = new PieceSender(context, await openRun(context, key));
    return pieces.submit(rowsOf([first, second.value], chunks), undefined);
  });
}

/** Holds the rows in memory, to read them twice. If they are too many, continues with a random key. */
function submitHeld(context: SubmissionContext, source: Source): Promise<SubmittedRun> {
  return reading(context, source, async (chunks) => {
    const held: Chunk[] = [];
    const extent = { rows: 0, length: 0 };
    while (extent.length < MOST_HELD) {
      const next = await chunks.next();
      if (next.done) return submitReadTwice(context, { again: true, read: () => rowsOf(held) });
      held.push(next.value);
      extend(extent, next.value);
    }
    return submitReadOnce(context, { again: false, read: () => rowsOf(held, chunks) }, randomKey());
  });
}

/** The rows of `chunks`, then of `more`. If `more` is given, `chunks` is emptied as it is read, to free its memory. */
async function* rowsOf(chunks: Chunk[], more?: AsyncIterable<Chunk>): AsyncGenerator<NumberedRow, void, undefined> {
  if (more === undefined) for (const chunk of chunks) yield* chunk;
  else for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield* chunk;
  for await (const chunk of more ?? []) yield* chunk;
}

async function submitAtOnce(
  { send, content, options, progress }: SubmissionContext,
  idempotencyKey: string,
  chunk: Chunk,
): Promise<SubmittedRun> {
  const input = { ...content, idempotencyKey, predictions: chunk.map(({ prediction }) => prediction) };
  const { run, report, replayed } = (await send(SubmitRunDocument, { input }, options)).submitRun;
  if (run === null) throw refusal(report, "nothing was stored");
  rejectWithdrawn(run);
  progress.count("sent", chunk.length);
  progress.tell();
  return { ...run, report, skipped: 0, replayed };
}

async function openRun(context: SubmissionContext, idempotencyKey: string): Promise<OpenedRun> {
  const { send, content, options, progress } = context;
  const { run, report } = (await send(OpenRunDocument, { input: { ...content, idempotencyKey } }, options)).createRun;
  if (run === null) throw refusal(report, "nothing was stored");
  rejectWithdrawn(run);
  progress.opened(run.id);
  return run;
}

/** A call with a known idempotency key returns the run that was made with the key, even if that run is withdrawn. */
function rejectWithdrawn(run: Pick<Run, "id" | "status">): void {
  if (run.status !== "WITHDRAWN") return;
  throw new OmnidexConflictError(
    `The same submission was made before, and withdrawn: run ${run.id}. ` +
      "`restoreRun` (omnidex runs restore) restores it; another `idempotencyKey` (--idempotency-key) submits it again.",
    { details: { run: run.id } },
  );
}

/** The size of a source. A second reading must find the same size. */
interface Extent {
  readonly rows: number;
  /** In UTF-16 code units. */
  readonly length: number;
}

/** The result of the first reading of a source. */
interface Scan extends Extent {
  readonly idempotencyKey: string;
  /** The whole source, if it fits in one call. */
  readonly small: Chunk | undefined;
}

/**
 * Reads a source for the first time and derives its key. If it does not fit in one call, the server validates the
 * question keys first, so that nothing is stored of a submission with a bad row.
 *
 * @throws OmnidexBadUserInputError if a row cannot be accepted
 */
async function scanSource(context: SubmissionContext, source: Source): Promise<Scan> {
  const { progress, content, options } = context;
  const sum = new RowSum();
  const report = new ReportSum();
  const extent = { rows: 0, length: 0 };
  let first: Chunk = [];
  const scanChunk = async (chunk: Chunk, signal: AbortSignal): Promise<void> => {
    const isFirst = extent.rows === 0;
    const admitted = chunk.filter((row) => report.admits(row));
    extend(extent, chunk);
    if (isFirst) first = chunk;
    progress.count("read", chunk.length);
    progress.tell();
    if (context.idempotencyKey === undefined) await sum.add(chunk.map(({ prediction }) => prediction));
    if (!isFirst) await validateQuestions(context, admitted, report, signal);
    if (report.full && !isFirst) throw report.error(extent.rows, "nothing was sent");
  };
  await eachInParallel(chunksOf(source.read(progress.onBytes)), WIDTH, scanChunk, options.signal);
  const idempotencyKey = context.idempotencyKey ?? (await keyOfContent({ ...saidOf(content), predictions: sum }));
  if (extent.rows === first.length) return { ...extent, idempotencyKey, small: first };
  await validateQuestions(context, first, report, options.signal);
  if (report.refused) throw report.error(extent.rows, "nothing was sent");
  return { ...extent, idempotencyKey, small: undefined };
}

/**
 * The content without nulls and defaults, which the server treats like absent fields. By the schema, a run is private by
 * default, and every flag is false.
 */
function saidOf({ model, visibility, ...content }: SubmissionContext["content"]): object {
  const said = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null && value !== false));
  return { ...said({ ...content, visibility: visibility === "PRIVATE" ? null : visibility }), model: said(model) };
}

function extend(extent: { rows: number; length: number }, chunk: Chunk): void {
  extent.rows += chunk.length;
  for (const { prediction } of chunk) extent.length += textLength(prediction);
}

async function validateQuestions(
  { send, content, options }: SubmissionContext,
  chunk: Chunk,
  report: ReportSum,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (chunk.length === 0) return;
  // Only the question keys are validated: each is sent with an empty `error` in place of its texts, because an error
  // raises no issue about a text.
  const predictions = chunk.map(({ prediction }) => ({ question: prediction.question, error: "" }));
  const input = { ...content, idempotencyKey: "none", predictions };
  const { report: found } = (await send(ValidateQuestionsDocument, { input }, { ...options, signal })).validateRun;
  report.refuseInput(found.inputIssues);
  const issues = found.issues.filter(({ severity }) => severity === "ERROR");
  report.add({ errorCount: found.errorCount, issues }, chunk);
}
