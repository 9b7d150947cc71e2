import { Command, InvalidArgumentError } from "commander";
import { readConfig } from "../../server/config/config.ts";
import { announceDatabase } from "./written-database.ts";

export const distributeCommand = (): Command =>
  new Command("distribute")
    .description("spread the predictions over the workers of a Citus cluster")
    .option("--shards <number>", "how many shards to split them into", shardCount, 32)
    .addHelpText("after", EXPLANATION)
    .action(async ({ shards }: { readonly shards: number }) => {
      const [{ openAsItIs }, { distributeDatabase }] = await Promise.all([
        import("../../server/main.ts"),
        import("../../server/upkeep/distribute-database.ts"),
      ]);
      const { database } = readConfig(process.env);
      await announceDatabase(database);
      const opened = await openAsItIs(database);
      try {
        await distributeDatabase(opened.database, { shards, report: console.log });
      } finally {
        await opened.close();
      }
    });

function shardCount(text: string): number {
  const shards = Number(text);
  if (!Number.isInteger(shards) || shards < 1 || shards > 10_000)
    throw new InvalidArgumentError("It takes a whole number from 1 to 10000.");
  return shards;
}

const EXPLANATION = `
DATABASE_URL names the coordinator, and no server may have the database open. The database may be empty
or filled. An interrupted run resumes where it stopped. The original rows are removed only once the shards hold
the same rows.

Examples:
  $ DATABASE_URL=postgres://omnidex@coordinator/omnidex omnidex distribute
  $ DATABASE_URL=postgres://omnidex@coordinator/omnidex omnidex distribute --shards 64`;
