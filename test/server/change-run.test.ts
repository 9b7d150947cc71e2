import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const FIELDS =
  "id owner visibility status notes frames seed prompt score { value } model { slug parameters organization url }";
const UPDATE = `mutation ($input: UpdateRunInput!) { updateRun(input: $input) { run { ${FIELDS} } } }`;
const WITHDRAW = `mutation ($input: WithdrawRunInput!) { withdrawRun(input: $input) { run { status } } }`;
const RESTORE = `mutation ($input: RestoreRunInput!) { restoreRun(input: $input) { run { ${FIELDS} } } }`;
const READ = `query ($id: ID!) { run(id: $id) { ${FIELDS} } }`;
const predictions = [{ question: "video-001/0", response: "A" }];

interface Read {
  readonly id: string;
  readonly status: string;
  readonly score: { readonly value: number } | null;
}

let server: TestServer;
/** Keys of two owners. */
let [ada, bob] = ["", ""];

beforeAll(async () => {
  server = await createTestServer();
  const keyOf = async (name: string): Promise<string> =>
    (
      await server.data<{ createApiKey: { secret: string } }>(
        "mutation ($name: String!) { createApiKey(input: { name: $name }) { secret } }",
        { name },
      )
    ).createApiKey.secret;
  [ada, bob] = [await keyOf("ada"), await keyOf("bob")];
});
afterAll(() => server.close());

const submit = (input: object = {}, key = ada) =>
  server.submit<Read>(
    { model: { name: randomUUID() }, visibility: "PUBLIC", predictions, ...input },
    { fields: FIELDS, key },
  );
const read = async (id: string, key: string | null) =>
  (await server.data<{ run: Read | null }>(READ, { id }, { key })).run;
const codeOf = async (document: string, input: object, key: string | null) =>
  (await server.request(document, { input }, { key })).errors?.[0]?.extensions.code;
const listed = async (id: string): Promise<boolean> => {
  const { runs } = await server.data<{ runs: { nodes: { id: string }[] } }>(
    "{ runs(first: 100) { nodes { id } } }",
    {},
    { key: null },
  );
  return runs.nodes.some((run) => run.id === id);
};

describe("Run.owner", () => {
  it("is visible to the owner and to administrators only, in single reads and in lists", async () => {
    const { id } = await submit();
    const inList = async (key?: string | null) => {
      const { runs } = await server.data<{ runs: { nodes: { id: string; owner: string | null }[] } }>(
        "{ runs(first: 100) { nodes { id owner } } }",
        {},
        key === undefined ? {} : { key },
      );
      return runs.nodes.find((run) => run.id === id)?.owner;
    };
    expect(await read(id, ada)).toMatchObject({ owner: "ada" });
    expect((await server.data<{ run: Read }>(READ, { id })).run).toMatchObject({ owner: "ada" });
    for (const key of [bob, null]) expect(await read(id, key)).toMatchObject({ owner: null });
    expect([await inList(ada), await inList(), await inList(bob), await inList(null)]).toEqual([
      "ada",
      "ada",
      null,
      null,
    ]);
  });
});

describe("updateRun", () => {
  it("changes the given fields, removes fields that are null, and keeps the rest and the scores", async () => {
    const { id, score } = await submit({ notes: "first", frames: 8, seed: 1, prompt: "plain", visibility: "PRIVATE" });
    expect(await listed(id)).toBe(false);
    const { updateRun } = await server.data<{ updateRun: { run: Read } }>(
      UPDATE,
      {
        input: {
          ...{ run: id, visibility: "PUBLIC", notes: null, frames: 16 },
          model: { parameters: "7B", url: "https://example.org/m" },
        },
      },
      { key: ada },
    );
    const changed = {
      visibility: "PUBLIC",
      notes: null,
      frames: 16,
      seed: 1,
      prompt: "plain",
      score,
      status: "SCORED",
    };
    const model = { parameters: "7B", organization: null, url: "https://example.org/m" };
    expect(updateRun.run).toMatchObject({ ...changed, model });
    expect(await listed(id)).toBe(true);
    expect(await read(id, null)).toMatchObject({ ...changed, model });
    await server.data(UPDATE, { input: { run: id, visibility: "PRIVATE" } }, { key: ada });
    expect([await listed(id), await read(id, null)]).toEqual([false, null]);
  });

  it("keeps the idempotency key: the same submission still returns the same run", async () => {
    const input = { model: { name: "kept" }, notes: "before", idempotencyKey: randomUUID() };
    const { id } = await submit(input);
    await server.data(UPDATE, { input: { run: id, notes: "after" } }, { key: ada });
    expect(await submit(input)).toMatchObject({ id, notes: "after" });
  });

  it("changes a model for the owner of its first public run, and a paper's model for administrators", async () => {
    const mine = await submit({ model: { name: "Shared" } });
    const input = { run: mine.id, model: { organization: "Lab" } };
    const theirs = await submit({ model: { name: "Shared" }, visibility: "PRIVATE" }, bob);
    expect(await codeOf(UPDATE, input, ada)).toBeUndefined();
    const other = { run: theirs.id, model: { organization: "Other" }, notes: "no" };
    expect(await codeOf(UPDATE, other, bob)).toBe("FORBIDDEN");
    expect(await read(theirs.id, bob)).toMatchObject({ notes: null, model: { organization: "Lab" } });
    expect(
      (await server.request(UPDATE, { input: { ...input, model: { organization: "Mended" } } })).errors,
    ).toBeUndefined();
    expect(await read(mine.id, bob)).toMatchObject({ model: { organization: "Mended" } });
    const printed = await submit({ model: { name: "GPT 4o" } });
    expect(await codeOf(UPDATE, { run: printed.id, model: { parameters: "1B" } }, ada)).toBe("FORBIDDEN");
  });

  it.each<[string, object, RegExp]>([
    ["nothing", {}, /nothing to change/],
    ["an empty model", { model: {} }, /nothing to change/],
    ["no visibility", { visibility: null }, /'visibility'/],
    ["no frames", { frames: 0 }, /'frames' must be at least 1/],
    ["long notes", { notes: "x".repeat(10_001) }, /'notes'/],
    ["a NUL", { prompt: "\0" }, /'prompt'/],
    ["another address", { model: { url: "ftp://x" } }, /'model.url'/],
  ])("refuses %s", async (_, changes, message) => {
    const { id } = await submit();
    const { errors } = await server.request(UPDATE, { input: { run: id, ...changes } }, { key: ada });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: "BAD_USER_INPUT" },
    });
  });
});

describe("restoreRun", () => {
  it("brings a scored run back with its score and its place on the leaderboard", async () => {
    const { id, score } = await submit();
    await server.data(WITHDRAW, { input: { run: id, reason: "by mistake" } }, { key: ada });
    expect(await listed(id)).toBe(false);
    const restored = await server.data<{ restoreRun: { run: Read } }>(RESTORE, { input: { run: id } }, { key: ada });
    expect(restored.restoreRun.run).toMatchObject({ id, status: "SCORED", score });
    expect(await listed(id)).toBe(true);
    const again = await server.data<{ restoreRun: { run: Read } }>(RESTORE, { input: { run: id } }, { key: ada });
    expect(again).toEqual(restored);
    const rows = await server.database.query({
      text: "select withdrawn_at, withdraw_reason from runs where id = $1",
      params: [Number(id.slice(4))],
    });
    expect(rows).toEqual([{ withdrawn_at: null, withdraw_reason: null }]);
  });

  it("reopens a run that was withdrawn while it was open, with its predictions", async () => {
    const input = {
      benchmark: "omnidex-demo",
      model: { name: "open" },
      inputs: ["VIDEO"],
      idempotencyKey: randomUUID(),
    };
    const { createRun } = await server.data<{ createRun: { run: { id: string } } }>(
      "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
      { input },
      { key: ada },
    );
    const run = createRun.run.id;
    const APPEND = "mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { added repeated } }";
    const FINALIZE =
      "mutation ($input: FinalizeRunInput!) { finalizeRun(input: $input) { run { status score { n } } } }";
    await server.data(APPEND, { input: { run, predictions } }, { key: ada });
    await server.data(WITHDRAW, { input: { run } }, { key: ada });
    expect(await codeOf(FINALIZE, { run }, ada)).toBe("CONFLICT");
    expect(await server.data(RESTORE, { input: { run } }, { key: ada })).toMatchObject({
      restoreRun: { run: { status: "OPEN", score: null } },
    });
    expect(await server.data(APPEND, { input: { run, predictions } }, { key: ada })).toEqual({
      appendPredictions: { added: 0, repeated: 1 },
    });
    expect(await server.data(FINALIZE, { input: { run } }, { key: ada })).toEqual({
      finalizeRun: { run: { status: "SCORED", score: { n: 480 } } },
    });
  });

  it("brings back a run with a score by the current answer key, because corrections also rescore withdrawn runs", async () => {
    const { id } = await submit({ predictions: [{ question: "video-002/0", response: "A" }] });
    await server.data(WITHDRAW, { input: { run: id } }, { key: ada });
    const { question } = await server.data<{ question: { answer: { label: string } } }>(
      `{ question: node(id: "${await questionId("video-002/0")}") { ... on Question { answer { label } } } }`,
    );
    const answer = question.answer.label === "A" ? "B" : "A";
    await server.data(
      `mutation ($a: String!) { correctAnswers(input: { benchmark: "omnidex-demo", reason: "Wrong.", author: "Me",
        corrections: [{ question: "video-002/0", answer: $a }] }) { rescored } }`,
      { a: answer },
    );
    await server.data(RESTORE, { input: { run: id } }, { key: ada });
    const { run } = await server.data<{ run: object }>(
      "query ($id: ID!) { run(id: $id) { counts { correct } scoring { keyRevision } } }",
      { id },
      { key: ada },
    );
    expect(run).toEqual({ counts: { correct: answer === "A" ? 1 : 0 }, scoring: { keyRevision: 2 } });
  });
});

async function questionId(key: string): Promise<string> {
  const { questions } = await server.data<{ questions: { nodes: { id: string }[] } }>(
    "query ($k: [String!]) { questions(filter: { keys: $k }) { nodes { id } } }",
    { k: [key] },
  );
  return questions.nodes[0]?.id ?? "";
}

describe("a mutation of another owner's run", () => {
  const APPEND = "mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { total } }";
  const FINALIZE = "mutation ($input: FinalizeRunInput!) { finalizeRun(input: $input) { run { id } } }";
  const RESCORE = "mutation ($input: RescoreRunInput!) { rescoreRun(input: $input) { rescored } }";
  const writes = (run: string): [string, object][] => [
    [UPDATE, { run, notes: "mine" }],
    [WITHDRAW, { run }],
    [RESTORE, { run }],
    [APPEND, { run, predictions }],
    [FINALIZE, { run }],
    [RESCORE, { run }],
  ];

  it("is FORBIDDEN if the caller can see the run, NOT_FOUND if not, and UNAUTHENTICATED without a key", async () => {
    const [seen, hidden] = [await submit(), await submit({ visibility: "PRIVATE" })];
    for (const [document, input] of writes(seen.id)) expect(await codeOf(document, input, bob)).toBe("FORBIDDEN");
    for (const [document, input] of writes(hidden.id)) expect(await codeOf(document, input, bob)).toBe("NOT_FOUND");
    for (const [document, input] of writes("run_999999")) expect(await codeOf(document, input, bob)).toBe("NOT_FOUND");
    for (const [document, input] of writes(seen.id))
      expect(await codeOf(document, input, null)).toBe("UNAUTHENTICATED");
    await server.data(WITHDRAW, { input: { run: seen.id } }, { key: ada });
    for (const [document, input] of writes(seen.id)) expect(await codeOf(document, input, bob)).toBe("NOT_FOUND");
    expect(await read(hidden.id, ada)).toMatchObject({ status: "SCORED", notes: null });
  });
});

describe("a repeated submission", () => {
  it("is marked as replayed, whole or in pieces, even if both calls arrive at once", async () => {
    const SUBMIT =
      "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } replayed report { ok } } }";
    const CREATE = "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } replayed } }";
    const run = { benchmark: "omnidex-demo", model: { name: "twice" }, inputs: ["VIDEO"] };
    const whole = { ...run, predictions, idempotencyKey: randomUUID() };
    const send = async (document: string, input: object) =>
      Object.values(
        await server.data<Record<string, { run: { id: string }; replayed: boolean }>>(
          document,
          { input },
          { key: ada },
        ),
      )[0];
    for (const [document, input] of [
      [SUBMIT, whole],
      [CREATE, { ...run, idempotencyKey: randomUUID() }],
    ] as const) {
      const first = await send(document, input);
      expect(first?.replayed).toBe(false);
      expect(await send(document, input)).toMatchObject({ run: first?.run, replayed: true });
      const other = { ...input, idempotencyKey: randomUUID() };
      const both = await Promise.all([send(document, other), send(document, other)]);
      expect(both.map((answer) => answer?.replayed).sort()).toEqual([false, true]);
      expect(both[0]?.run).toEqual(both[1]?.run);
    }
  });
});
