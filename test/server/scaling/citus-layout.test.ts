import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import type { Database } from "../../../src/server/db/database.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

/**
 * Citus itself is not here. What is: PostgreSQL, in which everything but Citus's own functions can be run, and its rules,
 * which can be asked of the tables.
 */
const SCRIPT = readFileSync(resolve(import.meta.dirname, "../../../drizzle/citus/distribute.sql"), "utf8");
const called = (name: string): readonly string[] =>
  [...SCRIPT.matchAll(new RegExp(`${name}\\('(\\w+)'`, "g"))].map((match) => match[1] ?? "");
const REFERENCES = called("create_reference_table");
const DISTRIBUTED = called("create_distributed_table");

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Runs the script with functions of these names that do nothing. */
async function distribute(database: Database): Promise<void> {
  const stubs = `create function create_reference_table(text) returns void language sql as '';
    create function create_distributed_table(text, text) returns void language sql as '';`;
  const script = SCRIPT.replace(/^create extension.*$/m, stubs);
  // One statement at a time; only the block has semicolons within.
  const [before = "", block = "", after = ""] = script.split(/(do \$\$.*?end \$\$;)/s);
  const statements = (text: string): string[] =>
    text
      .replace(/^--.*$/gm, "")
      .split(";")
      .filter((part) => part.trim() !== "");
  const stubbed = before.includes("create function") ? statements(before) : [];
  await database.transaction(async (tx) => {
    for (const text of [...stubbed, block, ...statements(after)]) await tx.query({ text, params: [] });
  });
}

it("every table has its place, and what refers to others comes after them", async () => {
  server = await createTestServer();
  const tables = await server.database.query<{ name: string }>(sql`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition order by 1`);
  expect([...REFERENCES, ...DISTRIBUTED].sort()).toEqual(tables.map(({ name }) => name));
  const references = await server.database.query<{ from: string; to: string }>(sql`
    select distinct conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and conparentid = 0 and conrelid <> confrelid`);
  const order = [...REFERENCES, ...DISTRIBUTED];
  for (const { from, to } of references) {
    expect(order.indexOf(to), `${from} refers to ${to}`).toBeLessThan(order.indexOf(from));
    expect(DISTRIBUTED).not.toContain(to);
  }
});

it("what is distributed has the run in each of its unique keys", async () => {
  server = await createTestServer();
  const keys = await server.database.query<{ columns: string[] }>(sql`
    select array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
    from pg_index where indrelid = 'predictions'::regclass and indisunique`);
  expect(keys.length).toBeGreaterThan(0);
  for (const { columns } of keys) expect(columns).toContain("run_id");
});

it("leaves a server that answers as before, and gives out the next ids", async () => {
  server = await createTestServer();
  const document = `{runs(first:10){nodes{id score{value} predictions(first:1000){totalCount nodes{response outcome question{key}}}}}}`;
  const before = await server.data(document);
  await distribute(server.database);
  expect(await server.data(document)).toEqual(before);
  const [kind] = await server.database.query<{ kind: string; identities: number }>(sql`
    select relkind::text as kind, (select count(*)::int from pg_attribute where attidentity <> '') as identities
    from pg_class where oid = 'predictions'::regclass`);
  expect(kind).toEqual({ kind: "r", identities: 0 });
  const input = {
    benchmark: "omnidex-demo",
    model: { name: "after" },
    inputs: ["VIDEO"],
    idempotencyKey: "after",
    predictions: [{ question: "video-001/1", response: "A" }],
  };
  const { submitRun } = await server.data<{ submitRun: { run: { id: string } } }>(
    "mutation($input:SubmitRunInput!){submitRun(input:$input){run{id}}}",
    { input },
  );
  expect(submitRun.run.id).toMatch(/^run_\d+$/);
});
