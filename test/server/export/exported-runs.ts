import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runFields, type SubmitCommandOptions } from "../../../src/cli/submit/run-field-options.ts";
import { memoryFile, type SubmissionFile } from "../../../src/formats/files/submission-file.ts";
import type { JoinRelease } from "../../../src/formats/join/found-question.ts";
import { checkSubmission, joinedPredictions } from "../../../src/formats/join/join-submission.ts";
import { openSubmission } from "../../../src/formats/read-submission.ts";
import type { TestServer } from "../../support/test-server.ts";
import { fetchFile } from "./export-client.ts";

/** The formats of rows, with the companions that hold the run's settings. */
export const ROW_FORMATS: readonly (readonly [format: string, companion: string | null])[] = [
  ["omnidex", null],
  ["csv", null],
  ["parquet", null],
  ["lmms-eval", "lmms-eval-results"],
  ["inspect", null],
  ["eee-instances", "eee"],
];

interface QuestionNode {
  readonly key: string;
  readonly ordinal: number;
  readonly text: string;
  readonly answerFormat: string;
  readonly options: readonly { readonly text: string }[];
  readonly video: { readonly key: string } | null;
  readonly task: { readonly slug: string; readonly name: string };
  readonly answer: { readonly label: string | null; readonly text: string | null; readonly value: unknown } | null;
  readonly native: Readonly<Record<string, unknown>>;
}

/** The questions of a benchmark, in the order of its release. */
export async function questionsOf(server: TestServer, benchmark: string): Promise<readonly QuestionNode[]> {
  const { questions } = await server.data<{ questions: { nodes: readonly QuestionNode[] } }>(
    `query ($slugs: [String!]) { questions(filter: { benchmarks: $slugs }, first: 1000, orderBy: { field: ORDINAL }) {
      nodes { key ordinal text answerFormat options { text } video { key } task { slug name }
        answer { label text value } native } } }`,
    { slugs: [benchmark] },
  );
  return questions.nodes;
}

/** The data of a release that readers of result files need, fetched as a client would. */
export async function joinRelease(server: TestServer, benchmark: string): Promise<JoinRelease> {
  const questions = await questionsOf(server, benchmark);
  return {
    benchmark,
    questions: questions.map(({ options, video, answer, ...rest }) => ({
      ...rest,
      options: options.map(({ text }) => text),
      video: video?.key ?? null,
      answer: answer?.label ?? null,
    })),
  };
}

const RUN = `id model { name parameters organization url } inputs frames seed prompt protocol { fps resolution temperature topP maxTokens promptHash harness harnessVersion } notes openEnded confirmations partial
  counts { total correct wrong partial unparsed missing errored unscored }
  score { value valueAnswered n correct unparsed missing errored clusters standardError interval { lower upper } }`;

export interface ComparedRun {
  readonly id: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly model: { readonly name: string };
  readonly [field: string]: unknown;
}

export interface ComparedPrediction {
  readonly response: string | null;
  readonly error: string | null;
  readonly confirmation: string | null;
  readonly outcome: string | null;
  readonly score: number | null;
  readonly question: { readonly key: string };
}

export const submitTo = async (server: TestServer, input: object): Promise<ComparedRun> =>
  server.submit<ComparedRun>({ visibility: "PUBLIC", ...input, ...PREDICTIONS_OF(input) }, { fields: RUN });
const PREDICTIONS_OF = (input: object) => input as { readonly predictions: readonly object[] };

/** The predictions of a run with their outcomes and scores, in the order of the release. */
export async function predictionsOf(server: TestServer, run: string): Promise<readonly ComparedPrediction[]> {
  const all: ComparedPrediction[] = [];
  for (let after: string | null = null; ; ) {
    const page: {
      run: {
        predictions: {
          nodes: readonly ComparedPrediction[];
          pageInfo: { hasNextPage: boolean; endCursor: string | null };
        };
      };
    } = await server.data(
      `query ($run: ID!, $after: String) { run(id: $run) { predictions(first: 200, after: $after) {
        nodes { question { key } response error confirmation outcome score } pageInfo { hasNextPage endCursor } } } }`,
      { run, after },
    );
    const { nodes, pageInfo } = page.run.predictions;
    all.push(...nodes);
    if (!pageInfo.hasNextPage) return all;
    after = pageInfo.endCursor;
  }
}

/** An exported file, together with its companion. */
export async function exportedFile(
  server: TestServer,
  run: string,
  format: string,
  companion: string | null = null,
  options?: { readonly key: string },
): Promise<SubmissionFile> {
  const beside = companion === null ? [] : [await exportedFile(server, run, companion, null, options)];
  const response = await fetchFile(server, `/export/runs/${run}?format=${format}`, options);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
  return memoryFile(name, new Uint8Array(await response.arrayBuffer()), beside);
}

/** The result of submitting an exported file to another server: the problems of its rows, and the run. */
export interface Resubmitted {
  readonly problems: readonly unknown[];
  readonly notes: readonly string[];
  readonly run: ComparedRun;
}

/**
 * Reads a file as `omnidex submit` does, and submits its rows.
 * @param options the command's options, needed for files that do not describe their run
 */
export async function submitFile(
  server: TestServer,
  file: SubmissionFile,
  options: Partial<SubmitCommandOptions> = {},
): Promise<Resubmitted> {
  const submission = await openSubmission([file]);
  const { benchmark, ...fields } = runFields({ format: "auto", ...options }, submission.header);
  const release = await joinRelease(server, benchmark);
  const report = await checkSubmission(submission, release);
  const predictions: object[] = [];
  for await (const prediction of joinedPredictions(submission, release, report)) predictions.push(prediction);
  const run = await submitTo(server, { benchmark, ...fields, predictions });
  return { problems: report.problems, notes: report.notes, run };
}

/** Realistic answers, refusals and reasoning; none if the files are not beside the repository. */
export function goldenResponses(): readonly string[] {
  const file = resolve(import.meta.dirname, "../../../../shared/golden/hostile_responses.jsonl");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => (JSON.parse(line) as { readonly response: string }).response);
}
