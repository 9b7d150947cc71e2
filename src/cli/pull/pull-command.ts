import { Command } from "commander";
import { withProposalOptions } from "../benchmarks/benchmark-commands.ts";
import type { PullOptions } from "./pull.ts";

const AFTER = `
The settings are those of Hugging Face's own client: HF_TOKEN (or HF_TOKEN_PATH, or the token of 'hf auth login'),
HF_ENDPOINT, HF_HUB_DOWNLOAD_TIMEOUT. Only questions are downloaded, no videos.
A recipe names the dataset, its files and the commit in its section 'hub'; options and hf:<owner>/<dataset> take precedence.
Without a recipe, one is proposed for the files of a benchmark that is not built in.

Examples:
  $ omnidex pull worldsense
  $ HF_TOKEN=hf_… omnidex pull omnivideobench --accept-license
  $ omnidex pull daily-omni
  $ omnidex pull hf:me/my-bench --recipe my-bench.yaml --revision v1.0
  $ omnidex pull my-bench --repo me/my-bench --file my-bench.json --revision v1.0`;

export const pullCommand = (): Command =>
  withProposalOptions(
    new Command("pull")
      .description("download a benchmark's official files from the Hugging Face Hub and import them")
      .argument(
        "<benchmark>",
        "worldsense, mmworld, omnivideobench, avi-bench or daily-omni; or hf:<owner>/<dataset> with --recipe; others with --repo and --file",
      )
      .option(
        "--revision <revision>",
        "a branch, a tag or a commit of the dataset (default: that of the recipe, else main)",
      )
      .option("--dir <folder>", "where to put the files (default: a folder for the dataset in the user's cache)")
      .option("--repo <dataset>", "another dataset, as owner/name")
      .option("--file <path...>", "other files of the dataset, by their paths in it, with * for any characters")
      .option("--recipe <file>", "a recipe, which says how the files are read")
      .option("--accept-license", "accept the dataset's terms, which are shown")
      .option("--no-import", "download without importing")
      .option("--replace", "allow replacing a release that has runs, or that has many questions that the files lack")
      .option("--json", "print the result as JSON"),
  )
    .addHelpText("after", AFTER)
    .action(async (benchmark: string, options: PullOptions) =>
      (await import("./pull.ts")).pullBenchmark(benchmark, options),
    );
