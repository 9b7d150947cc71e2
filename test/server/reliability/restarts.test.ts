import { expect, it } from "vitest";
import { whyNoPostgres } from "../../../scripts/postgres-process.ts";
import { startTemporaryPostgres } from "../../../scripts/temporary-postgres.ts";
import { serve } from "../../cli/cli-process.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { ask, questionKeys, READ } from "./asking.ts";
import { Load } from "./load.ts";

/** The number of restarts of the database; `npm run test:reliability` does 20. */
const RESTARTS = Number(process.env.OMNIDEX_RESTARTS ?? "3");

/** PostgreSQL's "fast" and "immediate" shutdown, and a crash. */
const SIGNALS = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;

it.skipIf(whyNoPostgres() !== null)(
  "a restart of the database stops no server and loses no acknowledged run",
  async () => {
    // An acknowledged commit must survive a crash of PostgreSQL. fsync stays off, because the machine does not crash.
    const database = await startTemporaryPostgres({ synchronous_commit: "on", full_page_writes: "on" });
    const environment = { DATABASE_URL: database.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_RESPONSE_CACHE: "off" };
    const server = await serve(environment);
    try {
      const load = new Load(() => server, await questionKeys(server));
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        await load.answers(20 + ((restart * 17) % 40));
        const signal = SIGNALS[restart % SIGNALS.length] ?? "SIGINT";
        await database.end(signal);
        await load.answers((restart * 7) % 12);
        await database.start();
        await expect.poll(async () => (await ask(server, READ)).code, { timeout: 30_000 }).toBeUndefined();
      }
      await load.end();
      await load.expectKept(["UNAVAILABLE"]);
      console.log(`${RESTARTS} restarts of the database: ${load}`);
    } finally {
      expect(await server.end()).toBe(0);
      await database.stop();
    }
  },
  600_000,
);
