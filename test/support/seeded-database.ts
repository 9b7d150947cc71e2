import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { inject } from "vitest";
import { type OpenedDatabase, openDatabase } from "../../src/server/main.ts";
import { seedDatabase } from "../../src/server/services/seed-database.ts";
import { runServices } from "../../src/server/services/submission/run-services.ts";
import { checkedRows } from "./checked-rows.ts";
import { citusNodes, freezeDatabase } from "./citus-databases.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A file with PGlite's data, or the address of a PostgreSQL database: migrated and seeded, to be copied. */
    seededDatabase: string;
  }
}

interface SeededDatabase {
  readonly name: string;
  drop(): Promise<void>;
}

const IMAGE = "image.tar";

/**
 * Makes the database that `openSeededDatabase` copies. Without it, nearly every test file would wait seconds for a
 * server's first start.
 */
export async function makeSeededDatabase(folder: string): Promise<SeededDatabase> {
  const test = await createTestDatabase();
  const isPglite = test.url === "memory:";
  try {
    const opened = await openDatabase(
      isPglite ? { engine: "pglite", folder } : { engine: "postgresql", url: test.url },
    );
    await seedDatabase(runServices(opened.database));
    await opened.close();
    if (citusNodes().length > 0) await freezeDatabase(citusNodes(), new URL(test.url).pathname.slice(1));
    return { name: isPglite ? await writeImage(folder) : test.url, drop: test.drop };
  } catch (error) {
    await test.drop();
    throw error;
  }
}

async function writeImage(folder: string): Promise<string> {
  const client = await PGlite.create(join(folder, "postgres"));
  const file = join(folder, IMAGE);
  await writeFile(file, Buffer.from(await (await client.dumpDataDir("none")).arrayBuffer()));
  await client.close();
  return file;
}

/** Creates a data folder with the same data. Does nothing if the database is in PostgreSQL. */
export async function seedDataFolder(folder: string): Promise<void> {
  const seeded = inject("seededDatabase");
  if (seeded.endsWith(IMAGE))
    await cp(join(dirname(seeded), "postgres"), join(folder, "postgres"), { recursive: true });
}

/** Opens a database for one test, with empty tables. */
export async function openEmptyDatabase(): Promise<OpenedDatabase> {
  const test = await createTestDatabase();
  const opened = await openDatabase(
    test.url === "memory:" ? { engine: "pglite", folder: null } : { engine: "postgresql", url: test.url },
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
      ? { engine: "pglite", folder: null, image: new Blob([await readFile(seeded)]) }
      : { engine: "postgresql", url: test.url },
  );
  const close = async (): Promise<void> => {
    await opened.close();
    await test.drop();
  };
  return { ...opened, database: checkedRows(opened.database), close };
}
