import { OmnidexConflictError } from "./api-errors.ts";
import type { OpenRunMutation } from "./generated/operations.ts";
import { AppendPredictionsDocument, StoredPredictionsDocument } from "./generated/submission-operations.ts";
import { outputDigest } from "./idempotency-key.ts";
import { OmnidexInputError } from "./input-error.ts";
import { Paged } from "./pagination.ts";
import { eachInParallel } from "./parallel.ts";
import { ReportSum } from "./sent-report.ts";
import { type NumberedRow, type RowIssue, rowError, textLength } from "./sent-row.ts";
import { closeRun } from "./sent-run.ts";
import { type Chunk, chunksOf } from "./submission-chunks.ts";
import { type SubmissionContext, WIDTH } from "./submission-context.ts";
import type { Extent } from "./submission-scan.ts";
import type { SubmittedRun } from "./types.ts";

export type OpenedRun = NonNullable<OpenRunMutation["createRun"]["run"]>;

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
export class PieceSender {
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
