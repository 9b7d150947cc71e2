import { counted } from "../domain/texts.ts";
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

/** The rows of a run, some of a release and the others of its open part. */
export interface DividedRun {
  /** All rows, joined to the questions of both. */
  readonly whole: CheckedRun;
  readonly parts: readonly (CheckedRun & { readonly benchmark: string })[];
}

/**
 * Joins the rows of a run to the questions of a release and of its open part. A row's position in its file names no question,
 * because neither part has the order of the file.
 * @returns null unless each of the two has a row
 */
export async function divideRun(
  submission: Submission,
  release: JoinRelease,
  openPart: JoinRelease,
  all: boolean,
): Promise<DividedRun | null> {
  const questions = [...release.questions, ...openPart.questions].map((question, at) => ({
    ...question,
    ordinal: -1 - at,
  }));
  const whole = await checkRun(submission, { ...release, questions }, all);
  const [own, other] = [reportOfPart(whole.report, release), reportOfPart(whole.report, openPart)];
  if (own.predictions === 0 || other.predictions === 0) return null;
  const [name, openName] = [release.benchmark, openPart.benchmark];
  const note = `${counted(other.rows, "row")} of ${openName}, the open part of ${name}: a run of its own.`;
  // What belongs to no part is reported with the first.
  const { problems, problemCount, notes } = whole.report;
  const first = { ...own, rows: own.rows + problemCount, problems, problemCount, notes: [note, ...notes] };
  const parts = [
    { part: release, report: first },
    { part: openPart, report: other },
  ].map(({ part: { benchmark, questions: asked }, report }) => {
    return { benchmark, release: whole.release, report, read: readerReport(submission, report, asked.length) };
  });
  return { whole, parts };
}

/** The predictions for the questions of a part. */
function reportOfPart(report: JoinReport, { questions }: JoinRelease): JoinReport {
  const keys = new Set(questions.map(({ key }) => key));
  const only = (all: ReadonlySet<string>): ReadonlySet<string> => new Set([...all].filter((key) => keys.has(key)));
  const accepted = new Map([...report.accepted].filter(([key]) => keys.has(key)));
  const failed = only(report.failed);
  const unanswered = only(report.unanswered);
  return {
    ...report,
    rows: accepted.size + unanswered.size,
    predictions: accepted.size,
    errors: failed.size,
    missing: unanswered.size,
    accepted,
    failed,
    unanswered,
    problems: [],
    problemCount: 0,
    notes: [],
  };
}
