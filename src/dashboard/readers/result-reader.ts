import { badInput } from "../../domain/errors.ts";
import type { JoinRelease } from "../../formats/join/join-question.ts";
import { checkSubmission, type JoinReport, joinedPredictions } from "../../formats/join/join-submission.ts";
import { openSubmission, type Submission } from "../../formats/read-submission.ts";
import type { SubmissionHeader } from "../../formats/rows/submission-row.ts";
import { Omnidex, type SubmitProgress } from "../../sdk/index.ts";
import { type DryRun, dryRun } from "../../submitting/dry-run.ts";
import { type ReaderReport, readerReport } from "../../submitting/reader-report.ts";
import { fetchRelease } from "../../submitting/release-questions.ts";
import type { RunFields } from "../../submitting/stated-run-fields.ts";
import { browserFiles } from "./browser-files.ts";

/** How to reach the server. The key exists only in the memory of the page and its worker. */
export interface Connection {
  readonly url: string;
  readonly apiKey: string | null;
}

/** What the opened files state about their run. */
export interface OpenedFiles {
  readonly format: string;
  readonly header: SubmissionHeader;
}

/** The run that was created from the files. */
export interface SentRun {
  readonly id: string;
  readonly replayed: boolean;
  /** How many predictions the server already had from an earlier attempt. */
  readonly skipped: number;
}

/** The rows of files, joined to the questions of a release. */
interface Joined {
  readonly submission: Submission;
  readonly release: JoinRelease;
  readonly report: JoinReport;
}

/** Reads the result files of one run and sends them, in a worker, so that a large file does not block the page. */
export class ResultReader {
  #submission: Submission | null = null;
  #joined: Joined | null = null;
  /** The number of calls of `open` and `check`. The result of a call is dropped if a later call has begun. */
  #turn = 0;

  /** @throws {ImportError} for files that hold no results of one run */
  async open(files: readonly File[], epoch: number | null): Promise<OpenedFiles> {
    const turn = this.#nextTurn();
    this.#submission = null;
    const opened = await openSubmission(await browserFiles(files), { epoch: epoch ?? undefined });
    if (turn === this.#turn) this.#submission = opened;
    return { format: opened.format, header: opened.header };
  }

  /** Reads every row, and joins it to a question of the benchmark's current release. */
  async check(benchmark: string, connection: Connection): Promise<ReaderReport> {
    const turn = this.#nextTurn();
    const submission = this.#opened();
    const release = await fetchRelease(clientOf(connection), benchmark);
    const report = await checkSubmission(submission, release);
    if (turn === this.#turn) this.#joined = { submission, release, report };
    return readerReport(submission, report, release.questions.length);
  }

  /** Has the server validate every prediction. Nothing is stored. */
  async validate(fields: RunFields, connection: Connection): Promise<DryRun> {
    const { submission, release, report } = this.#checked();
    return dryRun(clientOf(connection), fields, joinedPredictions(submission, release, report), report);
  }

  /** Submits the run. The same files and fields again resume an interrupted submission. */
  async send(
    fields: RunFields,
    connection: Connection,
    onProgress: (progress: SubmitProgress) => void,
  ): Promise<SentRun> {
    const { submission, release, report } = this.#checked();
    const predictions = () => joinedPredictions(submission, release, report);
    const run = await clientOf(connection).submitRun({ ...fields, predictions }, { onProgress });
    return { id: run.id, replayed: run.replayed, skipped: run.skipped };
  }

  #nextTurn(): number {
    this.#joined = null;
    this.#turn += 1;
    return this.#turn;
  }

  #opened(): Submission {
    if (this.#submission === null) throw badInput("No file has been opened.");
    return this.#submission;
  }

  #checked(): Joined {
    if (this.#joined === null) throw badInput("The file's rows have not been checked.");
    return this.#joined;
  }
}

const clientOf = ({ url, apiKey }: Connection): Omnidex => new Omnidex({ url, apiKey: apiKey ?? undefined });
