import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appServices } from "../../../src/server/app-services.ts";
import { inSnapshot } from "../../../src/server/benchmarks/benchmark-locks.ts";
import type { Database, Queryable } from "../../../src/server/db/database.ts";
import { knownMigrations, runMigrations } from "../../../src/server/db/migrations.ts";
import { createApp } from "../../../src/server/http/app.ts";
import { openAsItIs } from "../../../src/server/main.ts";
import { ChoiceFilling } from "../../../src/server/runs/choice-vector.ts";
import { runServices } from "../../../src/server/runs/submission/run-services.ts";
import {
  FIRST_PAGE,
  fetchRows,
  fetchStoredTables,
  insertRows,
  type StoredTable,
  setSequence,
  setTextFormats,
} from "../../../src/server/upkeep/backup-tables.ts";
import { checkDatabase } from "../../../src/server/upkeep/check-database.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseTsv } from "../../fixtures/worldsense-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { isDeep } from "../../support/cases.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { createTestDatabase, patientConfig } from "../../support/test-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { type VariedDatabase, variedDatabase } from "./varied-database.ts";

/** On a Citus cluster, a new database already has all tables, so these tests are skipped. */
const isCluster = process.env.TEST_CITUS_NODES !== undefined;

/** Tables with data that older versions did not record. Migrations cannot compute this data. */
const NOT_RECORDED_BEFORE = new Set(["audit_log"]);

/**
 * The rows of a table. Those of `releases` lack the last column, a secret that each database generates for itself.
 */
const withoutSecrets = (table: string, lines: readonly string[] | undefined): readonly string[] | undefined =>
  table === "releases" ? lines?.map((line) => JSON.stringify(JSON.parse(line).slice(0, -1))) : lines;

let varied: VariedDatabase;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (isCluster) return;
  varied = await variedDatabase();
  const { database } = varied.server;
  await importFiles(database, "worldsense", [worldSenseTsv(worldSenseFixture().slice(0, 40))]);
  await importFiles(database, "omnivideobench", [omniVideoBenchJson(omniVideoBenchFixture().slice(0, 20))]);
  // The options that were chosen are computed from the predictions. The next scoring overwrites the predictions, so the
  // options of earlier scorings can no longer be computed.
  await database.transaction((tx) =>
    tx.query(sql`update scores set choices = null
      where exists (select from scores later where later.run_id = scores.run_id and later.revision > scores.revision)`),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
  await varied?.close();
});

/** All rows of a table, each a JSON array of texts in the order of its columns. */
async function rowsOf(tx: Queryable, table: StoredTable): Promise<readonly string[]> {
  const lines: string[] = [];
  for (let place = FIRST_PAGE; ; ) {
    const page = await fetchRows(tx, table, place);
    if (page.lines.length === 0) return lines;
    lines.push(...page.lines);
    place = page.next;
  }
}

interface OlderCopy {
  readonly older: Database;
  /** All rows of the source at the time of the copy, by table. The judge's worker may change the source later. */
  readonly expected: ReadonlyMap<string, readonly string[]>;
}

/** An empty database that has had the first `count` migrations. */
async function openOlder(count: number): Promise<Database> {
  const test = await createTestDatabase();
  const opened = await openAsItIs(
    test.url === "memory:" ? { engine: "pglite", folder: null } : { engine: "postgresql", url: test.url },
  );
  closing.push(async () => {
    await opened.close();
    await test.drop();
  });
  await opened.database.transaction((tx) => runMigrations(tx, knownMigrations().slice(0, count)));
  return opened.database;
}

/**
 * A database with the first `count` migrations, and all rows of another database without the columns that
 * later migrations add.
 */
async function olderCopy(source: Database, count: number): Promise<OlderCopy> {
  const older = await openOlder(count);
  const expected = await inSnapshot(source, async (from) => {
    await setTextFormats(from);
    const sources = new Map((await fetchStoredTables(from)).map((table) => [table.name, table]));
    await older.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      for (const table of await fetchStoredTables(tx)) {
        const names = new Set(sources.get(table.name)?.columns.map(({ name }) => name));
        const shared = { name: table.name, columns: table.columns.filter(({ name }) => names.has(name)) };
        await insertRows(tx, shared, await rowsOf(from, shared));
      }
    });
    return rowsByTable(from);
  });
  return { older, expected };
}

async function rowsByTable(tx: Queryable): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = new Map<string, readonly string[]>();
  for (const table of await fetchStoredTables(tx)) rows.set(table.name, await rowsOf(tx, table));
  return rows;
}

const allRows = (database: Database): Promise<ReadonlyMap<string, readonly string[]>> =>
  inSnapshot(database, async (tx) => {
    await setTextFormats(tx);
    return rowsByTable(tx);
  });

/** The background work of a server after its start. */
async function fillAllChoices(database: Database): Promise<void> {
  const services = runServices(database);
  const filling = new ChoiceFilling(services, (_, error) => {
    throw error;
  });
  filling.start();
  await filling.done;
  await services.pool.close();
}

async function findings(database: Database): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const finding of checkDatabase(database)) found.push(JSON.stringify(finding));
  return found;
}

describe.skipIf(isCluster)("a database of an older version, with rows", () => {
  it("contains rows for which the migrations compute values", async () => {
    const [row] = await rowsAs<Record<string, number>>(
      varied.server.database,
      sql`select (select count(*) from questions where duration_label is not null)::int as labels,
        (select count(*) from questions where step_count > 0)::int as steps,
        (select count(*) from runs where partial)::int as partial,
        (select count(*) from runs where confirmations is not null)::int as confirmations,
        (select count(*) from models where parameter_count is not null)::int as parameters`,
    );
    for (const [what, count] of Object.entries(row ?? {})) expect([what, count > 0]).toEqual([what, true]);
  });

  // Versions with fewer than three migrations had no open-ended questions and no judge, so their databases cannot have
  // had all of these rows.
  it.each(isDeep ? [3, 4, 5, 6, 7, 8, 9, 10] : [3, 6, 10])(
    "after %i migrations gets the same rows as this version from the remaining migrations",
    async (count) => {
      const { older, expected } = await olderCopy(varied.server.database, count);
      await older.migrate();
      await fillAllChoices(older);
      const migrated = await allRows(older);
      expect([...migrated.keys()]).toEqual([...expected.keys()]);
      for (const [table, lines] of expected)
        expect([table, withoutSecrets(table, migrated.get(table))]).toEqual([
          table,
          NOT_RECORDED_BEFORE.has(table) ? [] : withoutSecrets(table, lines),
        ]);
      expect(await findings(older)).toEqual([]);
    },
  );

  it("gives each owner of private runs a private model, and gives the public model to the first public run's owner", async () => {
    const older = await openOlder(10);
    await older.query(sql`insert into benchmarks (slug, title) values ('b', 'B')`);
    await older.query(sql`insert into releases (benchmark_id, version, content_hash, source_format, source_files,
      question_count, video_count, is_current, oddities) values (1, 1, 'x', 'f', '{}', 0, 0, true, '[]')`);
    await older.query(sql`insert into models (slug, name, url) values ('paper', 'Paper', 'p'), ('public', 'Public', 'u'),
      ('private', 'Private', 'v'), ('unused', 'Unused', null)`);
    await older.query(sql`insert into published_results (benchmark_id, model_id, model_name, inputs, native_dimension, metric, value, source)
      values (1, 1, 'Paper', '{VIDEO}', 'overall', 'accuracy', 0.5, 's')`);
    const insert = (model: number, owner: string, visibility: string, key: string) =>
      older.query(sql`insert into runs (benchmark_id, release_id, model_id, inputs, visibility, status, owner, idempotency_key, input_hash)
        values (1, 1, ${model}::int, '{VIDEO}', ${visibility}::text, 'SCORED', ${owner}::text, ${key}::text, 'h')`);
    await insert(1, "ada", "PUBLIC", "1");
    await insert(2, "ada", "PRIVATE", "2");
    await insert(2, "bob", "PUBLIC", "3");
    await insert(3, "ada", "PRIVATE", "4");
    await insert(3, "bob", "PRIVATE", "5");
    await insert(3, "bob", "PRIVATE", "6");
    await older.migrate();
    expect(
      await rowsAs(
        older,
        sql`select m.slug, m.url, m.owner, m.claimed_by as claimed,
          (select string_agg(r.idempotency_key, ' ' order by r.id) from runs r where r.model_id = m.id) as runs
          from models m where m.slug in ('paper', 'public', 'private', 'unused') order by m.id`,
      ),
    ).toEqual([
      { slug: "paper", url: "p", owner: null, claimed: null, runs: "1" },
      { slug: "public", url: "u", owner: null, claimed: "bob", runs: "2 3" },
      { slug: "private", url: "v", owner: "ada", claimed: null, runs: "4" },
      { slug: "unused", url: null, owner: null, claimed: null, runs: null },
      { slug: "private", url: null, owner: "bob", claimed: null, runs: "5 6" },
    ]);
  });
});

/**
 * The rows that the server of an earlier commit stored, and the data that it returned for a document. Left out are the
 * demo and most figures of papers, which are loaded again at a start.
 */
interface OlderServer {
  readonly document: string;
  readonly answers: unknown;
  readonly tables: Readonly<
    Record<string, { readonly columns: readonly string[]; readonly rows: readonly unknown[][] }>
  >;
}

const olderServer = (commit: string): OlderServer =>
  JSON.parse(gunzipSync(readFileSync(new URL(`../../fixtures/older/${commit}.json.gz`, import.meta.url))).toString());

/** Stores the rows as they were stored then. Sequences continue after them. */
const storeRows = (database: Database, tables: OlderServer["tables"]): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    const stored = new Map((await fetchStoredTables(tx)).map((table) => [table.name, table]));
    for (const [name, { columns, rows }] of Object.entries(tables)) {
      const names = sql.join(
        columns.map((column) => sql.identifier(column)),
        sql`, `,
      );
      const objects = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
      await tx.query(sql`insert into ${sql.identifier(name)} (${names}) overriding system value
        select ${names} from jsonb_populate_recordset(null::${sql.identifier(name)}, ${JSON.stringify(objects)}::text::jsonb)`);
      for (const column of stored.get(name)?.columns ?? [])
        if (column.sequence !== null) await setSequence(tx, name, column.name, null);
    }
  });

/** The rows of a table as they are now, in the columns that it had then. */
async function rowsNow(
  database: Database,
  name: string,
  { columns }: OlderServer["tables"][string],
): Promise<unknown[][]> {
  const rows = await rowsAs<{ row: string }>(
    database,
    sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
  );
  return rows.map(({ row }) => {
    const values = JSON.parse(row);
    return columns.map((column) => values[column]);
  });
}

const sorted = (rows: readonly unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).sort();

describe.skipIf(isCluster).each([
  ["60f65ad", 5],
  ["8ca83958", 21],
])("a database that the server of commit %s filled", (commit, migrations) => {
  it("has all its rows and gives the same answers after the upgrade, and takes new runs", async () => {
    const { document, answers, tables } = olderServer(commit);
    const database = await openOlder(migrations);
    await storeRows(database, tables);
    await database.migrate();
    await fillAllChoices(database);
    for (const [name, table] of Object.entries(tables))
      expect([name, sorted(await rowsNow(database, name, table))]).toEqual([name, sorted(table.rows)]);
    expect(await findings(database)).toEqual([]);

    const config = patientConfig({ DATABASE_URL: "memory:", OMNIDEX_ADMIN_KEY: ADMIN_KEY });
    const services = await appServices(config, database, (_, error) => {
      throw error;
    });
    closing.push(() => services.graphql.stop());
    const app = createApp(services);
    const ask = async (query: string, variables = {}) => {
      const headers = { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` };
      const body = JSON.stringify({ query, variables });
      return (await app.request("/graphql", { method: "POST", headers, body })).json();
    };
    expect(await ask(document)).toEqual({ data: answers });
    const predictions = [{ question: "c0", response: "B" }];
    const input = { benchmark: "lamps", model: { name: "New" }, inputs: ["VIDEO"], idempotencyKey: "new", predictions };
    expect(
      await ask("mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { counts { correct } } } }", {
        input,
      }),
    ).toEqual({ data: { submitRun: { run: { counts: { correct: 1 } } } } });
  });
});
