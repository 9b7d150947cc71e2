import { Command } from "commander";
import { RUN_ARGUMENT } from "../slice/run-options.ts";
import type { WithdrawOptions } from "./change-run-card.ts";

export const withdrawCommand = (): Command =>
  new Command("withdraw")
    .description("withdraw a run, so that no list shows it")
    .argument("<run>", RUN_ARGUMENT)
    .option("--reason <text>", "why; it is stored with the run")
    .option("--json", "print the run as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (run: string, options: WithdrawOptions) => {
      const { withdraw } = await import("./change-run-card.ts");
      await withdraw(run, options);
    });

const EXAMPLES = `
Examples:
  $ omnidex withdraw run_3 --reason 'the wrong checkpoint'`;
