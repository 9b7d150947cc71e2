import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { findSharedDataset } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { generateRun } from "../benchmarks/generated-run.ts";
import { type PlainRecord, type PlainVideo, plainQuestions } from "../benchmarks/plain-omnivideobench.ts";
import { askedQuestions, correct, refusal, storedPredictions, storedScorings, submit } from "./rescoring-client.ts";

const real = findSharedDataset("omnivideobench/data.json");

/** The synthetic file with two suspicious keys added. */
function suspiciousFixture() {
  const videos = omniVideoBenchFixture();
  for (const index of [3, 400]) {
    const question = videos[index]?.questions[0];
    const next =
      question?.options.findIndex((option) => option.startsWith(question.correct_option ?? "?")) === 0 ? 1 : 0;
    if (question !== undefined) question.answer = question.options[next]?.slice(1).replace(/^[.: ]+/, "");
  }
  return videos;
}

const sources = [
  { name: "the real file", file: real, suspects: 11 },
  { name: "a synthetic file", file: omniVideoBenchJson(suspiciousFixture()), suspects: 2 },
].filter(({ file }) => file !== null);

const plain = (text: string | undefined): string => (text ?? "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** The label of the option whose text equals the answer's text, found by a plain script. */
const meant = ({ options, answer }: PlainRecord & { readonly answer: string }): string =>
  "ABCD"[options.findIndex((option) => plain(option.slice(1)) === plain(answer))] ?? "?";

describe.each(sources)("OmniVideoBench's suspects in $name", ({ file, suspects: count }) => {
  const videos: readonly PlainVideo[] = JSON.parse(new TextDecoder().decode(file?.bytes));
  const records: ReadonlyMap<string, PlainRecord & { readonly answer: string }> = new Map(
    videos.flatMap(({ video, questions }) =>
      questions.map((record, index) => [`${video}/${index}`, record as PlainRecord & { answer: string }] as const),
    ),
  );
  const predictions = generateRun(plainQuestions(videos), 11).map(({ row }) => row);
  let server: TestServer;
  let run: string;

  beforeAll(async () => {
    server = await createTestServer();
    if (file !== null) await importFiles(server.database, "omnivideobench", [file]);
    run = await submit(server, "omnivideobench", "before", predictions, "PRIVATE");
  });
  afterAll(() => server.close());

  const suspects = async () => {
    const { benchmark } = await server.data<{
      benchmark: { suspects: { key: string; answer: { label: string } }[]; release: { suspects: { key: string }[] } };
    }>(`{ benchmark(slug: "omnivideobench") { suspects { key answer { label } } release { suspects { key } } } }`);
    expect(benchmark.release.suspects.map(({ key }) => key)).toEqual(benchmark.suspects.map(({ key }) => key));
    return benchmark.suspects;
  };

  it("are the questions whose answer is the text of another option; the import does not change them", async () => {
    const expected = [...records].filter(
      ([, record]) => meant(record) !== "?" && record.correct_option !== meant(record) && !sameOption(record),
    );
    const found = await suspects();
    expect(found).toHaveLength(count);
    expect(found.map(({ key }) => key)).toEqual(expected.map(([key]) => key));
    for (const { key, answer } of found) expect(answer.label).toBe(records.get(key)?.correct_option);
  });

  it("change exactly the scores that a plain count predicts when they are corrected", async () => {
    const rows = (await suspects()).map(({ key }) => ({ question: key, answer: meantOf(records.get(key)) }));
    const before = await askedQuestions(server, "omnivideobench");
    const corrected = await correct(server, "omnivideobench", rows);
    expect(corrected).toMatchObject({ rescored: 1, keyRevision: { revision: 2 } });
    const again = await submit(server, "omnivideobench", "after", predictions);
    const [first, second] = await storedScorings(server, run);
    const [fresh] = await storedScorings(server, again);
    expect(second).toEqual({ ...fresh, revision: 2 });
    expect(await storedPredictions(server, run)).toEqual(await storedPredictions(server, again));
    expect([first?.keyRevision, second?.keyRevision]).toEqual([1, 2]);
    await changesAreThose(rows);
    const after = await askedQuestions(server, "omnivideobench");
    const moved = after.filter(({ label }, index) => label !== before[index]?.label).map(({ key }) => key);
    expect(moved).toEqual(rows.map(({ question }) => question));
    expect(await suspects()).toEqual([]);
    const twice = await refusal(server, { benchmark: "omnivideobench", corrections: rows, reason: "r", author: "a" });
    expect(twice.extensions.details).toMatchObject({ issues: rows.map(({ question }) => ({ question })) });
  });

  /** Expects that the answers of the old key now count as wrong, and those of the corrected key as right. */
  async function changesAreThose(rows: readonly { readonly question: string; readonly answer: string }[]) {
    const { run: read } = await server.data<{
      run: {
        predictions: { nodes: { question: { key: string }; extraction: { answer: string | null } }[] };
        scorings: { changes: { question: { key: string }; from: string; to: string }[] }[];
      };
    }>(
      `query ($id: ID!, $keys: [String!]) { run(id: $id) {
        predictions(first: 100, filter: { questions: { keys: $keys } }) { nodes { question { key } extraction { answer } } }
        scorings { changes { question { key } from to } } } }`,
      { id: run, keys: rows.map(({ question }) => question) },
    );
    const expected = read.predictions.nodes.flatMap(({ question, extraction }) => {
      const [was, is] = [
        records.get(question.key)?.correct_option,
        rows.find((row) => row.question === question.key)?.answer,
      ];
      if (extraction.answer === was) return [{ question, from: "CORRECT", to: "WRONG" }];
      return extraction.answer === is ? [{ question, from: "WRONG", to: "CORRECT" }] : [];
    });
    expect(read.scorings.map(({ changes }) => changes)).toEqual([[], expected]);
    expect(expected.length).toBeGreaterThan(0);
  }

  it("keep their revisions with the old release; a new release starts with the answer key of its own file", async () => {
    const changed = videos.map((video, index) => (index === 0 ? { ...video, duration: "09:59" } : video));
    const file = { name: "data.json", bytes: new TextEncoder().encode(JSON.stringify(changed)) };
    await importFiles(server.database, "omnivideobench", [file], { replace: true });
    const { benchmark } = await server.data<{ benchmark: object }>(
      `{ benchmark(slug: "omnivideobench") { release { version keyRevisions { revision author } } releases { version
        keyRevisions { revision } } suspects { key } } }`,
    );
    expect(benchmark).toMatchObject({
      release: { version: 2, keyRevisions: [{ revision: 1, author: null }] },
      releases: [
        { version: 1, keyRevisions: [{ revision: 1 }, { revision: 2 }] },
        { version: 2, keyRevisions: [{ revision: 1 }] },
      ],
    });
    const fresh = await submit(server, "omnivideobench", "new release", predictions);
    const [first] = await storedScorings(server, run);
    expect(await storedScorings(server, fresh)).toEqual([first]);
    expect(await storedScorings(server, run)).toHaveLength(2);
  });
});

const meantOf = (record: (PlainRecord & { answer: string }) | undefined): string => (record ? meant(record) : "?");

/** The keyed option may have the same text as the answer, even if another option has it, too. */
const sameOption = ({ options, correct_option: label, answer }: PlainRecord & { readonly answer: string }): boolean =>
  plain(options["ABCD".indexOf(label)]?.slice(1)) === plain(answer);
