import { Command } from "commander";
import { ANSWER_ACCESS } from "../../domain/exported-release.ts";
import { enumOption, publicShare, shareNumber } from "../output/enum-option.ts";
import { printJson, printLine } from "../output/printing.ts";
import { type ImportOptions, importAnywhere } from "./import-anywhere.ts";
import { readImportFiles } from "./import-sources.ts";
import { formatImportReport } from "./print-import-report.ts";

export const importCommand = (): Command =>
  new Command("import")
    .description("import a benchmark's files as a release: all of them or nothing")
    .argument("<benchmark>", "worldsense, mmworld, omnivideobench, avi-bench, or the slug of your own benchmark")
    .argument("<file...>", "its files, or folders of them")
    .option("--replace", "allow replacing a release that has runs, or that has many questions that the files lack")
    .option("--dry-run", "only report what would change")
    .addOption(
      enumOption(
        "--answers <access>",
        "who may see the answers of a new release: everyone, or its maintainers",
        ANSWER_ACCESS,
      ),
    )
    .option(
      "--public <share>",
      "of a release that hides its answers: the share of the questions on the public leaderboard (default 0.5); the others are for a private one. 1 for one leaderboard",
      publicShare,
    )
    .option(
      "--open <share>",
      "hide the answers, except for a share of the questions (0.2), which become a benchmark of their own",
      shareNumber,
    )
    .option("--json", "print the report as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (benchmark: string, paths: readonly string[], options: ImportOptions) => {
      const report = await importAnywhere(benchmark, await readImportFiles(paths), options);
      await (options.json ? printJson(report) : printLine(formatImportReport(report)));
    });

const EXAMPLES = `
The import goes through the server of OMNIDEX_URL, else the one that serves the data folder, else directly into the database.
The first line of the output names it.

Examples:
  $ omnidex import worldsense worldsense_qa.json
  $ omnidex import avi-bench levels
  $ omnidex import kitchen-sounds kitchen-sounds.json --dry-run
  $ omnidex import kitchen-sounds kitchen-sounds.json --open 0.2`;
