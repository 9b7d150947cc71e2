import { Command } from "commander";

export const checkCommand = (): Command =>
  new Command("check")
    .description("verify the stored data against itself: scores, counts, contents")
    .option("--json", "print a line of JSON for each finding, and one for what was checked")
    .addHelpText("after", EXAMPLES)
    .action(async (options: { json?: boolean }) => {
      const { check } = await import("./check.ts");
      await check(options.json === true);
    });

const EXAMPLES = `
It goes through the server of OMNIDEX_URL, else the one that serves the data folder, else into the database itself, and changes
nothing. Exit code 0: nothing was found. 1: something was.

Examples:
  $ omnidex check
  $ DATABASE_URL=postgres://… omnidex check --json`;
