import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { gainOfBits } from "../../../src/scoring/metrics/count-bits.ts";
import { mostBits } from "../../../src/scoring/metrics/ladder.ts";
import { Omnidex, OmnidexQuotaExceededError } from "../../../src/sdk/index.ts";
import { type RunningServer, startServer } from "../../../src/server/main.ts";
import { createTestDatabase, patientConfig } from "../../support/test-database.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf } from "./hidden-benchmark.ts";

const SUBMIT = `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } replayed } }`;

describe("a submission quota", () => {
  let server: TestServer;
  let hidden: HiddenBenchmark;
  beforeAll(async () => {
    server = await createTestServer();
    hidden = await importHidden(server, { count: 20 });
  });
  afterAll(() => server.close());

  const input = (idempotencyKey: string = randomUUID()) => ({
    benchmark: hidden.slug,
    model: { name: "m" },
    inputs: ["VIDEO"],
    predictions: answering(hidden.keys, hidden.labels),
    idempotencyKey,
  });
  const submit = (key: string, own = input()) =>
    server.request<{ submitRun: { replayed: boolean; run: object | null } }>(SUBMIT, { input: own }, { key });
  const quotas = async (key: string) =>
    (
      await server.data<{ viewer: { submissionQuotas: object[] } }>(
        "{ viewer { submissionQuotas { benchmark perDay inAll usedToday usedInAll remaining } } }",
        {},
        { key },
      )
    ).viewer.submissionQuotas;

  it("is a tenth of the questions on the public board in all, within 20 and 100", async () => {
    for (const [slug, count, share] of [
      ["quota-whole", 600, 1],
      ["quota-halves", 600, 0.5],
      ["quota-large", 1200, 1],
    ] as const)
      await importHidden(server, { slug, count, share });
    const found = (await quotas(await keyOf(server, "reader"))) as { benchmark: string; inAll: number }[];
    expect(found.map(({ benchmark, inAll }) => [benchmark, inAll])).toEqual([
      ["quota-halves", 30],
      ["quota-large", 100],
      ["quota-whole", 60],
      ["secrets", 20],
    ]);
    for (const { benchmark } of found.filter((quota) => quota.benchmark !== "secrets"))
      await server.data("mutation ($b: String!) { setSubmissionQuota(input: { benchmark: $b }) { benchmark } }", {
        b: benchmark,
      });
  });

  it("admits no more than its 5 runs from 100 parallel submissions by three keys of one owner, and shows what is left", async () => {
    const keys = [await keyOf(server, "crowd"), await keyOf(server, "crowd"), await keyOf(server, "crowd")];
    const all = await Promise.all(Array.from({ length: 100 }, (_, index) => submit(keys[index % 3] ?? "")));
    expect(all.filter(({ errors }) => errors === undefined)).toHaveLength(5);
    const refused = all.flatMap(({ errors }) => errors ?? []);
    expect(new Set(refused.map(({ extensions }) => extensions.code))).toEqual(new Set(["QUOTA_EXCEEDED"]));
    expect(refused[0]?.message).toMatch(/^The quota of 'secrets' is 5 scored runs per day for each owner/);
    expect(refused[0]?.extensions.details).toMatchObject({ benchmark: "secrets", limit: 5, window: "DAY" });
    const left = { benchmark: "secrets", perDay: 5, inAll: 20, usedToday: 5, usedInAll: 5, remaining: 0 };
    expect(await quotas(keys[1] ?? "")).toEqual([left]);
    expect(await quotas(await keyOf(server, "newcomer"))).toEqual([
      { ...left, usedToday: 0, usedInAll: 0, remaining: 5 },
    ]);
  });

  it("is returned in a header of the responses to submissions, and to no other requests", async () => {
    const key = await keyOf(server, "header-reader");
    const send = (query: string, variables: object) =>
      server.app.request("/graphql", {
        method: "POST",
        body: JSON.stringify({ query, variables }),
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      });
    const submitted = await send("mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }", {
      input: input(),
    });
    expect(submitted.headers.get("submission-quota")).toMatch(/^"secrets";r=4;t=\d+$/);
    const read = await send("{ viewer { owner } }", {});
    expect(read.headers.get("submission-quota")).toBeNull();
  });

  it("is not restored by a withdrawal, and counts only calls that store a score", async () => {
    const key = await keyOf(server, "careful");
    const own = input();
    const sent = await server.data<{ submitRun: { run: { id: string } } }>(SUBMIT, { input: own }, { key });
    await server.data(
      `mutation { withdrawRun(input: { run: "${sent.submitRun.run.id}" }) { run { id } } }`,
      {},
      { key },
    );
    // A replay, a refused submission, a dry run and an open run do not count.
    expect((await submit(key, own)).data.submitRun.replayed).toBe(true);
    const unknown = { ...input(), predictions: [{ question: "?", response: "A" }] };
    expect((await submit(key, unknown)).data.submitRun.run).toBeNull();
    await server.data(
      `mutation ($input: SubmitRunInput!) { validateRun(input: $input) { __typename } }`,
      { input: input() },
      { key },
    );
    const open = await server.openRun(input(), { key });
    expect(await quotas(key)).toMatchObject([{ usedToday: 1, remaining: 4 }]);
    const finalize = `mutation { finalizeRun(input: { run: "${open}" }) { run { id } } }`;
    await server.data(finalize, {}, { key });
    await server.data(finalize, {}, { key });
    expect(await quotas(key)).toMatchObject([{ usedToday: 2, remaining: 3 }]);
  });

  it("of all owners together admits no more runs than it says, and shows what is left", async () => {
    const shared = await importHidden(server, { slug: "shared", count: 60 });
    const set = await server.request(
      `mutation ($input: SetSubmissionQuotaInput!) { setSubmissionQuota(input: $input) { perDay inAll together } }`,
      { input: { benchmark: "shared", inAll: 3, together: 4 } },
    );
    expect(set.data).toEqual({ setSubmissionQuota: { perDay: null, inAll: 3, together: 4 } });
    const owners = await Promise.all(["one", "two", "three"].map((owner) => keyOf(server, owner)));
    const one = () => ({ ...input(), benchmark: "shared", predictions: answering(shared.keys, shared.labels) });
    const all = await Promise.all(Array.from({ length: 30 }, (_, index) => submit(owners[index % 3] ?? "", one())));
    expect(all.filter(({ errors }) => errors === undefined)).toHaveLength(4);
    const late = await keyOf(server, "late");
    expect((await submit(late, one())).errors?.[0]).toMatchObject({
      message:
        "The quota of 'shared' is 4 scored runs of all owners together, and they have used it up. Nothing was stored.",
      extensions: { details: { benchmark: "shared", limit: 4, window: "TOGETHER", resetSeconds: null } },
    });
    const { viewer, disclosure } = await server.data<{
      viewer: { submissionQuotas: { benchmark: string }[] };
      disclosure: object;
    }>(
      `{ viewer { submissionQuotas { benchmark inAll together usedInAll usedTogether remaining } } disclosure(benchmark: "shared") { mostPoints } }`,
    );
    expect(viewer.submissionQuotas.find(({ benchmark }) => benchmark === "shared")).toEqual({
      benchmark: "shared",
      inAll: 3,
      together: 4,
      usedInAll: 0,
      usedTogether: 4,
      remaining: 0,
    });
    await server.data(`mutation { setSubmissionQuota(input: { benchmark: "shared", together: null }) { benchmark } }`);
    expect(disclosure).toEqual({ mostPoints: expect.closeTo(100 * gainOfBits(4 * mostBits(60), 60, 0.25), 6) });
  });

  it("of all owners together is not lifted by a call that does not name it", async () => {
    const set = async (limits: object) =>
      (
        await server.data<{ setSubmissionQuota: object }>(
          `mutation ($input: SetSubmissionQuotaInput!) { setSubmissionQuota(input: $input) { perDay together } }`,
          { input: { benchmark: "shared", ...limits } },
        )
      ).setSubmissionQuota;
    expect(await set({ together: 9 })).toEqual({ perDay: null, together: 9 });
    expect(await set({ perDay: 2 })).toEqual({ perDay: 2, together: 9 });
    expect(await set({ together: null })).toEqual({ perDay: null, together: null });
  });

  it("does not make runs of one new model wait for each other, however they are sent", async () => {
    const owners = await Promise.all(["a", "b", "c", "d"].map((owner) => keyOf(server, `mixed ${owner}`)));
    const run = (model: string) => ({ ...input(), benchmark: "shared", model: { name: model }, visibility: "PUBLIC" });
    const predictions = (await importHidden(server, { slug: "mixed", count: 60 })).keys.map((question) => ({
      question,
      response: "A",
    }));
    await server.data(
      `mutation ($input: SetSubmissionQuotaInput!) { setSubmissionQuota(input: $input) { benchmark } }`,
      { input: { benchmark: "mixed", together: 1_000 } },
    );
    for (let round = 0; round < 8; round++) {
      const own = () => ({ ...run(`model ${round}`), benchmark: "mixed", predictions });
      const open = await Promise.all(owners.slice(0, 2).map((key) => server.openRun(own(), { key })));
      const all = await Promise.all([
        ...open.map((id, index) =>
          server.request(
            `mutation { finalizeRun(input: { run: "${id}" }) { run { id } } }`,
            {},
            {
              key: owners[index] ?? "",
            },
          ),
        ),
        ...owners.slice(2).map((key) => submit(key, own())),
      ]);
      expect(all.flatMap(({ errors }) => errors ?? [])).toEqual([]);
    }
    await server.data(`mutation { setSubmissionQuota(input: { benchmark: "mixed", together: null }) { benchmark } }`);
  });

  it("cannot be set by submitters; administrators can set a total, or no limit", async () => {
    const key = await keyOf(server, "limited");
    const set = (perDay: number | null, inAll: number | null, by?: string) =>
      server.request(
        `mutation ($input: SetSubmissionQuotaInput!) { setSubmissionQuota(input: $input) { perDay inAll } }`,
        { input: { benchmark: "secrets", perDay, inAll } },
        by === undefined ? {} : { key: by },
      );
    expect((await set(9, null, key)).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect((await set(-1, null)).errors?.[0]).toMatchObject({
      message: expect.stringContaining("'perDay' must be 0 or more"),
      extensions: { code: "BAD_USER_INPUT" },
    });
    expect((await set(null, 1)).data).toEqual({ setSubmissionQuota: { perDay: null, inAll: 1 } });
    expect((await submit(key)).errors).toBeUndefined();
    const [error] = (await submit(key)).errors ?? [];
    expect(error?.message).toMatch(/is 1 scored runs in all for each owner/);
    await set(null, null);
    expect((await submit(key)).errors).toBeUndefined();
    expect(await quotas(key)).toEqual([]);
  });

  it("per day has an error that says when it is renewed; the error of a quota of 0 says that submissions are off", async () => {
    const key = await keyOf(server, "daily");
    const set = (perDay: number | null, inAll: number | null) =>
      server.data(
        `mutation ($input: SetSubmissionQuotaInput!) { setSubmissionQuota(input: $input) { perDay inAll } }`,
        {
          input: { benchmark: "secrets", perDay, inAll },
        },
      );
    expect(await set(2, null)).toEqual({ setSubmissionQuota: { perDay: 2, inAll: null } });
    expect((await submit(key)).errors).toBeUndefined();
    expect((await submit(key)).errors).toBeUndefined();
    const [met] = (await submit(key)).errors ?? [];
    expect(met?.message).toBe(
      "The quota of 'secrets' is 2 scored runs per day for each owner, and you have used it up. Nothing was stored. It is renewed at 00:00 UTC.",
    );
    expect(met?.extensions).toMatchObject({
      code: "QUOTA_EXCEEDED",
      details: { benchmark: "secrets", limit: 2, window: "DAY", resetSeconds: expect.any(Number) },
    });
    for (const [perDay, inAll, window, words] of [
      [0, null, "DAY", "per day"],
      [null, 0, "ALL", "in all"],
    ] as const) {
      await set(perDay, inAll);
      expect((await submit(await keyOf(server, `off ${window}`))).errors?.[0]).toMatchObject({
        message: `'secrets' takes no submissions: its quota is 0 scored runs ${words}. Nothing was stored.`,
        extensions: { code: "QUOTA_EXCEEDED", details: { limit: 0, window, resetSeconds: null } },
      });
    }
    await set(null, null);
  });

  it("does not apply to a maintainer, even with a key that lacks the scope MAINTAIN", async () => {
    const owned = await importHidden(server, { slug: "own-book", count: 20, seed: 5 });
    await server.data(`mutation { addMaintainer(input: { benchmark: "own-book", owner: "host" }) { benchmark } }`);
    for (const key of [await keyOf(server, "host"), await keyOf(server, "host", ["SUBMIT"])]) {
      expect(await quotas(key)).not.toContainEqual(expect.objectContaining({ benchmark: "own-book" }));
      for (let run = 0; run < 6; run++)
        expect((await submit(key, { ...input(), benchmark: owned.slug })).errors).toBeUndefined();
    }
    expect(await quotas(await keyOf(server, "guest"))).toContainEqual(
      expect.objectContaining({ benchmark: "own-book", remaining: 5 }),
    );
  });

  it("belongs to the run's own release, even if a visible release has become current meanwhile", async () => {
    const owned = await importHidden(server, { slug: "changing", count: 20, seed: 3 });
    const key = await keyOf(server, "patient");
    const runs: string[] = [];
    for (let run = 0; run < 6; run++) runs.push(await server.openRun({ ...input(), benchmark: owned.slug }, { key }));
    await importHidden(server, { slug: "changing", count: 24, seed: 4, access: "visible", replace: true });
    const codes: (string | undefined)[] = [];
    for (const run of runs) {
      const { errors } = await server.request(
        `mutation { finalizeRun(input: { run: "${run}" }) { run { id } } }`,
        {},
        { key },
      );
      codes.push(errors?.[0]?.extensions.code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, undefined, undefined, "QUOTA_EXCEEDED"]);
  });

  it("applies by default to hidden benchmarks only", async () => {
    const visible = await importHidden(server, { slug: "open-book", count: 20, access: "visible" });
    const key = await keyOf(server, "many");
    for (let run = 0; run < 7; run++) {
      const own = { ...input(), benchmark: visible.slug };
      expect((await submit(key, own)).errors).toBeUndefined();
    }
  });
});

/** Submits 100 runs of one prediction at once, distributed over the clients. */
const submitAtOnce = (clients: readonly Omnidex[], question: string) =>
  Promise.allSettled(
    Array.from({ length: 100 }, async (_, index) =>
      clients[index % clients.length]?.submitRun({
        benchmark: "omnidex-demo",
        model: { name: "m" },
        inputs: ["VIDEO"],
        seed: index,
        predictions: [{ question, response: "A" }],
      }),
    ),
  );

describe.each([
  ["one owner", ["crowd"]],
  ["three merged owners with two keys each", ["ann", "ann", "ann-2", "ann-2", "ann-3", "ann-3"]],
])("the quota of %s", (_, owners) => {
  it("admits no more than its 5 runs from 100 parallel submissions to three servers of one database", {
    timeout: 120_000,
  }, async (context) => {
    const { url, drop } = await createTestDatabase(inject("seededDatabase"));
    if (url === "memory:") return context.skip("PGlite is in one process");
    const settings = { DATABASE_URL: url, OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_LIMITS: "off", PORT: "0" };
    const servers: RunningServer[] = [];
    try {
      for (let index = 0; index < 3; index++) servers.push(await startServer(patientConfig(settings), () => {}));
      const [first] = servers;
      const admin = new Omnidex({ url: first?.url ?? "", apiKey: ADMIN_KEY });
      await admin.setSubmissionQuota({ benchmark: "omnidex-demo", perDay: 5 });
      const secrets = await Promise.all(
        owners.map(async (owner, index) => (await admin.createApiKey({ name: `key ${index}`, owner })).secret),
      );
      const merged = [...new Set(owners)];
      if (merged.length > 1) await admin.mergeOwners({ benchmark: "omnidex-demo", owners: merged });
      const [question] = await admin
        .questions({ filter: { benchmarks: ["omnidex-demo"] } })
        .take(1)
        .toArray();
      // Every key submits through every server.
      const clients = secrets.flatMap((apiKey) =>
        servers.map((server) => new Omnidex({ url: server.url, apiKey, logLevel: "error" })),
      );
      const all = await submitAtOnce(clients, question?.key ?? "");
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
      const reasons = all.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
      expect(reasons.every((reason) => reason instanceof OmnidexQuotaExceededError)).toBe(true);
      for (const client of clients)
        expect((await client.viewer())?.submissionQuotas).toMatchObject([{ usedToday: 5, remaining: 0 }]);
    } finally {
      for (const server of servers) await server.close();
      await drop();
    }
  });
});
