import { badInput } from "../../domain/errors.ts";
import type { SubmissionFile } from "../../formats/files/submission-file.ts";
import type { JoinRelease } from "../../formats/join/found-question.ts";
import { joinedPredictions } from "../../formats/join/join-submission.ts";
import type { ReaderReport } from "../../formats/join/reader-report.ts";
import { type CheckedRun, checkRun, groupTitle, type OpenedRun, openGroup } from "../../formats/opened-runs.ts";
import type { SubmissionHeader } from "../../formats/rows/submission-row.ts";
import type { Omnidex, SubmitProgress, SubmittedRun } from "../../sdk/index.ts";
import { type RunFields, withRepetition } from "../../submitting/dry-run.ts";
import { fetchRelease } from "../../submitting/release-questions.ts";
import { fetchMeans, fetchRank, type RepetitionMean, type RunRank } from "../../submitting/run-standing.ts";

/** One of several runs as the page lists it: what its files state, or why they cannot be read. */
export interface ListedRun {
  readonly file: string;
  /** The column or the repetition, if the file has several runs. */
  readonly part: string | null;
  readonly format: string | null;
  readonly header: SubmissionHeader;
  readonly problem: string | null;
}

/** One of several runs that was submitted. */
export interface SentOne {
  readonly run: SubmittedRun;
  readonly rank: RunRank | null;
}

interface OwnRun {
  readonly opened: OpenedRun | null;
  /** The benchmark of the latest check. */
  asked: string | null;
  /** What the latest check that is done found. */
  checked: CheckedRun | null;
  sent: SubmittedRun | null;
}

type ReadableRun = OwnRun & { readonly opened: OpenedRun };

/** The runs of the opened files, each by its position in the list. */
export class SeveralRuns {
  #runs: OwnRun[] = [];
  readonly #releases = new Map<string, Promise<JoinRelease>>();

  /** Opens groups of files. A group that cannot be read is one entry with its problem. */
  async open(groups: readonly (readonly SubmissionFile[])[]): Promise<readonly ListedRun[]> {
    this.#runs = [];
    const listed: ListedRun[] = [];
    for (const files of groups) {
      try {
        for (const opened of await openGroup(files, {}, undefined)) {
          this.#runs.push({ opened, asked: null, checked: null, sent: null });
          const { file, part, header, submission } = opened;
          listed.push({ file, part, format: submission.format, header, problem: null });
        }
      } catch (error) {
        this.#runs.push({ opened: null, asked: null, checked: null, sent: null });
        const problem = error instanceof Error ? error.message : String(error);
        listed.push({ file: groupTitle(files), part: null, format: null, header: {}, problem });
      }
    }
    return listed;
  }

  /** Reads the rows of a run. The result is dropped if the run has been asked for under another benchmark since. */
  async check(index: number, benchmark: string, omnidex: Omnidex): Promise<ReaderReport> {
    const run = this.#at(index);
    run.asked = benchmark;
    const known = this.#releases.get(benchmark);
    const fetched = known ?? fetchRelease(omnidex, benchmark);
    if (known === undefined) {
      this.#releases.set(benchmark, fetched);
      fetched.catch(() => this.#releases.delete(benchmark));
    }
    const checked = await checkRun(run.opened.submission, await fetched, false);
    if (run.asked === benchmark) run.checked = checked;
    return checked.read;
  }

  /** @throws {OmnidexError} unless the rows were read under the benchmark of the fields */
  async send(
    index: number,
    fields: RunFields,
    omnidex: Omnidex,
    onProgress: (progress: SubmitProgress) => void,
  ): Promise<SentOne> {
    const own = this.#at(index);
    const { opened, checked } = own;
    if (checked === null || checked.release.benchmark !== fields.benchmark)
      throw badInput(`The rows of the run have not been checked for ${fields.benchmark}.`);
    const { submission } = opened;
    const predictions = () => joinedPredictions(submission, checked.release, checked.report);
    const sent = await omnidex.submitRun({ ...withRepetition(fields, submission), predictions }, { onProgress });
    own.sent = sent;
    // The run is submitted, whether its rank can be read or not.
    return { run: sent, rank: await fetchRank(omnidex, sent, fields.openEnded === true).catch(() => null) };
  }

  means(omnidex: Omnidex): Promise<readonly RepetitionMean[]> {
    const sent = this.#runs.flatMap(({ opened, sent: run }) =>
      opened === null || run === null ? [] : [{ ...opened.submission, file: opened.file, path: opened.path, run }],
    );
    return fetchMeans(omnidex, sent);
  }

  #at(index: number): ReadableRun {
    const run = this.#runs[index];
    if (run === undefined || run.opened === null) throw badInput("The run has not been opened.");
    return run as ReadableRun;
  }
}
