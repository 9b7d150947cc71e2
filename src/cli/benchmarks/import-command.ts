import { Command } from "commander";
import { printJson, printLine } from "../output/printing.ts";
import { type ImportOptions, importAnywhere } from "./import-anywhere.ts";
import { formatImportReport } from "./import-report.ts";
import { readImportFiles } from "./import-sources.ts";

export const importCommand = (): Command =>
  new Command("import")
    .description("import a benchmark's files as a release; all of them, or nothing")
    .argument("<benchmark>", "worldsense, mmworld, omnivideobench, avi-bench, or the slug of your own")
    .argument("<file...>", "its files, or folders of them")
    .option("--replace", "replace a release that has runs, or that has many questions that the files lack")
    .option("--dry-run", "only say what would change")
    .option("--json", "print the report as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (benchmark: string, paths: readonly string[], options: ImportOptions) => {
      const report = await importAnywhere(benchmark, await readImportFiles(paths), options);
      await (options.json ? printJson(report) : printLine(formatImportReport(report)));
    });

const EXAMPLES = `
It goes through the server of OMNIDEX_URL, else the one that serves the data folder, else into the database itself.
It says first which one that is.

Examples:
  $ omnidex import worldsense worldsense_qa.json
  $ omnidex import avi-bench levels
  $ omnidex import kitchen-sounds kitchen-sounds.json --dry-run`;
