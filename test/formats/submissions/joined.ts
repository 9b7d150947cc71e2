import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { memoryFile } from "../../../src/formats/files/submission-file.ts";
import type { JoinQuestion, JoinRelease } from "../../../src/formats/join/found-question.ts";
import {
  checkSubmission,
  type JoinedPrediction,
  type JoinReport,
  joinedPredictions,
} from "../../../src/formats/join/join-submission.ts";
import { openSubmission, type ReadOptions, type Submission } from "../../../src/formats/read-submission.ts";
import type { RowProblem, SubmissionRow } from "../../../src/formats/rows/submission-row.ts";

export interface Joined {
  readonly submission: Submission;
  readonly report: JoinReport;
  readonly predictions: readonly JoinedPrediction[];
  /** The response to each question. */
  readonly responses: ReadonlyMap<string, string | null>;
}

/** A question of a release, made up. */
export const question = (ordinal: number, over: Partial<JoinQuestion> = {}): JoinQuestion => ({
  key: `v${ordinal}/0`,
  ordinal,
  text: `What is number ${ordinal}?`,
  options: ["a cat", "two dogs", "birds"],
  video: `v${ordinal}`,
  task: { slug: "counting", name: "Counting" },
  answer: null,
  native: {},
  ...over,
});

/** Opens files as if they were in one folder, together with the files of `beside`, which are not read by themselves. */
export function open(files: readonly ImportFile[], options: ReadOptions = {}, beside: readonly ImportFile[] = []) {
  const others = beside.map(({ name, bytes }) => memoryFile(name, bytes));
  return openSubmission(
    files.map(({ name, bytes }) => memoryFile(name, bytes, others)),
    options,
  );
}

/** Reads and joins a submission, in both passes. */
export async function join(
  files: readonly ImportFile[],
  release: JoinRelease,
  options: ReadOptions = {},
  beside: readonly ImportFile[] = [],
): Promise<Joined> {
  const submission = await open(files, options, beside);
  const report = await checkSubmission(submission, release);
  const predictions: JoinedPrediction[] = [];
  for await (const prediction of joinedPredictions(submission, release, report)) predictions.push(prediction);
  const responses = new Map(predictions.map(({ question, response }) => [question, response]));
  return { submission, report, predictions, responses };
}

/** All rows of a submission, as they were read. */
export async function rowsOf(submission: Submission): Promise<(SubmissionRow | RowProblem)[]> {
  const rows: (SubmissionRow | RowProblem)[] = [];
  for await (const row of submission.rows()) rows.push(row);
  return rows;
}
