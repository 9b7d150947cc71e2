import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Omnidex, OmnidexConflictError } from "../../../src/sdk/index.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { importHidden } from "../hidden/hidden-benchmark.ts";
import { CREATE, createKey, type MadeKey, ROTATE, refusalOf } from "./key-calls.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importHidden(server, { access: "visible", count: 20 });
});
afterAll(() => server.close());

const keyCount = async (): Promise<number> =>
  (await server.data<{ apiKeys: { totalCount: number } }>("{ apiKeys { totalCount } }")).apiKeys.totalCount;

const REUSED = "was already used for a call of";

describe("createApiKey with an idempotency key", () => {
  it("makes one key; a repeated call fails and names that key, because the secret is returned only once", async () => {
    const input = { name: "once", owner: "ann", idempotencyKey: "create once" };
    const { apiKey } = await createKey(server, input);
    const before = await keyCount();
    for (const same of [input, { ...input, scopes: null }]) {
      const { message, extensions } = await refusalOf(server, CREATE, { input: same });
      expect(extensions).toMatchObject({
        code: "CONFLICT",
        details: { reason: "SECRET_RETURNED_BEFORE", apiKey: apiKey.id },
      });
      expect(message).toContain(`made the key '${apiKey.id}'`);
    }
    expect(await keyCount()).toBe(before);
  });

  it("fails with CONFLICT if the input differs, and makes nothing", async () => {
    await createKey(server, { name: "first", idempotencyKey: "create other" });
    const before = await keyCount();
    const { message, extensions } = await refusalOf(server, CREATE, {
      input: { name: "second", idempotencyKey: "create other" },
    });
    expect(extensions.code).toBe("CONFLICT");
    expect(message).toContain(`'create other' ${REUSED} createApiKey with a different input`);
    expect(extensions.details).toBeUndefined();
    expect(await keyCount()).toBe(before);
  });

  it("makes one key if several equal calls arrive at once", async () => {
    const before = await keyCount();
    const input = { name: "parallel", idempotencyKey: "create parallel" };
    const answers = await Promise.all(Array.from({ length: 6 }, () => server.request(CREATE, { input })));
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect(await keyCount()).toBe(before + 1);
  });

  it("keeps the idempotency key separate for each owner and mutation, and frees it if the call fails", async () => {
    const idempotencyKey = "shared";
    const other = await createKey(server, { name: "other admin", owner: "boss", admin: true });
    const made = await createKey(server, { name: "of admin", idempotencyKey });
    const create = { input: { name: "of boss", idempotencyKey } };
    expect((await server.request(CREATE, create, { key: other.secret })).errors).toBeUndefined();
    expect((await server.request(ROTATE, { input: { id: made.apiKey.id, idempotencyKey } })).errors).toBeUndefined();
    const missing = { input: { id: "key_999999", idempotencyKey: "failed" } };
    expect((await refusalOf(server, ROTATE, missing)).extensions.code).toBe("NOT_FOUND");
    expect((await refusalOf(server, ROTATE, missing)).extensions.code).toBe("NOT_FOUND");
  });
});

describe("rotateApiKey with an idempotency key", () => {
  it("rotates once; a repeated call names the new key", async () => {
    const { secret, apiKey } = await createKey(server, { name: "turned" });
    const input = { overlapHours: 5, idempotencyKey: "rotate once" };
    const { rotateApiKey } = await server.data<{ rotateApiKey: MadeKey }>(ROTATE, { input }, { key: secret });
    // `id` is by default the id of the key that authenticates the request, so both inputs mean the same call.
    for (const same of [input, { ...input, id: apiKey.id }]) {
      const { extensions } = await refusalOf(server, ROTATE, { input: same }, secret);
      expect(extensions).toMatchObject({ code: "CONFLICT", details: { apiKey: rotateApiKey.apiKey.id } });
    }
    const { message } = await refusalOf(server, ROTATE, { input: { ...input, overlapHours: 6 } }, secret);
    expect(message).toContain(REUSED);
  });
});

describe("correctAnswers with an idempotency key", () => {
  const CORRECT = `mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) {
    keyRevision { revision reason } release { version } rescored changed judging replayed } }`;
  interface Corrected {
    readonly keyRevision: { readonly revision: number };
    readonly replayed: boolean;
  }
  const correct = async (input: object): Promise<Corrected> =>
    (await server.data<{ correctAnswers: Corrected }>(CORRECT, { input })).correctAnswers;
  const corrections = async (): Promise<readonly object[]> => {
    const { questions } = await server.data<{ questions: { nodes: { key: string; answer: { label: string } }[] } }>(
      '{ questions(first: 1, filter: { benchmarks: ["secrets"] }) { nodes { key answer { label } } } }',
    );
    return questions.nodes.map(({ key, answer }) => ({ question: key, answer: answer.label === "A" ? "B" : "A" }));
  };
  const about = { benchmark: "secrets", reason: "The erratum.", author: "The authors" };
  const revisions = async (): Promise<number> => {
    const { benchmark } = await server.data<{ benchmark: { releases: { keyRevisions: object[] }[] } }>(
      '{ benchmark(slug: "secrets") { releases { keyRevisions { revision } } } }',
    );
    return benchmark.releases.flatMap(({ keyRevisions }) => keyRevisions).length;
  };

  it("makes one revision; a repeated call returns the first answer", async () => {
    await server.submit({ benchmark: "secrets", predictions: [{ question: "q0001", response: "A" }] });
    const input = { ...about, corrections: await corrections(), idempotencyKey: "correct once" };
    const first = await correct(input);
    expect(first).toMatchObject({ replayed: false, rescored: 1, keyRevision: { revision: 2 } });
    expect(await correct(input)).toEqual({ ...first, replayed: true });
    expect(await revisions()).toBe(2);
    const { extensions, message } = await refusalOf(server, CORRECT, { input: { ...input, reason: "Another." } });
    expect(extensions.code).toBe("CONFLICT");
    expect(message).toContain(`${REUSED} correctAnswers`);
    expect(await revisions()).toBe(2);
  });

  it("makes one revision if several equal calls arrive at once", async () => {
    const before = await revisions();
    const input = { ...about, corrections: await corrections(), idempotencyKey: "correct parallel" };
    const made = await Promise.all(Array.from({ length: 4 }, () => correct(input)));
    expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(made.map(({ keyRevision }) => keyRevision.revision)).size).toBe(1);
    expect(await revisions()).toBe(before + 1);
  });

  it("refuses a repeated call from a caller who may not correct answers", async () => {
    const input = { ...about, corrections: await corrections(), idempotencyKey: "correct as admin" };
    await correct(input);
    const { secret } = await createKey(server, { name: "nobody" });
    expect((await refusalOf(server, CORRECT, { input }, secret)).extensions.code).toBe("FORBIDDEN");
  });
});

describe("the SDK", () => {
  /** A client whose first response is lost after the server has answered. */
  function unluckyClient(): Omnidex {
    let calls = 0;
    return new Omnidex({
      url: "http://omnidex.test",
      apiKey: ADMIN_KEY,
      fetch: async (input, init) => {
        const response = await server.app.request(new Request(input, init));
        calls += 1;
        if (calls === 1) throw new TypeError("fetch failed");
        return response;
      },
    });
  }

  it("repeats a call if its response was lost: one key is made, and the error names it", async () => {
    const before = await keyCount();
    const error = await unluckyClient()
      .createApiKey({ name: "lost", scopes: ["READ"] })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OmnidexConflictError);
    expect(error).toMatchObject({ details: { reason: "SECRET_RETURNED_BEFORE" } });
    expect(await keyCount()).toBe(before + 1);
    const [newest] = await new Omnidex({
      url: "http://omnidex.test",
      apiKey: ADMIN_KEY,
      fetch: async (input, init) => server.app.request(new Request(input, init)),
    })
      .apiKeys()
      .take(1)
      .toArray();
    expect(error).toMatchObject({ details: { apiKey: newest?.id } });
    expect(newest).toMatchObject({ name: "lost", scopes: ["READ"] });
  });

  it("repeats a correction if its response was lost, and returns the first response", async () => {
    const { questions } = await server.data<{ questions: { nodes: { answer: { label: string } }[] } }>(
      '{ questions(first: 1, filter: { benchmarks: ["secrets"], keys: ["q0005"] }) { nodes { answer { label } } } }',
    );
    const answer = questions.nodes[0]?.answer.label === "A" ? "B" : "A";
    const input = { benchmark: "secrets", reason: "r", author: "a" };
    const corrected = await unluckyClient().correctAnswers({
      ...input,
      corrections: [{ question: "q0005", answer }],
    });
    expect(corrected).toMatchObject({ replayed: true, keyRevision: { author: "a" } });
  });
});
