import { readConfig } from "../../server/config/config.ts";
import { openAsItIs, openDatabase } from "../../server/main.ts";
import { distributeDatabase } from "../../server/upkeep/distribute-database.ts";
import { announceDatabase } from "./written-database.ts";

/** Migrates the configured database, and creates it if it does not exist. */
export async function migrate(): Promise<void> {
  const { database } = readConfig(process.env);
  await announceDatabase(database);
  const opened = await openDatabase(database);
  await opened.close();
  console.log("The database is up to date.");
}

/** Spreads the predictions of the configured database over the workers of its Citus cluster. */
export async function distribute(shards: number): Promise<void> {
  const { database } = readConfig(process.env);
  await announceDatabase(database);
  const opened = await openAsItIs(database);
  try {
    await distributeDatabase(opened.database, { shards, report: console.log });
  } finally {
    await opened.close();
  }
}
