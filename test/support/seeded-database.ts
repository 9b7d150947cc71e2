import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { inject } from "vitest";
import { fingerprintOf } from "../../scripts/fingerprint.mjs";
import { type OpenedDatabase, openDatabase } from "../../src/server/main.ts";
import { runServices } from "../../src/server/runs/submission/run-services.ts";
import { seedDatabase } from "../../src/server/upkeep/seed-database.ts";
import { checkedRows } from "./checked-rows.ts";
import { citusNodes, freezeDatabase } from "./citus-databases.ts";
import { createTestDatabase, patient, type TestDatabase } from "./test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** `memory:`, or the address of a PostgreSQL database to be copied: migrated and seeded. */
    seededDatabase: string;
    /** A folder with a seeded data folder of PGlite, and an image of it. */
    seededFolder: string;
  }
}

interface SeededDatabase {
  readonly name: string;
  drop(): Promise<void>;
}

const DATA = "data";
const IMAGE = "image.tar";

/**
 * Makes the PostgreSQL database that `openSeededDatabase` copies. Without it, nearly every test file would wait seconds
 * for a server's first start. On PGlite, copies are made of the image in the seeded folder.
 */
export async function makeSeededDatabase(): Promise<SeededDatabase> {
  const test = await createTestDatabase();
  if (test.url === "memory:") return { name: test.url, drop: test.drop };
  try {
    const opened = await openDatabase(patient({ engine: "postgresql", url: test.url }));
    await seedDatabase(runServices(opened.database));
    await opened.close();
    if (citusNodes().length > 0) await freezeDatabase(citusNodes(), new URL(test.url).pathname.slice(1));
    return { name: test.url, drop: test.drop };
  } catch (error) {
    await test.drop();
    throw error;
  }
}

/** What a seeded data folder depends on. The dashboard is left out, as in the program's bundle. */
const SOURCES = ["domain", "importers", "prompts", "scoring", "server"].map((name) => `src/${name}`);
const KEPT = "node_modules/.cache/omnidex-tests";
const DAY_MS = 86_400_000;

/**
 * The folder with the data folder that `seedDataFolder` copies, and the image that `openSeededDatabase` copies on PGlite.
 * It is kept for later runs over the same sources.
 */
export async function keptSeededFolder(): Promise<string> {
  const own = "test/support/seeded-database.ts";
  const kept = resolve(KEPT, await fingerprintOf([...SOURCES, "drizzle", "data", own]));
  if (existsSync(kept)) return kept;
  console.log("The data folder that tests copy is made once for these sources, which may take a minute.");
  await mkdir(KEPT, { recursive: true });
  await removeOld();
  const made = await mkdtemp(join(KEPT, "making-"));
  await makeSeededFolder(made);
  // Another run may have made it in the meantime.
  await rename(made, kept).catch(() => rm(made, { recursive: true, force: true }));
  return kept;
}

/** Removes what is older than a day. A younger folder may belong to a run that is under way. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const path = join(KEPT, name);
    const { mtime } = await stat(path);
    if (mtime < new Date(Date.now() - DAY_MS)) await rm(path, { recursive: true, force: true });
  }
}

async function makeSeededFolder(folder: string): Promise<void> {
  const opened = await openDatabase({ engine: "pglite", folder: join(folder, DATA) });
  await seedDatabase(runServices(opened.database));
  await opened.close();
  const client = await PGlite.create(join(folder, DATA, "postgres"));
  await writeFile(join(folder, IMAGE), Buffer.from(await (await client.dumpDataDir("none")).arrayBuffer()));
  await client.close();
}

/** Creates a data folder of PGlite with the data of a server's first start. */
export const seedDataFolder = (folder: string): Promise<void> =>
  cp(join(inject("seededFolder"), DATA, "postgres"), join(folder, "postgres"), { recursive: true });

/** A database in the state after a server's first start, for servers that run one after the other or at the same time. */
export interface SeededPlace {
  /** The settings that name it. */
  readonly environment: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

/** Creates a database that outlives a server: PostgreSQL, or else PGlite in a folder. */
export async function seededPlace(): Promise<SeededPlace> {
  const { url, drop } = await createTestDatabase(inject("seededDatabase"));
  if (url !== "memory:") return { environment: { DATABASE_URL: url }, drop };
  const folder = await mkdtemp(join(tmpdir(), "omnidex-served-"));
  await seedDataFolder(folder);
  return { environment: { OMNIDEX_DATA_DIR: folder }, drop: () => rm(folder, { recursive: true, force: true }) };
}

/** Opens a database for one test, with empty tables. */
export async function openEmptyDatabase(): Promise<OpenedDatabase> {
  const test = await createTestDatabase();
  const opened = await openDatabase(
    test.url === "memory:" ? { engine: "pglite", folder: null } : patient({ engine: "postgresql", url: test.url }),
  );
  const close = async (): Promise<void> => {
    await opened.close();
    await test.drop();
  };
  return { ...opened, close };
}

/**
 * Opens a database for one test, in the state after a server's first start. A row that does not have its declared type
 * fails the test.
 */
export async function openSeededDatabase(): Promise<OpenedDatabase> {
  const seeded = inject("seededDatabase");
  const test: TestDatabase = await createTestDatabase(seeded);
  const opened = await openDatabase(
    test.url === "memory:"
      ? { engine: "pglite", folder: null, image: new Blob([await readFile(join(inject("seededFolder"), IMAGE))]) }
      : patient({ engine: "postgresql", url: test.url }),
  );
  const close = async (): Promise<void> => {
    await opened.close();
    await test.drop();
  };
  return { ...opened, database: checkedRows(opened.database), close };
}
