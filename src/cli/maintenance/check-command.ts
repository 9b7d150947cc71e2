import { Command } from "commander";

export const checkCommand = (): Command =>
  new Command("check")
    .description("verify that the stored data is consistent: scores, counts, content hashes")
    .option("--json", "print a line of JSON for each finding, and a last one that counts what was checked")
    .addHelpText("after", EXAMPLES)
    .action(async (options: { json?: boolean }) => {
      const { check } = await import("./check.ts");
      await check(options.json === true);
    });

const EXAMPLES = `
The check goes through the server of OMNIDEX_URL, else the one that serves the data folder, else directly to the database. It changes
nothing. The exit code is 0 without findings and 1 with findings.

Examples:
  $ omnidex check
  $ DATABASE_URL=postgres://… omnidex check --json`;
