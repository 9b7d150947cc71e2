import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrationsFolder } from "../../../src/server/config/project-root.ts";
import { openAsItIs, openDatabase, type RunningServer, startServer } from "../../../src/server/main.ts";
import { distributeDatabase } from "../../../src/server/upkeep/distribute-database.ts";
import { citusNodes, copyDatabase, dropDatabase } from "../../support/citus-databases.ts";
import { rowsAs } from "../../support/count-rows.ts";
import { patientConfig } from "../../support/test-database.ts";
import { Interruption, interruptedAfter } from "./interrupted-database.ts";

const PAGE = `{runs(first:10){nodes{id score{value} predictionCount
  predictions(first:1000){totalCount nodes{response outcome score question{key}}}}}}`;

/** Starts a server over the database, and returns its answer. */
async function ask(url: string, query: string): Promise<unknown> {
  const server: RunningServer = await startServer(patientConfig({ DATABASE_URL: url, PORT: "0" }));
  try {
    const options = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    };
    const answer = await (await fetch(`${server.url}/graphql`, options)).json();
    expect(answer.errors).toBeUndefined();
    return answer;
  } finally {
    await server.close();
  }
}

describe.skipIf(citusNodes().length === 0)("a filled database", () => {
  const name = "omnidex_test_distribute";
  const url = new URL(process.env.TEST_DATABASE_URL || "postgres://nowhere");
  url.pathname = `/${name}`;
  const location = { engine: "postgresql", url: url.href } as const;
  let before: unknown;

  beforeAll(async () => {
    await copyDatabase(citusNodes(), name, process.env.TEST_CITUS_PLAIN ?? "");
    before = await ask(url.href, PAGE);
  });
  afterAll(() => dropDatabase(citusNodes(), name));

  it("is not distributed while a server has it open", async () => {
    const server = await startServer(patientConfig({ DATABASE_URL: url.href, PORT: "0" }));
    const opened = await openAsItIs(location);
    await expect(distributeDatabase(opened.database, { shards: 4, report: () => {} })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "1 servers have this database open. Stop them first. Nothing has been changed.",
    });
    await server.close();
    await opened.close();
  });

  it("can be distributed after interruptions at any statement, and returns the same answers as before", async () => {
    const lines: string[] = [];
    let refused = 0;
    let attempts = 0;
    for (let statements = 1; ; statements++) {
      attempts += 1;
      const opened = await openAsItIs(location);
      const database = interruptedAfter(opened.database, statements);
      try {
        await distributeDatabase(database, { shards: 4, report: (line) => lines.push(line) });
        break;
      } catch (error) {
        expect(error).toBeInstanceOf(Interruption);
        const reopened = await openDatabase(location).catch((reason: { readonly code: string }) => reason.code);
        if (reopened === "CONFLICT") refused += 1;
        else if (typeof reopened !== "string") await reopened.close();
      } finally {
        await opened.close();
      }
    }
    expect(attempts).toBeGreaterThan(10);
    expect(refused).toBeGreaterThan(5);
    expect(lines).toContainEqual(
      expect.stringMatching(/^Verified: \d{4} predictions before and after, with equal content\.$/),
    );
    expect(await ask(url.href, PAGE)).toEqual(before);
  });

  it("has its predictions on both workers, and a second call changes nothing", async () => {
    const lines: string[] = [];
    const opened = await openAsItIs(location);
    await distributeDatabase(opened.database, { shards: 4, report: (line) => lines.push(line) });
    expect(lines.at(-1)).toBe("The predictions are distributed already; the tables are up to date.");
    const nodes = await rowsAs<{ node: string }>(
      opened.database,
      sql`
      select nodeport::text as node from citus_shards where table_name = 'predictions'::regclass group by 1 order by 1`,
    );
    expect(nodes.map(({ node }) => node)).toEqual(
      citusNodes()
        .slice(1)
        .map((node) => new URL(node).port),
    );
    await opened.close();
  });

  it("accepts the migrations of later versions: columns, indexes and tables", async () => {
    const folder = await mkdtemp(join(tmpdir(), "omnidex-migrations-"));
    await cp(migrationsFolder(), folder, { recursive: true });
    const journal = JSON.parse(await readFile(join(folder, "meta/_journal.json"), "utf8"));
    const entry = {
      idx: journal.entries.length,
      version: "7",
      when: Date.parse("2999-01-01T00:00:00Z"),
      tag: "later",
      breakpoints: true,
    };
    await writeFile(
      join(folder, "meta/_journal.json"),
      JSON.stringify({ ...journal, entries: [...journal.entries, entry] }),
    );
    await writeFile(join(folder, "later.sql"), LATER.join("\n--> statement-breakpoint\n"));
    const client = new Client({ connectionString: url.href });
    client.on("error", () => {});
    await client.connect();
    await migrate(drizzle({ client }), { migrationsFolder: folder });
    const { rows } = await client.query("select distinct later from predictions");
    expect(rows).toEqual([{ later: 7 }]);
    // A server does not open a database with a migration that it does not know, so the record of this one is deleted.
    await client.query("delete from drizzle.__drizzle_migrations where created_at = $1", [entry.when]);
    await client.end();
    await rm(folder, { recursive: true });
    expect(await ask(url.href, PAGE)).toEqual(before);
  });
});

/** The kinds of statements in migrations so far, and an update of every prediction. */
const LATER = [
  `alter table "predictions" add column "later" integer default 0 not null;`,
  `alter table "runs" add column "later" boolean default false not null;`,
  `update "predictions" set "later" = 7;`,
  `create index "predictions_later" on "predictions" using btree ("later");`,
  // Citus updates a table of the coordinator from a subquery over shards only if the subquery is materialized.
  `with "p" as materialized (select "run_id", count(*) as "n" from "predictions" group by "run_id")
    update "runs" set "later" = true from "p" where "p"."run_id" = "runs"."id" and "p"."n" > 1;`,
  `create table "later" ("id" integer primary key generated always as identity, "run_id" integer not null references "runs"("id"));`,
];
