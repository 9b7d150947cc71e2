import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type ServerProcess, serve } from "../../cli/cli-process.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";
import { questionKeys } from "./asking.ts";
import { Load } from "./load.ts";

/** How often the server is killed; `npm run test:reliability` does it 100 times over each database. */
const KILLS = Number(process.env.OMNIDEX_KILLS ?? "3");

interface Place {
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** A database that outlives the server: a data folder, or a database of a PostgreSQL. */
async function newPlace(): Promise<Place> {
  const test = await createTestDatabase();
  const common = { OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_RESPONSE_CACHE: "off" };
  if (test.url !== "memory:") return { environment: { ...common, DATABASE_URL: test.url }, remove: test.drop };
  const folder = await mkdtemp(join(tmpdir(), "omnidex-killed-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return { environment: { ...common, OMNIDEX_DATA_DIR: folder }, remove };
}

it("a killed server loses no acknowledged run and stores none twice", async () => {
  const place = await newPlace();
  let server: ServerProcess = await serve(place.environment);
  try {
    const load = new Load(() => server, await questionKeys(server), { readers: 1 });
    for (let kill = 0; kill < KILLS; kill += 1) {
      // The server is killed in the middle of the work that follows the first one or two runs.
      const before = load.acknowledged.size;
      await expect.poll(() => load.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before);
      await load.answers((kill * 5) % 9);
      server.signal("SIGKILL");
      await server.ended;
      server = await serve(place.environment);
    }
    await load.end();
    await load.expectKept(["UNAVAILABLE", "no answer"]);
    console.log(`${KILLS} kills of the server: ${load}`);
  } finally {
    await server.end();
    await place.remove();
  }
}, 1_800_000);
