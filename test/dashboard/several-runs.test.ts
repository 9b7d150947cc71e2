import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SeveralRuns } from "../../src/dashboard/readers/several-runs.ts";
import { memoryFile } from "../../src/formats/files/submission-file.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import { jsonFile } from "../fixtures/file-writing.ts";
import { importFiles } from "../support/admin-imports.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";

/** Two benchmarks with the same keys. The second one has a question more. */
const content = (slug: string, count: number) => ({
  benchmark: { slug, title: slug },
  tasks: [{ name: "Any", level: "REASONING" }],
  questions: Array.from({ length: count }, (_, at) => ({
    key: String(at + 1),
    task: "Any",
    text: `Question ${at + 1} of ${slug}?`,
    options: ["Yes", "No"],
    answer: "A",
  })),
});

let server: TestServer;
/** Held until it settles: what the server is asked about the first benchmark. */
let held: Promise<void> = Promise.resolve();
let omnidex: Omnidex;
beforeAll(async () => {
  server = await createTestServer();
  for (const [slug, count] of [
    ["early", 3],
    ["late", 4],
  ] as const)
    await importFiles(server.database, slug, [jsonFile(`${slug}.json`, content(slug, count))]);
  omnidex = new Omnidex({
    url: "http://omnidex.test",
    apiKey: ADMIN_KEY,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if ((await request.clone().text()).includes('"early"')) await held;
      return server.app.request(request);
    },
  });
});
afterAll(() => server.close());

const answers = (response: string): Uint8Array =>
  new TextEncoder().encode([1, 2, 3].map((key) => JSON.stringify({ question: String(key), response })).join("\n"));
const fields = (benchmark: string) => ({
  benchmark,
  model: { name: `Model ${benchmark}` },
  inputs: ["VIDEO"] as const,
});

describe("runs whose rows fit two benchmarks", () => {
  let runs: SeveralRuns;
  beforeEach(async () => {
    runs = new SeveralRuns();
    await runs.open([[memoryFile("one.jsonl", answers("A"))], [memoryFile("two.jsonl", answers("B"))]]);
  });
  const send = (index: number, benchmark: string) => runs.send(index, fields(benchmark), omnidex, () => {});

  it("a run is not sent under another benchmark than that whose questions its rows were joined to", async () => {
    for (const index of [0, 1]) await runs.check(index, "early", omnidex);
    await runs.check(0, "late", omnidex);
    await expect(send(1, "late")).rejects.toThrow("The rows of the run have not been checked for late.");
    await expect(send(0, "early")).rejects.toThrow("The rows of the run have not been checked for early.");
    expect((await send(0, "late")).run.benchmark.slug).toBe("late");
  });

  it("a check that ends after a later one does not replace it", async () => {
    let release = (): void => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    const former = runs.check(0, "early", omnidex);
    expect(await runs.check(0, "late", omnidex)).toMatchObject({ predictions: 3, missing: 1 });
    release();
    expect(await former).toMatchObject({ predictions: 3, missing: 0 });
    expect((await send(0, "late")).run.benchmark.slug).toBe("late");
  });
});
