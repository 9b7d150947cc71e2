import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS } from "../hidden/hidden-benchmark.ts";

let server: TestServer;
let secrets: HiddenBenchmark;
const keys = new Map<string, string>();
beforeAll(async () => {
  server = await createTestServer();
  secrets = await importHidden(server, { count: 200 });
  for (const owner of ["host", "ann", "ann-2", "ann-3", "bob"]) keys.set(owner, await keyOf(server, owner));
  await server.data(`mutation { addMaintainer(input: { benchmark: "secrets", owner: "host" }) { benchmark } }`);
});
afterAll(() => server.close());

const keyFor = (owner: string): string => keys.get(owner) ?? "";
const quota = (perDay: number) =>
  server.data(`mutation { setSubmissionQuota(input: { benchmark: "secrets", perDay: ${perDay} }) { perDay } }`);
const submit = (owner: string, right = 100, model = "m") =>
  server.request<{ submitRun: { run: { id: string } } }>(
    `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }`,
    {
      input: {
        benchmark: "secrets",
        model: { name: model },
        inputs: ["VIDEO"],
        visibility: "PUBLIC",
        predictions: answering(
          secrets.keys,
          secrets.labels.map((label, index) =>
            index < right ? label : (LABELS.find((other) => other !== label) ?? "A"),
          ),
        ),
        idempotencyKey: randomUUID(),
      },
    },
    { key: keyFor(owner) },
  );
const merge = (owners: readonly string[], key = keyFor("host")) =>
  server.request<{ mergeOwners: { mergedOwners: string[][] } }>(
    `mutation ($input: MergeOwnersInput!) { mergeOwners(input: $input) { mergedOwners } }`,
    { input: { benchmark: "secrets", owners } },
    { key },
  );
const separate = async (owner: string): Promise<string[][]> =>
  (
    await server.data<{ separateOwner: { mergedOwners: string[][] } }>(
      `mutation ($input: SeparateOwnerInput!) { separateOwner(input: $input) { mergedOwners } }`,
      { input: { benchmark: "secrets", owner } },
      { key: keyFor("host") },
    )
  ).separateOwner.mergedOwners;
const usedBy = async (owner: string): Promise<number | undefined> =>
  (
    await server.data<{ viewer: { submissionQuotas: { usedToday: number }[] } }>(
      `{ viewer { submissionQuotas { usedToday } } }`,
      {},
      { key: keyFor(owner) },
    )
  ).viewer.submissionQuotas[0]?.usedToday;
const listed = async (): Promise<readonly string[]> =>
  (
    await server.data<{ leaderboard: { nodes: { run: { id: string } }[] } }>(
      `{ leaderboard(benchmark: "secrets", first: 100) { nodes { ... on RankedRun { run { id } } } } }`,
      {},
      { key: null },
    )
  ).leaderboard.nodes.map(({ run }) => run.id);

describe("merged owners", () => {
  it("share one quota, with what each has used, until they are separated", async () => {
    await quota(3);
    for (const owner of ["ann", "ann", "ann-2"]) expect((await submit(owner)).errors).toBeUndefined();
    expect([await usedBy("ann"), await usedBy("ann-2")]).toEqual([2, 1]);
    expect((await merge(["ann-2", "ann"])).data.mergeOwners.mergedOwners).toEqual([["ann", "ann-2"]]);
    expect([await usedBy("ann"), await usedBy("ann-2")]).toEqual([3, 3]);
    for (const owner of ["ann", "ann-2"])
      expect((await submit(owner)).errors?.[0]?.extensions.code).toBe("QUOTA_EXCEEDED");
    expect((await submit("bob")).errors).toBeUndefined();
    expect(await separate("ann-2")).toEqual([]);
    expect([await usedBy("ann"), await usedBy("ann-2")]).toEqual([2, 1]);
    expect((await submit("ann-2")).errors).toBeUndefined();
  });

  it("share one Ladder: a run below the person's best is left out until the owners are separated", async () => {
    await quota(100);
    const best = (await submit("ann", 180, "best")).data.submitRun.run.id;
    const worse = (await submit("ann-2", 150, "worse")).data.submitRun.run.id;
    expect(await listed()).toEqual(expect.arrayContaining([best, worse]));
    await merge(["ann", "ann-2"]);
    expect(await listed()).toContain(best);
    expect(await listed()).not.toContain(worse);
    await separate("ann");
    expect(await listed()).toContain(worse);
  });

  it("include the owners they were merged with before; merging them again has no effect", async () => {
    await merge(["ann-2", "ann-3"]);
    expect((await merge(["ann-3", "ann"])).data.mergeOwners.mergedOwners).toEqual([["ann", "ann-2", "ann-3"]]);
    expect((await merge(["ann", "ann-3"])).data.mergeOwners.mergedOwners).toEqual([["ann", "ann-2", "ann-3"]]);
    expect(await separate("ann")).toEqual([["ann-2", "ann-3"]]);
    expect(await separate("bob")).toEqual([["ann-2", "ann-3"]]);
    expect(await separate("ann-3")).toEqual([]);
  });

  it("never exceed their quota, even with parallel submissions during the merge", async () => {
    await merge(["ann", "ann-2", "ann-3"]);
    const used = (await usedBy("ann")) ?? 0;
    await quota(used + 5);
    const owners = Array.from({ length: 30 }, (_, index) => ["ann", "ann-2", "ann-3"][index % 3] ?? "");
    const results = await Promise.all(owners.map((owner) => submit(owner)));
    expect(results.filter(({ errors }) => errors === undefined)).toHaveLength(5);
    await Promise.all(["ann", "ann-2", "ann-3"].map(separate));
    const before = (await Promise.all(["ann", "ann-2", "ann-3"].map(usedBy))).reduce<number>(
      (sum, n) => sum + (n ?? 0),
      0,
    );
    await quota(before + 4);
    const [, ...racing] = await Promise.all([
      merge(["ann", "ann-2", "ann-3"]),
      ...owners.slice(0, 12).map((owner) => submit(owner)),
    ]);
    const accepted = racing.filter(({ errors }) => errors === undefined).length;
    expect(await usedBy("ann")).toBe(before + accepted);
    const after = await Promise.all(owners.slice(0, 9).map((owner) => submit(owner)));
    const more = after.filter(({ errors }) => errors === undefined).length;
    expect(more).toBe(Math.max(0, 4 - accepted));
  });

  it("can be listed and merged by maintainers only, and are recorded in the audit log", async () => {
    const list = (key: string | null) => server.request(`{ mergedOwners(benchmark: "secrets") }`, {}, { key });
    expect((await list(keyFor("host"))).data).toEqual({ mergedOwners: [["ann", "ann-2", "ann-3"]] });
    for (const [key, code] of [
      [null, "UNAUTHENTICATED"],
      [keyFor("ann"), "FORBIDDEN"],
    ] as const) {
      expect((await list(key)).errors?.[0]?.extensions.code).toBe(code);
      if (key !== null) expect((await merge(["ann", "bob"], key)).errors?.[0]?.extensions.code).toBe(code);
    }
    const [misspelt] = (await server.request(`{ mergedOwners(benchmark: "secret") }`)).errors ?? [];
    expect(misspelt?.extensions).toMatchObject({ code: "NOT_FOUND", details: { nearest: ["secrets"] } });
    expect((await merge(["ann", " ann"])).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    const { auditLog } = await server.data<{ auditLog: { nodes: { operation: string; object: string }[] } }>(
      `{ auditLog(first: 100) { nodes { operation object } } }`,
    );
    expect(auditLog.nodes).toContainEqual({ operation: "mergeOwners", object: "secrets: ann, ann-2, ann-3" });
    expect(auditLog.nodes).toContainEqual({ operation: "separateOwner", object: "secrets: ann-2" });
  });
});
