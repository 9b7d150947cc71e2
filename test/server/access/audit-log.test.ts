import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restoreBackup } from "../../../src/server/upkeep/restore-backup.ts";
import { writeBackup } from "../../../src/server/upkeep/write-backup.ts";
import { openEmptyDatabase } from "../../support/seeded-database.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { importHidden } from "../hidden/hidden-benchmark.ts";
import { createKey, type MadeKey } from "./key-calls.ts";

interface Entry {
  readonly owner: string | null;
  readonly apiKey: string | null;
  readonly operation: string;
  readonly object: string | null;
  readonly outcome: string;
  readonly skipped: number;
  readonly requestId: string;
}

const LOG = `query ($filter: AuditLogFilter, $first: Int, $after: String) { auditLog(filter: $filter, first: $first, after: $after) {
  totalCount pageInfo { hasNextPage endCursor }
  nodes { owner apiKey operation object outcome skipped requestId } } }`;
const MAINTAINER = "mutation ($input: MaintainerInput!) { addMaintainer(input: $input) { maintainers } }";

let server: TestServer;
let ann: MadeKey;
beforeAll(async () => {
  server = await createTestServer();
  await importHidden(server, { count: 40 });
  ann = await createKey(server, { name: "ann", owner: "ann" });
});
afterAll(() => server.close());

interface Page {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  readonly nodes: readonly Entry[];
}
const page = async (variables: object = {}): Promise<Page> =>
  (await server.data<{ auditLog: Page }>(LOG, variables)).auditLog;
const entries = async (filter: object = {}): Promise<readonly Entry[]> => (await page({ filter, first: 100 })).nodes;

describe("a change", () => {
  it("is recorded with its key, operation and object, but without any secret", async () => {
    const [made, imported] = await entries();
    expect(made).toMatchObject({ operation: "createApiKey", object: ann.apiKey.id, outcome: "DONE", owner: "admin" });
    expect(imported).toMatchObject({ operation: "POST /import", object: "secrets", outcome: "DONE", apiKey: null });
    const run = await server.submit({ predictions: [{ question: "video-001/0", response: "A" }] }, { key: ann.secret });
    await server.data("mutation ($input: UpdateRunInput!) { updateRun(input: $input) { run { id } } }", {
      input: { run: run.id, notes: "changed" },
    });
    await server.data(MAINTAINER, { input: { benchmark: "secrets", owner: "ann" } });
    expect((await entries()).slice(0, 3)).toMatchObject([
      { operation: "addMaintainer", object: "secrets: ann", owner: "admin", apiKey: null },
      { operation: "updateRun", object: run.id, owner: "admin" },
      { operation: "submitRun", object: run.id, owner: "ann", apiKey: ann.apiKey.id },
    ]);
    expect(JSON.stringify(await entries())).not.toContain(ann.secret.slice(4, 20));
  });

  it("is stored together with its entry, or neither is stored", async () => {
    const [before, maintainers] = [await page(), await storedMaintainers()];
    const refuse = sql`alter table audit_log add constraint refused check (operation <> 'addMaintainer') not valid`;
    await server.database.transaction((tx) => tx.query(refuse), "internal");
    const { errors } = await server.request(MAINTAINER, { input: { benchmark: "secrets", owner: "zoe" } });
    expect(errors?.[0]?.extensions.code).toBe("INTERNAL");
    await server.database.transaction((tx) => tx.query(sql`alter table audit_log drop constraint refused`), "internal");
    expect(await storedMaintainers()).toEqual(maintainers);
    for (const call of [
      'addMaintainer(input: { benchmark: "none", owner: "zoe" }) { benchmark }',
      'setSubmissionQuota(input: { benchmark: "none" }) { benchmark }',
      'revokeApiKey(input: { id: "key_999999" }) { apiKey { id } }',
    ]) {
      const failed = await server.request(`mutation { ${call} }`);
      expect(failed.errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    }
    const since = (await entries()).slice(0, (await page()).totalCount - before.totalCount);
    expect(since.map(({ outcome }) => outcome)).not.toContain("DONE");
  });

  it("is recorded, and a read or a dry run is not", async () => {
    const { totalCount } = await page();
    const input = { benchmark: "omnidex-demo", model: { name: "m" }, inputs: ["VIDEO"], predictions: [] };
    await server.data("mutation ($input: SubmitRunInput!) { validateRun(input: $input) { report { ok } } }", { input });
    await entries({ failed: true });
    expect((await page()).totalCount).toBe(totalCount);
  });
});

const storedMaintainers = () => server.database.query(sql`select owner from maintainers order by owner`);

describe("a failed administrative call", () => {
  it("is recorded with its code, in GraphQL and over HTTP, and leaves the version of the data as it is", async () => {
    await entries();
    const version = server.database.versions.current();
    const attempts = [
      () => server.request(MAINTAINER, { input: { benchmark: "secrets", owner: "x" } }, { key: ann.secret }),
      () => server.request('mutation { revokeApiKey(input: { id: "key_1" }) { apiKey { id } } }', {}, { key: null }),
      () => server.app.request("/maintenance/backup", { method: "POST", headers: bearer(ann) }),
      () => server.app.request("/import/omnidex-demo", { method: "POST", headers: bearer(ann) }),
      () => server.app.request("/export/audit.ndjson", { headers: bearer(ann) }),
    ];
    for (const attempt of attempts) await attempt();
    expect((await entries({ failed: true })).slice(0, 5)).toMatchObject([
      { operation: "GET /export/audit.ndjson", outcome: "FORBIDDEN", owner: "ann", apiKey: ann.apiKey.id },
      { operation: "POST /import", object: "omnidex-demo", outcome: "FORBIDDEN", owner: "ann" },
      { operation: "POST /maintenance", outcome: "FORBIDDEN", owner: "ann" },
      { operation: "revokeApiKey", object: "key_1", outcome: "UNAUTHENTICATED", owner: null, apiKey: null },
      { operation: "addMaintainer", object: "secrets: x", outcome: "FORBIDDEN", owner: "ann" },
    ]);
    expect(server.database.versions.current()).toBe(version);
  });

  it("is recorded at most ten times a minute for each owner", async () => {
    const flood = await createKey(server, { name: "flood", owner: "flood" });
    for (let attempt = 0; attempt < 60; attempt++)
      await server.request(MAINTAINER, { input: { benchmark: "secrets", owner: "x" } }, { key: flood.secret });
    const written = await entries({ owners: ["flood"] });
    // If a new minute begins during the test, ten more rows are written.
    expect(written.length).toBeLessThanOrEqual(20);
    expect(written.length).toBeGreaterThanOrEqual(10);
  });
});

const bearer = ({ secret }: MadeKey): Record<string, string> => ({ authorization: `Bearer ${secret}` });

describe("the audit log", () => {
  it.each([
    ["update", sql`update audit_log set owner = 'nobody'`],
    ["delete", sql`delete from audit_log`],
    ["truncate", sql`truncate audit_log`],
  ])("is append-only in the database: the database refuses to %s", async (verb, statement) => {
    const { totalCount } = await page();
    const refused = server.database.transaction((tx) => tx.query(statement), "internal");
    const error = await refused.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(messagesOf(error)).toContain(`audit_log is append-only: ${verb} is refused`);
    expect((await page()).totalCount).toBe(totalCount);
  });

  it.each([
    ["without a key", null, "UNAUTHENTICATED"],
    ["with a key that is not an administrator's", "ann", "FORBIDDEN"],
  ])("cannot be read %s", async (_who, owner, code) => {
    const { errors } = await server.request(LOG, {}, { key: owner === null ? null : ann.secret });
    expect(errors?.[0]?.extensions.code).toBe(code);
  });

  it("can be filtered, and is returned page by page", async () => {
    const all = await entries();
    const first = await page({ first: 2 });
    const second = await page({ first: 2, after: first.pageInfo.endCursor });
    expect(first.pageInfo.hasNextPage).toBe(true);
    expect([...first.nodes, ...second.nodes]).toEqual(all.slice(0, 4));
    expect((await entries({ operations: ["createApiKey"] })).length).toBe(2);
    expect(await entries({ owners: ["nobody"] })).toEqual([]);
    expect(await entries({ since: "2999-01-01" })).toEqual([]);
    const done = (await page({ filter: { failed: false } })).totalCount;
    const failed = (await page({ filter: { failed: true } })).totalCount;
    expect(done + failed).toBe(all.length);
  });

  it("can be exported as NDJSON", async () => {
    const response = await server.app.request("/export/audit.ndjson", {
      headers: { authorization: "Bearer test-admin-key-0123456789" },
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
    const lines = (await response.text()).trimEnd().split("\n");
    const all = await entries();
    expect(lines.map((line) => JSON.parse(line) as Entry)).toMatchObject(all);
  });

  it("is part of a backup, and stays append-only after a restore over other rows", async () => {
    const folder = await mkdtemp(join(tmpdir(), "omnidex-audit-"));
    const other = await openEmptyDatabase();
    try {
      const file = join(folder, "backup");
      await writeBackup(server.database, file, "0.1.0");
      await restoreBackup(other.database, file, false);
      await restoreBackup(other.database, file, true);
      const stored = sql`select id, operation, object, outcome from audit_log order by id`;
      expect(await other.database.query(stored)).toEqual(await server.database.query(stored));
      const remove = sql`delete from audit_log`;
      await expect(other.database.transaction((tx) => tx.query(remove))).rejects.toThrow();
    } finally {
      await other.close();
      await rm(folder, { recursive: true });
    }
  });
});

/** The messages of an error and its causes. */
const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messagesOf(error.cause)}` : "";
