import { framesInName, modelInName } from "./common/file-names.ts";
import { baseNameOf, type SubmissionFile } from "./files/submission-file.ts";
import type { JoinRelease } from "./join/found-question.ts";
import { checkSubmission, type JoinReport } from "./join/join-submission.ts";
import { type ReaderReport, readerReport } from "./join/reader-report.ts";
import { openRuns, partName, type ReadOptions, type Submission } from "./read-submission.ts";
import type { SubmissionHeader } from "./rows/submission-row.ts";

/** One of several runs to submit: what its files state about it. */
export interface OpenedRun {
  /** The file, or the first of several with the number of the others. */
  readonly file: string;
  /** The path of the first file, which tells files of one name in several folders apart. */
  readonly path: string;
  /** The column or the repetition, if the file has several runs. */
  readonly part: string | null;
  readonly submission: Submission;
  /** The fields that the file states, and those that only its name or column suggests. */
  readonly header: SubmissionHeader;
}

/** What to call the files of one run. */
export function groupTitle(files: readonly SubmissionFile[]): string {
  const [first, ...others] = files;
  const name = first === undefined ? "" : baseNameOf(first);
  return others.length === 0 ? name : `${name} and ${others.length} more`;
}

/**
 * Opens the runs in a group of files. What the files do not state, their names may: the model and the frames.
 * @param benchmark the slug of the benchmark, if it is known without the files; its words in a file's name are no model
 * @throws {ImportError} for a file that holds no results
 */
export async function openGroup(
  files: readonly SubmissionFile[],
  reading: ReadOptions,
  benchmark: string | undefined,
): Promise<readonly OpenedRun[]> {
  const [first] = files;
  if (first === undefined) return [];
  const name = baseNameOf(first);
  return (await openRuns(files, reading)).map((submission) => {
    const { header } = submission;
    const model = header.model ?? modelInName(name, benchmark ?? header.benchmark);
    const frames = header.frames ?? framesInName(name);
    return {
      file: groupTitle(files),
      path: first.name,
      part: partName(submission),
      submission,
      header: { ...header, model, frames },
    };
  });
}

/** The rows of a run, joined to the questions of a release. */
export interface CheckedRun {
  readonly release: JoinRelease;
  readonly report: JoinReport;
  readonly read: ReaderReport;
}

/** @param whole read all rows, however many are unusable */
export async function checkRun(submission: Submission, release: JoinRelease, whole: boolean): Promise<CheckedRun> {
  const report = await checkSubmission(submission, release, { whole });
  return { release, report, read: readerReport(submission, report, release.questions.length) };
}
