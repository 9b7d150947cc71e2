import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/database.ts";
import { knownMigrations, runMigrations } from "../../../src/server/db/migrations.ts";
import { openAsItIs } from "../../../src/server/main.ts";
import { BACKUP_TABLES } from "../../../src/server/upkeep/backup-tables.ts";
import { checkDatabase } from "../../../src/server/upkeep/check-database.ts";
import { restoreBackup } from "../../../src/server/upkeep/restore-backup.ts";
import { writeBackup } from "../../../src/server/upkeep/write-backup.ts";
import { countRows, rowsAs } from "../../support/count-rows.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { submit } from "../judging/judged-runs.ts";
import { type VariedDatabase, variedDatabase } from "./varied-database.ts";

/** A backup with one more migration, as a newer version would write it. */
function ofNewerVersion(bytes: Buffer): Buffer {
  const lines = gunzipSync(bytes).toString("utf8").trimEnd().split("\n");
  const header = JSON.parse(lines[0] ?? "");
  header.omnidex = "9.9.9";
  header.migrations.push({ when: 9_999_999_999_999, hash: "x" });
  const body = `${[JSON.stringify(header), ...lines.slice(1, -1)].join("\n")}\n`;
  const end = { ...JSON.parse(lines.at(-1) ?? ""), sha256: createHash("sha256").update(body).digest("hex") };
  return gzipSync(`${body}${JSON.stringify(end)}\n`);
}

/** On Citus, no snapshot covers all nodes, and a new database is already distributed, so it has tables. */
const isCluster = process.env.TEST_CITUS_NODES !== undefined;

let varied: VariedDatabase;
let folder: string;
let file: string;
let untouched: Database | undefined;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  varied = await variedDatabase();
  folder = await mkdtemp(join(tmpdir(), "omnidex-backup-test-"));
  file = join(folder, "backup.gz");
  await writeBackup(varied.server.database, file, "0.1.0");
});
afterAll(async () => {
  for (const close of closing) await close();
  await varied.close();
  await rm(folder, { recursive: true, force: true });
});

/** An empty database without tables, in the engine of this test run or in PGlite. */
async function empty(engine: "same" | "pglite" = "same"): Promise<Database> {
  const test = engine === "same" ? await createTestDatabase() : { url: "memory:", drop: async () => {} };
  const opened = await openAsItIs(
    test.url === "memory:" ? { engine: "pglite", folder: null } : { engine: "postgresql", url: test.url },
  );
  closing.push(async () => {
    await opened.close();
    await test.drop();
  });
  return opened.database;
}

/** Everything in a backup except its first and its last line, which contain the time of the backup. */
const contentOf = async (path: string): Promise<readonly string[]> =>
  gunzipSync(await readFile(path))
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .slice(1, -1);

async function findings(database: Database): Promise<number> {
  const all = checkDatabase(database);
  for (;;) {
    const next = await all.next();
    if (next.done) return next.value.findings;
  }
}

const written = async (name: string, bytes: Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};

describe("a backup", () => {
  it("has all tables of the database, each after the tables that it refers to", async () => {
    const tables = await rowsAs<{ name: string }>(
      varied.server.database,
      sql`
      select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = 'public'::regnamespace`,
    );
    expect([...BACKUP_TABLES].sort()).toEqual(tables.map(({ name }) => name).sort());
    const references = await rowsAs<{ from: string; to: string }>(
      varied.server.database,
      sql`
      select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
      where contype = 'f' and conrelid <> confrelid and conparentid = 0 and connamespace = 'public'::regnamespace`,
    );
    expect(references.length).toBeGreaterThan(10);
    for (const { from, to } of references) expect(BACKUP_TABLES.indexOf(to)).toBeLessThan(BACKUP_TABLES.indexOf(from));
  });

  it.each(["same", "pglite"] as const)("is restored without any difference (into %s)", async (engine) => {
    const database = await empty(engine);
    const report = await restoreBackup(database, file, false);
    expect(report).toMatchObject({ tables: BACKUP_TABLES.length, migrated: 0 });
    const again = join(folder, `again-${engine}.gz`);
    await writeBackup(database, again, "0.1.0");
    expect(await contentOf(again)).toEqual(await contentOf(file));
    expect(await findings(database)).toBe(0);
    const [next] = await rowsAs<{ id: number }>(
      database,
      sql`
      insert into models (slug, name) values ('next', 'Next') returning id`,
    );
    const [last] = await rowsAs<{ id: number }>(
      varied.server.database,
      sql`select max(id) filter (where id < 1048576) as id from models`,
    );
    expect(next?.id).toBeGreaterThan(last?.id ?? Number.POSITIVE_INFINITY);
    // Random ids start at 1,048,576. The sequence must not continue after them, because it would soon be exhausted.
    expect(next?.id).toBeLessThan(1_048_576);
  });

  it.skipIf(isCluster)("is one snapshot, even if runs are submitted meanwhile", async () => {
    const during = join(folder, "during.gz");
    const writing = writeBackup(varied.server.database, during, "0.1.0");
    const submissions = Array.from({ length: 12 }, (_, index) =>
      submit(varied.server, { c0: "B", c1: `A ${index}` }, { judge: false }),
    );
    await Promise.all([writing, ...submissions]);
    const database = await empty();
    await restoreBackup(database, during, false);
    expect(await findings(database)).toBe(0);
  });

  it("is not restored over existing rows, except on request", async () => {
    const database = await empty();
    await restoreBackup(database, file, false);
    await database.query(sql`update benchmarks set title = 'Changed'`);
    await expect(restoreBackup(database, file, false)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await database.query(sql`select 1 from benchmarks where title = 'Changed' limit 1`)).toHaveLength(1);
    await restoreBackup(database, file, true);
    expect(await database.query(sql`select 1 from benchmarks where title = 'Changed' limit 1`)).toEqual([]);
  });

  it.runIf(process.env.TEST_DATABASE_URL)("is not restored into a database that a server uses", async () => {
    await expect(restoreBackup(varied.server.database, file, true)).rejects.toThrow(/A server is connected/);
  });

  it.skipIf(isCluster)("is migrated if it comes from an older version", async () => {
    const old = await empty();
    // The migrations before the one that computes the hash of a release's rows.
    const first = knownMigrations().slice(0, 8);
    await old.transaction(async (tx) => {
      await runMigrations(tx, first);
      await tx.query(sql`insert into benchmarks (slug, title) values ('old', 'Old')`);
      await tx.query(sql`insert into releases (benchmark_id, version, content_hash, source_format, source_files,
        question_count, video_count, is_current, oddities) values (1, 1, 'x', 'f', '{"a,b","c\\"d"}', 0, 0, true, '[]')`);
      await tx.query(sql`insert into key_revisions (release_id, revision, reason) values (1, 1, 'r')`);
    });
    const path = join(folder, "old.gz");
    await writeBackup(old, path, "0.0.9");
    const database = await empty();
    await database.migrate();
    expect(await restoreBackup(database, path, false)).toMatchObject({
      migrated: knownMigrations().length - first.length,
      rows: 3,
    });
    expect(await findings(database)).toBe(0);
    expect(await database.query(sql`select source_files as files from releases`)).toEqual([{ files: ["a,b", 'c"d'] }]);
    // No migration is left.
    await database.migrate();
  });
});

describe.skipIf(isCluster)("restoring or writing a backup", () => {
  const refused: readonly (readonly [string, RegExp, (bytes: Buffer) => Buffer])[] = [
    ["truncated", /not a complete backup/, (bytes) => bytes.subarray(0, bytes.length - 100)],
    ["truncated in the middle", /not a complete backup/, (bytes) => bytes.subarray(0, bytes.length / 2)],
    [
      "altered",
      /not a complete backup/,
      (bytes) => Buffer.from(bytes.map((byte, at) => (at === 20_000 ? byte ^ 1 : byte))),
    ],
    [
      "altered and packed again",
      /checksum/,
      (bytes) => gzipSync(gunzipSync(bytes).toString("utf8").replace("Lamps", "Lumps")),
    ],
    [
      "without its end",
      /its last line is missing/,
      (bytes) => gzipSync(`${gunzipSync(bytes).toString("utf8").trimEnd().split("\n").slice(0, -1).join("\n")}\n`),
    ],
    ["something else", /not a complete backup/, () => Buffer.from("not a backup at all")],
    ["empty", /not a complete backup/, () => Buffer.alloc(0)],
    [
      "of a newer layout",
      /layout 2/,
      (bytes) => gzipSync(gunzipSync(bytes).toString("utf8").replace('"version":1', '"version":2')),
    ],
  ];

  it.each(refused)("is refused before anything is written if the file is %s", async (name, message, alter) => {
    const path = await written(`${name}.gz`, alter(await readFile(file)));
    // One database serves all cases, because none of them writes.
    untouched ??= await empty();
    const database = untouched;
    await expect(restoreBackup(database, path, true)).rejects.toThrow(message);
    expect(await database.query(sql`select 1 from pg_class where relname = 'runs'`)).toEqual([]);
  });

  it("is refused if a newer version of Omnidex made the file", async () => {
    const path = await written("newer.gz", ofNewerVersion(await readFile(file)));
    const database = await empty();
    await database.migrate();
    await expect(restoreBackup(database, path, true)).rejects.toThrow(/newer version of Omnidex \(9\.9\.9\)/);
    expect(await countRows(database, "benchmarks")).toBe(0);
  });

  it("is refused if a newer version has migrated the database", async () => {
    const newer = await empty();
    await newer.migrate();
    await newer.query(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`);
    const refusal = { code: "CONFLICT", message: expect.stringContaining("a newer version of Omnidex") };
    await expect(writeBackup(newer, join(folder, "newest.gz"), "0.1.0")).rejects.toMatchObject(refusal);
    await expect(restoreBackup(newer, file, true)).rejects.toMatchObject(refusal);
  });

  it("leaves no partial file behind if it fails", async () => {
    const none = await empty();
    await expect(writeBackup(none, join(folder, "none.gz"), "0.1.0")).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await readdir(folder)).filter((name) => name.includes("none") || name.endsWith(".draft"))).toEqual([]);
  });
});
