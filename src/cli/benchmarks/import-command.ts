import { Command } from "commander";
import { importAnywhere } from "./import-anywhere.ts";
import { formatImportReport } from "./import-report.ts";
import { readImportFiles } from "./import-sources.ts";

export const importCommand = (): Command =>
  new Command("import")
    .description("import a benchmark's files as a release; all of them, or nothing")
    .argument("<benchmark>", "worldsense, mmworld, omnivideobench, avi-bench, or the slug of your own")
    .argument("<file...>", "its files, or folders of them")
    .option("--json", "print the report as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (benchmark: string, paths: readonly string[], options: { json?: boolean }) => {
      const report = await importAnywhere(benchmark, await readImportFiles(paths));
      console.log(options.json ? JSON.stringify(report, null, 2) : formatImportReport(report));
    });

const EXAMPLES = `
It goes through the server of OMNIDEX_URL, else the one that serves the data folder, else into the database itself.

Examples:
  $ omnidex import worldsense worldsense_qa.json
  $ omnidex import avi-bench levels
  $ omnidex import kitchen-sounds kitchen-sounds.json --json`;
