import { OmnidexConflictError } from "./api-errors.ts";
import { OpenRunDocument, SubmitRunDocument } from "./generated/submission-operations.ts";
import { untilAborted } from "./parallel.ts";
import { randomKey } from "./random-key.ts";
import type { Send } from "./send.ts";
import type { NumberedRow } from "./sent-row.ts";
import { refusal } from "./server-refusal.ts";
import { type Chunk, chunksOf } from "./submission-chunks.ts";
import type { SubmissionContext, SubmitOptions } from "./submission-context.ts";
import { type OpenedRun, PieceSender } from "./submission-pieces.ts";
import { ProgressCounter } from "./submission-progress.ts";
import { extend, scanSource } from "./submission-scan.ts";
import { openSource, type Source } from "./submission-source.ts";
import type { Run, SubmitRunOptions, SubmittedRun } from "./types.ts";

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
