import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { serve } from "../../cli/cli-process.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { ask, questionKeys, READ } from "./asking.ts";
import { Load } from "./load.ts";

/** How many sessions are ended; `npm run test:reliability` ends 1,000. */
const TERMINATIONS = Number(process.env.OMNIDEX_TERMINATIONS ?? "40");

/**
 * Any session of the server: a session of its pool, the one that listens for notifications, or the one that sends them.
 */
const END_ONE = `select pg_terminate_backend(pid) as ended from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1`;

describe.skipIf(!process.env.TEST_DATABASE_URL)("a PostgreSQL that terminates sessions", () => {
  it("stops no server, loses no acknowledged run and stores none twice", async () => {
    const test = await createTestDatabase();
    const server = await serve({ DATABASE_URL: test.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_RESPONSE_CACHE: "off" });
    const administrator = postgres(test.url, { max: 1, fetch_types: false, onnotice: () => {} });
    try {
      const load = new Load(() => server, await questionKeys(server));
      let died = false;
      void server.ended.then(() => {
        died = true;
      });
      for (let ended = 0; ended < TERMINATIONS; ) {
        if (died) throw new Error(`the server ended after ${ended} terminations: ${server.output().slice(-4_000)}`);
        ended += (await administrator.unsafe(END_ONE)).length;
        await load.answers((ended * 3) % 4);
      }
      await load.end();
      // The next statement may still use a connection that has ended.
      await expect.poll(async () => (await ask(server, READ)).code, { timeout: 60_000 }).toBeUndefined();
      await load.expectKept(["UNAVAILABLE"]);
      console.log(`${TERMINATIONS} terminations: ${load}`);
    } finally {
      await administrator.end();
      expect(await server.end()).toBe(0);
      await test.drop();
    }
  }, 900_000);
});
