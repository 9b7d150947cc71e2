import { ValidateQuestionsDocument } from "./generated/operations.ts";
import { keyOfContent, RowSum } from "./idempotency-key.ts";
import { eachInParallel } from "./parallel.ts";
import { type Chunk, chunksOf } from "./submission-chunks.ts";
import { type SubmissionContext, WIDTH } from "./submission-context.ts";
import { ReportSum } from "./submission-report.ts";
import { textLength } from "./submission-row.ts";
import type { Source } from "./submission-source.ts";

/** How much a source gave; a second reading must give as much. */
export interface Extent {
  readonly rows: number;
  /** In UTF-16 code units. */
  readonly length: number;
}

/** What is known of a source that was read once. */
export interface Scan extends Extent {
  readonly idempotencyKey: string;
  /** All of it, where one call can hold it. */
  readonly small: Chunk | undefined;
}

/**
 * Reads a source for the first time: makes its key, and has the server look at the questions of what does not fit in one
 * call, so that nothing is stored of a submission with a bad row.
 *
 * @throws OmnidexBadUserInputError where a row cannot be accepted
 */
export async function scanSource(context: SubmissionContext, source: Source): Promise<Scan> {
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

/** What the schema takes for granted. */
const USUAL: Readonly<Record<string, unknown>> = { visibility: "PRIVATE", judge: false, openEnded: false };

/** What a content says; the server makes no difference between null, what is usual, and nothing. */
function saidOf({ model, ...content }: SubmissionContext["content"]): object {
  const said = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).filter(([name, value]) => value != null && value !== USUAL[name]));
  return { ...said(content), model: said(model) };
}

export function extend(extent: { rows: number; length: number }, chunk: Chunk): void {
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
  // Of an error there is nothing to be said: what comes back is about the questions alone.
  const predictions = chunk.map(({ prediction }) => ({ question: prediction.question, error: "" }));
  const input = { ...content, idempotencyKey: "none", predictions };
  const { validateRun } = await send(ValidateQuestionsDocument, { input }, { ...options, signal });
  const issues = validateRun.issues.filter(({ severity }) => severity === "ERROR");
  report.add({ errorCount: validateRun.errorCount, issues }, chunk);
}
