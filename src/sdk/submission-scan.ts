import { ValidateQuestionsDocument } from "./generated/submission-operations.ts";
import { keyOfContent, RowSum } from "./idempotency-key.ts";
import { eachInParallel } from "./parallel.ts";
import { ReportSum } from "./sent-report.ts";
import { textLength } from "./sent-row.ts";
import { type Chunk, chunksOf } from "./submission-chunks.ts";
import { type SubmissionContext, WIDTH } from "./submission-context.ts";
import type { Source } from "./submission-source.ts";

/** The size of a source. A second reading must find the same size. */
export interface Extent {
  readonly rows: number;
  /** In UTF-16 code units. */
  readonly length: number;
}

/** The result of the first reading of a source. */
export interface Scan extends Extent {
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

/**
 * The content without nulls and defaults, which the server treats like absent fields. By the schema, a run is private by
 * default, and every flag is false.
 */
function saidOf({ model, visibility, ...content }: SubmissionContext["content"]): object {
  const said = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null && value !== false));
  return { ...said({ ...content, visibility: visibility === "PRIVATE" ? null : visibility }), model: said(model) };
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
  // Only the question keys are validated: each is sent with an empty `error` in place of its texts, because an error
  // raises no issue about a text.
  const predictions = chunk.map(({ prediction }) => ({ question: prediction.question, error: "" }));
  const input = { ...content, idempotencyKey: "none", predictions };
  const { report: found } = (await send(ValidateQuestionsDocument, { input }, { ...options, signal })).validateRun;
  report.refuseInput(found.inputIssues);
  const issues = found.issues.filter(({ severity }) => severity === "ERROR");
  report.add({ errorCount: found.errorCount, issues }, chunk);
}
