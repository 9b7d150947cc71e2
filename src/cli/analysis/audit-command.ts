import { Command } from "commander";
import { wholeNumber } from "../output/enum-option.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { RUN_ARGUMENT } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { AuditOptions } from "./audit.ts";

export const auditCommand = (): Command =>
  addSliceOptions(
    new Command("audit")
      .description("show how another harness would read a run's outputs")
      .argument("<run>", RUN_ARGUMENT)
      .option("--extractor <name>", "the extractor to compare with (default: a line for each)")
      .option("-L, --limit <number>", "at most this many outputs that are read differently", wholeNumber(1), 10)
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", EXAMPLES),
    { benchmark: false },
  ).action(async (run: string, options: AuditOptions) => {
    const { audit } = await import("./audit.ts");
    await audit(run, options);
  });

const EXAMPLES = `
Examples:
  $ omnidex audit run_3
  $ omnidex audit run_3 --extractor lmms-eval-worldsense --level reasoning`;
