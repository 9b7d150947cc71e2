import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

const settings = { OMNIDEX_LIMITS: "on", OMNIDEX_LIMIT_STORAGE_MB: "1", OMNIDEX_LIMIT_OPEN_RUNS: "3" };

let server: TestServer;
let questions: readonly string[];

async function newKey(owner: string): Promise<string> {
  const { createApiKey } = await server.data<{ createApiKey: { secret: string } }>(
    "mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }",
    { input: { name: owner, owner } },
  );
  return createApiKey.secret;
}

/** Predictions of so many bytes in all. */
const rows = (bytes: number, from = 0, count = 10): object[] =>
  questions.slice(from, from + count).map((question) => ({ question, response: "(A) é".padEnd(bytes / count - 1) }));

const APPEND = "mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { added } }";
const append = (run: string, predictions: readonly object[], key: string) =>
  server.request(APPEND, { input: { run, predictions } }, { key });

const create = (key: string) =>
  server.request<{ createRun: { run: { id: string } } }>(
    "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
    {
      input: {
        ...{ benchmark: "omnidex-demo", model: { name: "m" }, inputs: ["VIDEO"] },
        idempotencyKey: randomUUID(),
      },
    },
    { key },
  );

async function counted(key: string, run: string): Promise<number> {
  const { run: found } = await server.data<{ run: { predictionCount: number } }>(
    "query ($run: ID!) { run(id: $run) { predictionCount } }",
    { run },
    { key },
  );
  return found.predictionCount;
}

beforeAll(async () => {
  server = await createTestServer(null, settings);
  const { questions: page } = await server.data<{ questions: { nodes: { key: string }[] } }>(
    `{ questions(first: 100, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }`,
  );
  questions = page.nodes.map(({ key }) => key);
});
afterAll(() => server.close());

it("an owner above the quota keeps and reads what is stored, and gets no new bytes", async () => {
  const key = await newKey("full");
  const whole = await server.submit({ predictions: rows(600_000) }, { key });
  const run = await server.openRun({ predictions: rows(400_000) }, { key });
  const { errors } = await append(run, rows(10, 10, 1), key);
  expect(errors?.[0]).toMatchObject({
    message: expect.stringMatching(
      /^Your runs may hold 1,000,000 bytes of responses, and with these they would hold 1,000,010\. Nothing was stored;/,
    ),
    extensions: { code: "QUOTA_EXCEEDED", details: { window: "STORED_BYTES", limit: 1_000_000, used: 1_000_010 } },
  });
  expect(await counted(key, run)).toBe(10);
  const refused = await server
    .submit({ predictions: rows(100) }, { key })
    .catch((error: Error) => JSON.parse(error.message.slice(error.message.indexOf("["))));
  expect(refused).toMatchObject([{ extensions: { code: "QUOTA_EXCEEDED" } }]);
  expect(await counted(key, whole.id)).toBe(10);
  // Predictions that are stored already add nothing.
  expect((await append(run, rows(400_000), key)).errors).toBeUndefined();
  const finalized = await server.request(
    "mutation ($run: ID!) { finalizeRun(input: { run: $run }) { run { status } } }",
    { run },
    { key },
  );
  expect(finalized).toMatchObject({ errors: undefined, data: { finalizeRun: { run: { status: "SCORED" } } } });
  // Another owner is not concerned, and the administrator has no quota.
  expect((await server.submit({ predictions: rows(900_000) }, { key: await newKey("other") })).id).toMatch(/^run_/);
  expect((await server.submit({ predictions: rows(1_200_000) })).id).toMatch(/^run_/);
});

it("parallel pieces to several runs stay within the quota together", async () => {
  const key = await newKey("parallel");
  const runs = await Promise.all([1, 2, 3].map(async () => (await create(key)).data.createRun.run.id));
  const answers = await Promise.all(
    runs.flatMap((run) => [0, 10, 20].map((from) => append(run, rows(200_000, from), key))),
  );
  expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(5);
  // Those that are not refused before they are written are refused when they are counted.
  const codes = answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? []);
  expect(codes).toEqual(Array(4).fill("QUOTA_EXCEEDED"));
});

it("an owner has so many open runs, and another one once one is finalized or withdrawn", async () => {
  const key = await newKey("opener");
  const opened = await Promise.all(Array.from({ length: 6 }, () => create(key)));
  const runs = opened.flatMap(({ data, errors }) => (errors === undefined ? [data.createRun.run.id] : []));
  expect(runs).toHaveLength(3);
  const [refused] = opened.flatMap(({ errors }) => errors ?? []);
  expect(refused).toMatchObject({
    message: expect.stringContaining("3 of your runs are open, and 3 may be"),
    extensions: { code: "QUOTA_EXCEEDED", details: { window: "OPEN_RUNS", limit: 3, used: 4 } },
  });
  const [first = "", second = ""] = runs;
  await append(first, rows(100), key);
  for (const [mutation, run] of [
    ["finalizeRun", first],
    ["withdrawRun", second],
  ])
    await server.data(`mutation ($r: ID!) { ${mutation}(input: { run: $r }) { run { id } } }`, { r: run }, { key });
  expect((await create(key)).errors).toBeUndefined();
  expect((await create(key)).errors).toBeUndefined();
  expect((await create(key)).errors).toHaveLength(1);
  // Restoring a withdrawn run opens it, and a whole submission opens none.
  const restore = "mutation ($r: ID!) { restoreRun(input: { run: $r }) { run { status } } }";
  const { errors } = await server.request(restore, { r: second }, { key });
  expect(errors).toMatchObject([{ extensions: { code: "QUOTA_EXCEEDED" } }]);
  expect((await server.submit({ predictions: rows(100) }, { key })).id).toMatch(/^run_/);
});
