import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

/** The runs and models to which a leaderboard refers. */
const BOARD = `query ($atLeast: Float!) {
  leaderboard(benchmark: "omnidex-demo", published: false, partial: true, filter: { durationSeconds: { gte: $atLeast } }) {
    nodes { model { url } ... on RankedRun { run { id notes } } }
  }
}`;
const UPDATE = "mutation ($input: UpdateRunInput!) { updateRun(input: $input) { run { id } } }";
const WITHDRAW = "mutation ($input: WithdrawRunInput!) { withdrawRun(input: $input) { run { id } } }";

interface Row {
  readonly model: { readonly url: string | null };
  readonly run: { readonly id: string; readonly notes: string | null };
}

let server: TestServer;
/** The statements that read runs or models since the last call of `board`. */
let lookups: string[];
/** No two leaderboards are over the same slice, so whole answers are never cached. */
let atLeast = 0;

beforeAll(async () => {
  server = await createTestServer();
  server.database.onStatement(({ text }) => {
    if (/from "(runs|models)" "t1" where "t1"\."id" = any/.test(text)) lookups.push(text);
  });
});
beforeEach(() => {
  lookups = [];
});
afterAll(() => server.close());

async function board(key: string | null = null): Promise<readonly Row[]> {
  lookups = [];
  atLeast += 0.001;
  const { leaderboard } = await server.data<{ leaderboard: { nodes: readonly Row[] } }>(BOARD, { atLeast }, { key });
  return leaderboard.nodes;
}

const notesOf = async (id: string): Promise<string | null | undefined> =>
  (await board()).find(({ run }) => run.id === id)?.run.notes;

it("a leaderboard over another slice reads no run or model again, until something changes", async () => {
  const first = await board();
  expect(lookups).toHaveLength(2);
  expect(first.length).toBeGreaterThan(1);
  expect(await board()).toHaveLength(first.length);
  expect(lookups).toEqual([]);
  const run = first[0]?.run.id;
  await server.data(UPDATE, { input: { run, notes: "changed" } });
  expect(await notesOf(run ?? "")).toBe("changed");
  expect(lookups).toHaveLength(2);
});

it("a run that is withdrawn or made private is not shown from the cache", async () => {
  const predictions = [{ question: "video-001/0", response: "A" }];
  const input = { model: { name: randomUUID() }, visibility: "PUBLIC", predictions };
  const [kept, withdrawn] = [
    await server.submit(input),
    await server.submit({ ...input, model: { name: randomUUID() } }),
  ];
  expect(await notesOf(kept.id)).toBeNull();
  expect(await notesOf(withdrawn.id)).toBeNull();
  await server.data(WITHDRAW, { input: { run: withdrawn.id } });
  await server.data(UPDATE, { input: { run: kept.id, visibility: "PRIVATE" } });
  expect(await notesOf(withdrawn.id)).toBeUndefined();
  expect(await notesOf(kept.id)).toBeUndefined();
});

it("what a caller with a key may see is read for each request", async () => {
  const key = (
    await server.data<{ createApiKey: { secret: string } }>(
      'mutation { createApiKey(input: { name: "viewer" }) { secret } }',
    )
  ).createApiKey.secret;
  await board(key);
  await board(key);
  expect(lookups).toHaveLength(2);
});
