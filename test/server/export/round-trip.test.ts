import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JoinRelease } from "../../../src/importers/submissions/join/join-question.ts";
import { checkSubmission, joinedPredictions } from "../../../src/importers/submissions/join/join-submission.ts";
import { openSubmission } from "../../../src/importers/submissions/read-submission.ts";
import { memoryFile } from "../../../src/importers/submissions/submission-file.ts";
import { importFiles } from "../../../src/server/services/import-files.ts";
import { findSharedDataset } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { fetchFile } from "./export-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

interface Questions {
  readonly questions: {
    readonly nodes: readonly {
      readonly key: string;
      readonly ordinal: number;
      readonly text: string;
      readonly options: readonly { readonly text: string }[];
      readonly video: { readonly key: string } | null;
      readonly task: { readonly slug: string; readonly name: string };
      readonly answer: { readonly label: string | null } | null;
      readonly native: Readonly<Record<string, unknown>>;
    }[];
  };
}

/** What the readers know of a release, as a client would fetch it. */
async function joinRelease(benchmark: string): Promise<JoinRelease> {
  const { questions } = await server.data<Questions>(
    `query ($slugs: [String!]) { questions(filter: { benchmarks: $slugs }, first: 1000) {
      nodes { key ordinal text options { text } video { key } task { slug name } answer { label } native } } }`,
    { slugs: [benchmark] },
  );
  return {
    benchmark,
    questions: questions.nodes.map(({ options, video, answer, ...rest }) => ({
      ...rest,
      options: options.map(({ text }) => text),
      video: video?.key ?? null,
      answer: answer?.label ?? null,
    })),
  };
}

const RESULT =
  "{ id counts { total correct wrong partial unparsed missing errored unscored } score { value n correct interval { lower upper } } }";
const SUBMIT = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run ${RESULT} } }`;
interface Result {
  readonly id: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly score: object;
}

const submit = async (benchmark: string, idempotencyKey: string, predictions: readonly object[]): Promise<Result> => {
  const input = {
    benchmark,
    idempotencyKey,
    predictions,
    model: { name: "round" },
    inputs: ["VIDEO"],
    visibility: "PUBLIC",
  };
  return (await server.data<{ submitRun: { run: Result } }>(SUBMIT, { input })).submitRun.run;
};

/** Exports a run, reads the file as a submission, and submits what was read. */
async function again(benchmark: string, run: string, format: string): Promise<Result> {
  const response = await fetchFile(server, `/export/runs/${run}?format=${format}`);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "";
  const submission = await openSubmission([memoryFile(name, new Uint8Array(await response.arrayBuffer()))]);
  const release = await joinRelease(benchmark);
  const report = await checkSubmission(submission, release);
  expect(report.problems).toEqual([]);
  const predictions: object[] = [];
  for await (const prediction of joinedPredictions(submission, release, report)) predictions.push(prediction);
  return submit(benchmark, `${run} as ${format}`, predictions);
}

const FORMATS = ["omnidex", "csv", "lmms-eval", "inspect"];

describe("a run that is exported and submitted again", () => {
  it.each(FORMATS)("has the same score and counts, as %s", async (format) => {
    const { runs } = await server.data<{ runs: { nodes: Result[] } }>(
      `{ runs(filter: { models: ["demo-small"] }) { nodes ${RESULT} } }`,
    );
    const [{ id, ...original } = { id: "" }] = runs.nodes;
    const { id: _id, ...copy } = await again("omnidex-demo", id, format);
    expect(copy).toEqual(original);
  });

  it.each(FORMATS)("has failures, gaps and refusals as they were, as %s", async (format) => {
    const release = await joinRelease("omnidex-demo");
    const answers = [
      "A",
      "The answer is (B).",
      "",
      "I cannot tell from this video.",
      "<think>C?</think> D",
      'a "quoted",\r\nline',
    ];
    const predictions = release.questions
      .filter(({ ordinal }) => ordinal % 5 !== 0)
      .map(({ key, ordinal }) =>
        ordinal % 7 === 0 ? { question: key, error: "timed out" } : { question: key, response: answers[ordinal % 6] },
      );
    const { id, ...original } = await submit("omnidex-demo", `mixed for ${format}`, predictions);
    expect(original.counts.errored).toBeGreaterThan(0);
    const { id: _id, ...copy } = await again("omnidex-demo", id, format);
    expect(copy).toEqual(original);
  });

  const real = findSharedDataset("omnivideobench/data.json");
  it.skipIf(real === null).each(FORMATS)("is of OmniVideoBench the same, as %s", async (format) => {
    if (real !== null) await importFiles(server.database, "omnivideobench", [real]);
    const { questions } = await joinRelease("omnivideobench");
    const predictions = questions.map(({ key, ordinal }) => ({ question: key, response: "ABCD"[ordinal % 4] }));
    const { id, ...original } = await submit("omnivideobench", `real for ${format}`, predictions);
    const { id: _id, ...copy } = await again("omnivideobench", id, format);
    expect(copy).toEqual(original);
  });
});
