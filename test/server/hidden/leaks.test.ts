import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS, liftQuota } from "./hidden-benchmark.ts";

const COUNT = 200;
const SCORE = "value coarse";

let server: TestServer;
let hidden: HiddenBenchmark;
let maintainer: string;

beforeAll(async () => {
  server = await createTestServer();
  hidden = await importHidden(server, { count: COUNT });
  await liftQuota(server, hidden.slug);
  await server.data(`mutation { addMaintainer(input: { benchmark: "secrets", owner: "host" }) { benchmark } }`);
  maintainer = await keyOf(server, "host");
});
afterAll(() => server.close());

/** Labels for all questions. The given share of them is right. */
const right = (share: number): string[] =>
  hidden.labels.map((label, index) => (index < share * COUNT ? label : (LABELS.find((one) => one !== label) ?? "A")));

const submit = (key: string, share: number, visibility = "PUBLIC", input: object = {}) =>
  server.submit<{ id: string; score: { value: number } | null }>(
    {
      benchmark: hidden.slug,
      predictions: answering(hidden.keys, right(share)),
      visibility,
      model: { name: "m" },
      ...input,
    },
    { key, fields: `id score { ${SCORE} }` },
  );

const publish = (key: string, run: string, visibility = "PUBLIC") =>
  server.data(
    `mutation ($input: UpdateRunInput!) { updateRun(input: $input) { run { id } } }`,
    {
      input: { run, visibility },
    },
    { key },
  );

async function valueFor(key: string | null, run: string): Promise<number | undefined> {
  const { run: found } = await server.data<{ run: { score: { value: number } | null } | null }>(
    `{ run(id: "${run}") { score { ${SCORE} } } }`,
    {},
    { key },
  );
  return found?.score?.value;
}

describe("an export that a maintainer has fetched", () => {
  const EXPORTS = ["ndjson", "csv", "parquet"].map((extension) => `/export/questions.${extension}?filter=${filter()}`);
  const fetchPart = (path: string, key: string | null, method: "GET" | "HEAD" = "GET") =>
    server.app.request(path, {
      method,
      headers: { range: "bytes=0-99999999", ...(key !== null && { authorization: `Bearer ${key}` }) },
    });

  it.each(EXPORTS)("does not reveal its answers to the next caller: %s", async (path) => {
    const other = await keyOf(server, `reader of ${path.slice(0, 30)}`);
    const own = Buffer.from(await (await fetchPart(path, maintainer)).arrayBuffer());
    for (const key of [other, null]) {
      const theirs = Buffer.from(await (await fetchPart(path, key)).arrayBuffer());
      expect(theirs.equals(own)).toBe(false);
      if (path.includes("ndjson")) expect(theirs.toString()).not.toMatch(/"answer": ?"/);
    }
    // The maintainer still gets the file with answers.
    expect(Buffer.from(await (await fetchPart(path, maintainer)).arrayBuffer()).equals(own)).toBe(true);
  });
});

describe("the Ladder, as others see it", () => {
  it("shows no private run's score for a public run, until both are public", async () => {
    const key = await keyOf(server, "discreet");
    const best = await submit(key, 0.9, "PRIVATE");
    const shown = await submit(key, 0.4);
    // The owner has learned from the private run, so the owner sees that score again.
    expect(shown.score?.value).toBeGreaterThan(0.8);
    const other = await keyOf(server, "onlooker");
    for (const reader of [other, null]) {
      expect(await valueFor(reader, shown.id)).toBeUndefined();
      const { leaderboard } = await server.data<{ leaderboard: { nodes: { run: { id: string }; value: number }[] } }>(
        `{ leaderboard(benchmark: "secrets", first: 100) { nodes { value ... on RankedRun { run { id } } } } }`,
        {},
        { key: reader },
      );
      expect(leaderboard.nodes.map(({ run }) => run.id)).not.toContain(shown.id);
    }
    await publish(key, best.id);
    for (const reader of [other, null]) expect(await valueFor(reader, shown.id)).toBe(shown.score?.value);
  });

  it("counts every run that was ever public, so publishing runs one at a time reveals nothing", async () => {
    const key = await keyOf(server, "publisher");
    const best = await submit(key, 0.6, "PRIVATE");
    const worse = await submit(key, 0.3, "PRIVATE");
    await publish(key, best.id);
    const seen = await valueFor(null, best.id);
    await publish(key, best.id, "PRIVATE");
    await publish(key, worse.id);
    expect(await valueFor(null, worse.id)).toBe(seen);
    await publish(key, worse.id, "PRIVATE");
    await publish(key, worse.id);
    expect(await valueFor(null, worse.id)).toBe(seen);
  });

  it("orders runs by the time they were scored, not by the time they were started", async () => {
    const key = await keyOf(server, "beginner");
    const early = await server.openRun(
      {
        ...{ benchmark: hidden.slug, model: { name: "early" }, visibility: "PUBLIC" },
        predictions: answering(hidden.keys, right(0.2)),
      },
      { key },
    );
    const best = await submit(key, 0.7);
    await server.data(`mutation { finalizeRun(input: { run: "${early}" }) { run { id } } }`, {}, { key });
    for (const reader of [key, null]) expect(await valueFor(reader, early)).toBe(await valueFor(reader, best.id));
  });
});

describe("what a maintainer learns about private runs of others", () => {
  it("is nothing from the dry run of an import, which counts public runs only", async () => {
    const host = await importHidden(server, { slug: "hosted", count: 24 });
    await server.data(`mutation { addMaintainer(input: { benchmark: "hosted", owner: "host" }) { benchmark } }`);
    const owner = await keyOf(server, "quiet");
    const predictions = answering(host.keys, host.labels);
    const input = { benchmark: "hosted", predictions, model: { name: "Quiet Net" } };
    await server.submit({ ...input, visibility: "PRIVATE" }, { key: owner });
    const form = new FormData();
    const file = { benchmark: { slug: "hosted", title: "Hosted" }, questions: [QUESTION] };
    form.append("file", new Blob([JSON.stringify(file)]), "hosted.json");
    const dryRun = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await server.app.request("/import/hosted?dryRun=true", { method: "POST", body: form, headers });
      return (await response.json()) as { changes: { leaving: object; reasons: string[] } };
    };
    const none = { scored: 0, unfinished: 0, modelCount: 0, models: [] };
    expect((await dryRun(maintainer)).changes).toMatchObject({ leaving: none, reasons: ["QUESTIONS_REMOVED"] });
    await server.submit({ ...input, visibility: "PUBLIC", model: { name: "Loud Net" } }, { key: owner });
    expect((await dryRun(maintainer)).changes.leaving).toEqual({
      scored: 1,
      unfinished: 0,
      modelCount: 1,
      models: ["Loud Net"],
    });
  });
});

const QUESTION = {
  key: "q0000",
  task: "Rare",
  level: "PERCEPTION",
  text: "Which?",
  options: ["the first", "the second"],
  answer: "A",
};

function filter(): string {
  return encodeURIComponent(JSON.stringify({ benchmarks: ["secrets"] }));
}
