import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

interface Metric {
  readonly name: string;
  readonly value: number;
}
interface ReadRun {
  readonly captionMetrics: readonly Metric[];
  readonly scoringNotes: readonly string[];
  readonly score: { readonly n: number; readonly value: number } | null;
  readonly predictions: {
    readonly nodes: readonly {
      readonly question: { readonly key: string };
      readonly outcome: string | null;
      readonly metrics: readonly Metric[];
      readonly extraction: { readonly rule: string };
    }[];
  };
}

const caption = (key: string, ...answer: string[]) => ({
  key,
  task: "Describe",
  level: "UNDERSTANDING",
  text: `Describe ${key}.`,
  answerFormat: "CAPTION",
  answer,
});
const FILE = jsonFile("captions.json", {
  benchmark: { slug: "captions", title: "Captions" },
  videos: [],
  questions: [
    caption("same", "a dog barks at the door", "rain"),
    caption("half", "a dog barks"),
    caption("failed", "it rains"),
    caption("empty", "it snows"),
    caption("missing", "a man speaks"),
    { key: "plain", task: "Count", level: "PERCEPTION", text: "How many?", answer: 3 },
  ],
});
const PREDICTIONS = [
  { question: "same", response: "A dog barks at the door." },
  // Two of its four words are in the reference, which has three words.
  { question: "half", response: "the dog then barks" },
  { question: "failed", error: "HTTP 503", response: "it rains" },
  { question: "empty", response: " " },
  { question: "plain", response: "3" },
];
const HALF = (2.44 * 0.5 * (2 / 3)) / (2 / 3 + 1.44 * 0.5);

const READ = `query ($id: ID!) { run(id: $id) { captionMetrics { name value } scoringNotes score { n value }
  predictions { nodes { question { key } outcome metrics { name value } extraction { rule } } } } }`;

describe("the metrics of captions", () => {
  let server: TestServer;
  let run: string;
  const read = async (key?: string | null): Promise<ReadRun> =>
    (await server.data<{ run: ReadRun }>(READ, { id: run }, key === undefined ? {} : { key })).run;

  beforeAll(async () => {
    server = await createTestServer();
    await importFiles(server.database, "captions", [FILE]);
    run = await submit(server, "captions", PREDICTIONS);
  });
  afterAll(() => server.close());

  it("include ROUGE-L for each answered caption", async () => {
    const { predictions } = await read();
    const metrics = Object.fromEntries(predictions.nodes.map(({ question, metrics: own }) => [question.key, own]));
    expect(metrics).toEqual({
      same: [{ name: "ROUGE_L", value: 1 }],
      half: [{ name: "ROUGE_L", value: expect.closeTo(HALF, 10) }],
      failed: [],
      empty: [],
      plain: [],
    });
  });

  it("include ROUGE-L and CIDEr of the run, which count a missing caption as 0", async () => {
    const { captionMetrics } = await read();
    expect(captionMetrics.map(({ name }) => name)).toEqual(["ROUGE_L", "CIDER"]);
    expect(captionMetrics[0]?.value).toBeCloseTo((1 + HALF) / 5, 10);
    expect(captionMetrics[1]?.value).toBeGreaterThan(0);
    expect(captionMetrics[1]?.value).toBeLessThan(10);
  });

  it("give no score: without FENSE, captions are left out of every denominator, and a note says so", async () => {
    const { score, scoringNotes, predictions } = await read();
    expect(score).toEqual({ n: 1, value: 1 });
    expect(scoringNotes).toEqual([
      "5 questions of format CAPTION are outside every denominator: the run was scored without FENSE (fense-not-configured).",
    ]);
    const captions = predictions.nodes.filter(({ question }) => question.key !== "plain");
    expect(captions.map(({ outcome, extraction }) => [outcome, extraction.rule])).toEqual(
      captions.map(() => ["UNSCORED", "fense-not-configured"]),
    );
  });

  it("need one statement for any number of runs", async () => {
    await submit(server, "again", PREDICTIONS);
    const list = (first: number) =>
      server.request(
        `{ runs(first: ${first}, filter: { visibility: PUBLIC }) { nodes { id captionMetrics { value } } } }`,
      );
    const [one, all] = [await list(1), await list(100)];
    expect([one.errors, all.errors]).toEqual([undefined, undefined]);
    expect([one.statements.length, all.statements.length]).toEqual([2, 2]);
  });

  it("are empty for a benchmark without captions", async () => {
    const { runs } = await server.data<{ runs: { nodes: { captionMetrics: Metric[]; scoringNotes: string[] }[] } }>(
      `{ runs(filter: { benchmarks: ["omnidex-demo"] }) { nodes { captionMetrics { name } scoringNotes } } }`,
    );
    expect(runs.nodes.length).toBeGreaterThan(0);
    expect(runs.nodes.flatMap((node) => [...node.captionMetrics, ...node.scoringNotes])).toEqual([]);
  });

  it("reveal the reference captions, so they are hidden with the answers", async () => {
    await server.database.query(sql`update releases set answer_access = 'HIDDEN'
      where benchmark_id = (select id from benchmarks where slug = 'captions')`);
    const { predictions, captionMetrics } = await read(null);
    expect(predictions.nodes.flatMap(({ metrics }) => metrics)).toEqual([]);
    expect(captionMetrics).toEqual([]);
    expect((await read()).captionMetrics).toHaveLength(2);
    expect((await read()).predictions.nodes.flatMap(({ metrics }) => metrics)).toHaveLength(2);
  });
});

async function submit(server: TestServer, key: string, predictions: readonly object[]): Promise<string> {
  const input = { benchmark: "captions", model: { name: "m" }, inputs: ["AUDIO"], visibility: "PUBLIC", predictions };
  return (await server.submit({ ...input, idempotencyKey: key })).id;
}
