import { Command } from "commander";
import { RUN_ARGUMENT } from "../slice/run-options.ts";
import type { RescoreOptions } from "./rescore.ts";

export const rescoreCommand = (): Command =>
  new Command("rescore")
    .description("score a run again with the current answer key and extractor")
    .argument("[run]", `${RUN_ARGUMENT}; optional with --dry-run, left out with --benchmark`)
    .option(
      "-b, --benchmark <slug>",
      "your runs of this benchmark that an earlier version scored: say what would change, then ask",
    )
    .option("-y, --yes", "with --benchmark: do not ask")
    .option("--judge", "have the server's judge read the responses that the extractor cannot, and nothing else")
    .option(
      "--dry-run",
      "say what it would change, and store nothing; without a run, for your runs that an earlier version scored",
    )
    .option("--reason <text>", "why; it is stored with the scoring")
    .option("--json", "print the run as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (run: string | undefined, options: RescoreOptions) => {
      const { rescore } = await import("./rescore.ts");
      await rescore(run, options);
    });

const EXAMPLES = `
Both scores are kept. If nothing has changed since the last scoring, nothing is done.
--benchmark never changes runs of other owners. Without a terminal, it changes nothing unless --yes is given.

Examples:
  $ omnidex rescore run_3 --reason 'the judge is available again'
  $ omnidex rescore run_3 --judge
  $ omnidex rescore --benchmark worldsense           # what would change; asks before it is stored
  $ omnidex rescore --dry-run                        # your runs that an earlier version scored`;
