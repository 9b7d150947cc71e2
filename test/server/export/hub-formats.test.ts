import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { omnidexFixture, omnidexJson } from "../../fixtures/omnidex-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { fetchFile, fetchPath } from "./export-client.ts";
import { importShapes, SHAPES, submitShape } from "./run-shapes.ts";

let server: TestServer;
const runs = new Map<string, string>();
/** A name that YAML could read as something else, or that could end a row of a table. */
const HARD = "yes: |no|\u2028 \u0085#1 'x' \"y\" \\n 👩 [z] 2024-01-01";

beforeAll(async () => {
  server = await createTestServer();
  await importShapes([server]);
  for (const [name, shape] of Object.entries(SHAPES)) runs.set(name, (await submitShape(server, shape)).id);
  const hard = { benchmark: "omnidex-demo", model: { name: HARD }, visibility: "PUBLIC" };
  const predictions = [{ question: "video-001/0", response: "A" }];
  runs.set("hard", (await server.submit({ ...hard, predictions })).id);
}, 300_000);
afterAll(() => server.close());

interface ApiCell {
  readonly keys: readonly { readonly label: string }[];
  readonly score: { readonly value: number; readonly n: number };
}
interface ApiRun {
  readonly createdAt: string;
  readonly model: { readonly name: string };
  readonly benchmark: { readonly slug: string; readonly title: string };
  readonly release: { readonly contentHash: string };
  readonly score: {
    readonly value: number;
    readonly n: number;
    readonly interval: { readonly lower: number; readonly upper: number };
  };
  readonly level: readonly ApiCell[];
  readonly task: readonly ApiCell[];
  readonly audio: readonly ApiCell[];
}

/** The API's figures for a run. */
async function fromApi(id: string): Promise<ApiRun> {
  const cell = "{ keys { label } score { value n } }";
  const { run } = await server.data<{ run: ApiRun }>(
    `query ($id: ID!) { run(id: $id) { createdAt model { name } benchmark { slug title } release { contentHash }
      score { value n interval { lower upper } }
      level: breakdown(by: [LEVEL]) ${cell} task: breakdown(by: [TASK]) ${cell}
      audio: breakdown(by: [AUDIO_TYPE]) ${cell} } }`,
    { id },
  );
  return run;
}

const textOf = async (path: string): Promise<string> => (await fetchFile(server, path)).text();
const percent = (share: number): number => Number((share * 100).toFixed(2));

/** The API's scores as a model card should list them. */
const partsOf = ({ score, level, task, audio }: ApiRun): readonly (readonly [string, number, number])[] => [
  ["All", score.value, score.n] as const,
  ...[["Level", level] as const, ["Task", task] as const, ["Audio", audio] as const].flatMap(([name, cells]) =>
    cells.map((cell) => [`${name}: ${cell.keys[0]?.label}`, cell.score.value, cell.score.n] as const),
  ),
];

describe("a run as .eval_results of the Hugging Face Hub", () => {
  it.each([
    ["worldsense", "honglyhly/WorldSense"],
    ["mmworld", "Xuehai/MMWorld"],
    ["omnivideobench", "NJU-LINK/OmniVideoBench"],
    ["avi-bench", "FudanCVL/AVIBench"],
  ])("has the score and the data set of %s", async (benchmark, id) => {
    const run = [...runs].find(([name]) => SHAPES[name]?.benchmark === benchmark)?.[1] ?? "";
    const api = await fromApi(run);
    const response = await fetchFile(server, `/export/runs/${run}.yaml`);
    expect(response.headers.get("content-type")).toContain("yaml");
    expect(response.headers.get("x-export-folder")).toBe(".eval_results");
    expect(response.headers.get("content-disposition")).toContain(`"${benchmark}.yaml"`);
    const entries: unknown = parse(await response.text());
    expect(entries).toEqual([
      {
        dataset: { id, task_id: "default" },
        value: expect.closeTo(percent(api.score.value), 5),
        date: expect.any(String),
        source: { url: expect.stringMatching(new RegExp(`^http://[^/]+/runs/${run}$`)), name: "Omnidex" },
        notes: expect.stringContaining(`n: ${api.score.n}`),
      },
    ]);
    const [{ date = "", notes = "" } = {}] = entries as { readonly date?: string; readonly notes?: string }[];
    expect(Date.parse(date)).toBe(Date.parse(api.createdAt));
    const { lower, upper } = api.score.interval;
    expect(notes).toContain(`95 % interval: ${percent(lower)} to ${percent(upper)}`);
    expect(notes).toContain(api.release.contentHash);
    expect(await textOf(`/export/runs/${run}?format=hf-eval-results`)).toBe(await textOf(`/export/runs/${run}.yaml`));
  });

  it("uses the benchmark's homepage if that is a data set", async () => {
    const base = omnidexFixture();
    const about = { ...base.benchmark, slug: "of-the-hub", homepage: "https://huggingface.co/datasets/me/of-the.hub" };
    const { name, bytes } = omnidexJson({ ...base, benchmark: about });
    await importFiles(server.database, "of-the-hub", [{ name, bytes }]);
    const [{ key = "" } = {}] = base.questions;
    const predictions = [{ question: key, response: "A" }];
    const input = { benchmark: "of-the-hub", model: { name: "m" }, visibility: "PUBLIC", predictions };
    const { id } = await server.submit<{ readonly id: string }>(input);
    expect(parse(await textOf(`/export/runs/${id}.yaml`))).toMatchObject([{ dataset: { id: "me/of-the.hub" } }]);
  });

  it("is refused for a benchmark without a data set; the error says where to state it", async () => {
    const response = await fetchPath(server, `/export/runs/${runs.get("hard")}.yaml`);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      errors: [
        {
          message: expect.stringMatching(/'omnidex-demo' has no dataset .*homepage/),
          extensions: { code: "CONFLICT" },
        },
      ],
    });
  });
});

describe("a run as part of a model card", () => {
  /** The front matter, parsed, and the rows of the table. */
  function cardOf(text: string) {
    const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
    const rows = body
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .slice(2)
      .map((line) =>
        line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim().replace(/\\(.)/g, "$1")),
      );
    return { meta: parse(head) as unknown, rows };
  }

  it.each([...Object.keys(SHAPES), "hard"])(
    "has the API's numbers in its front matter and in its table: %s",
    async (name) => {
      const run = runs.get(name) ?? "";
      const api = await fromApi(run);
      const parts = partsOf(api);
      const { meta, rows } = cardOf(await textOf(`/export/runs/${run}.md`));
      expect(meta).toEqual({
        "model-index": [
          {
            name: api.model.name,
            results: [
              {
                task: {
                  type: expect.stringMatching(/^(video-text-to-text|audio-text-to-text|question-answering)$/),
                  name: expect.any(String),
                },
                dataset: expect.objectContaining({ name: api.benchmark.title, type: expect.any(String) }),
                metrics: parts.map(([part, value]) => ({
                  type: "accuracy",
                  name: part,
                  value: expect.closeTo(percent(value), 5),
                })),
                source: { name: "Omnidex", url: expect.stringContaining(`/runs/${run}`) },
              },
            ],
          },
        ],
      });
      expect(rows.map(([part, value, , n]) => [part, value, n])).toEqual(
        parts.map(([part, value, n]) => [part, (value * 100).toFixed(1), String(n)]),
      );
    },
  );

  it("has names without characters that PyYAML refuses or reads as line breaks", async () => {
    const text = await textOf(`/export/runs/${runs.get("hard")}.md`);
    const [, head = ""] = text.split("---\n");
    expect(head).not.toMatch(/[\u007f-\u009f\u2028\u2029\ufeff]/);
    expect(parse(head, { version: "1.1" })).toMatchObject({
      "model-index": [{ name: (await fromApi(runs.get("hard") ?? "")).model.name }],
    });
  });
});

it("lists the file extensions in the error for an unknown one", async () => {
  const response = await fetchPath(server, `/export/runs/${runs.get("hard")}.yml`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("ndjson, csv, parquet, yaml, md");
});
