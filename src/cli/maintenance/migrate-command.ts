import { Command } from "commander";
import { readConfig } from "../../server/config/config.ts";
import { announceDatabase } from "./written-database.ts";

export const migrateCommand = (): Command =>
  new Command("migrate").description("migrate the database to this version's tables").action(async () => {
    const { openDatabase } = await import("../../server/main.ts");
    const { database } = readConfig(process.env);
    await announceDatabase(database);
    const opened = await openDatabase(database);
    await opened.close();
    console.log("The database is up to date.");
  });
