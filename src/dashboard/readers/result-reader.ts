import { badInput } from "../../domain/errors.ts";
import { ImportError } from "../../domain/import-error.ts";
import type { SubmissionFile } from "../../formats/files/submission-file.ts";
import type { JoinRelease } from "../../formats/join/found-question.ts";
import { checkSubmission, type JoinReport, joinedPredictions } from "../../formats/join/join-submission.ts";
import { type ReaderReport, readerReport } from "../../formats/join/reader-report.ts";
import { openRuns, openSubmission, type Submission } from "../../formats/read-submission.ts";
import type { SubmissionHeader } from "../../formats/rows/submission-row.ts";
import { Omnidex, type SubmitProgress } from "../../sdk/index.ts";
import { type DryRun, dryRun, type RunFields } from "../../submitting/dry-run.ts";
import { groupsOf, mayHoldResults } from "../../submitting/file-groups.ts";
import { fetchRelease } from "../../submitting/release-questions.ts";
import type { RepetitionMean } from "../../submitting/run-standing.ts";
import { type ListedRun, type SentOne, SeveralRuns } from "./several-runs.ts";

/** The largest size that a gzip archive may unpack to: the browser keeps the unpacked file in memory or on disk. */
const MOST_UNPACKED = 2 ** 30;

/**
 * The chosen files in the form that the readers take. Gzip archives are unpacked.
 * @throws {ImportError} for an archive that is damaged, or unpacks to more than 1 GiB
 */
async function browserFiles(files: readonly File[]): Promise<readonly SubmissionFile[]> {
  const opened: SubmissionFile[] = [];
  for (const file of files) {
    const path = file.name;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const sibling = async (name: string): Promise<SubmissionFile | null> =>
      opened.find((other) => other.name === `${folder}${name}`) ?? null;
    const packed = await isGzip(file);
    const content = packed ? await gunzip(file) : file;
    opened.push({
      name: packed ? path.replace(/\.gz$/i, "") : path,
      size: content.size,
      read: async (position, length) => new Uint8Array(await content.slice(position, position + length).arrayBuffer()),
      sibling,
    });
  }
  return opened;
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

async function gunzip(file: File): Promise<Blob> {
  let length = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      length += piece.length;
      if (length > MOST_UNPACKED)
        throw new ImportError(file.name, `an archive that unpacks to at most ${MOST_UNPACKED} bytes`, "more");
      controller.enqueue(piece);
    },
  });
  try {
    const unpacked = file.stream().pipeThrough(new DecompressionStream("gzip")).pipeThrough(limit);
    return await new Response(unpacked).blob();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(file.name, "a complete gzip archive", `a damaged archive (${reason})`);
  }
}

/** How to reach the server. The key exists only in the memory of the page and its worker. */
export interface Connection {
  readonly url: string;
  readonly apiKey: string | null;
}

/** What the opened files state about their run. */
export interface OpenedFiles {
  readonly format: string;
  readonly header: SubmissionHeader;
  /** Files beside those of the run that hold no results. */
  readonly leftOut: readonly string[];
}

/** Several runs in the opened files. */
export interface OpenedRuns {
  readonly runs: readonly ListedRun[];
  readonly leftOut: readonly string[];
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

/** Reads result files and sends their runs, in a worker, so that a large file does not block the page. */
export class ResultReader {
  #submission: Submission | null = null;
  #joined: Joined | null = null;
  readonly #several = new SeveralRuns();
  /** The number of calls of `open` and `check`. The result of a call is dropped if a later call has begun. */
  #turn = 0;

  /**
   * Opens files: one run, or several if they hold several.
   * @param isOneRun whether all files belong to one run, as those of a harness that writes one for each process
   * @throws {ImportError} for files that hold no results of the one run
   */
  async open(files: readonly File[], isOneRun: boolean): Promise<OpenedFiles | OpenedRuns> {
    const turn = this.#nextTurn();
    this.#submission = null;
    const given = await browserFiles(files);
    const own = given.length === 1 ? given : given.filter(({ name }) => mayHoldResults(name));
    const leftOut = given.filter((file) => !own.includes(file)).map(({ name }) => name);
    const groups = isOneRun ? [own] : groupsOf(own);
    const runs = groups.length === 1 ? await openRuns(own) : [];
    const [opened] = runs;
    if (opened === undefined || runs.length > 1) {
      if (isOneRun) await openSubmission(own);
      return { runs: await this.#several.open(groups), leftOut };
    }
    if (turn === this.#turn) this.#submission = opened;
    return { format: opened.format, header: opened.header, leftOut };
  }

  /** Reads the rows of one of several runs. */
  checkOne(run: number, benchmark: string, connection: Connection): Promise<ReaderReport> {
    return this.#several.check(run, benchmark, clientOf(connection));
  }

  /** Submits one of several runs. */
  sendOne(
    run: number,
    fields: RunFields,
    connection: Connection,
    onProgress: (progress: SubmitProgress) => void,
  ): Promise<SentOne> {
    return this.#several.send(run, fields, clientOf(connection), onProgress);
  }

  /** The means over the repetitions that `sendOne` has sent. */
  means(connection: Connection): Promise<readonly RepetitionMean[]> {
    return this.#several.means(clientOf(connection));
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
