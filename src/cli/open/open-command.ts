import { Command } from "commander";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { OpenOptions } from "./open.ts";

export const openCommand = (): Command =>
  addSliceOptions(
    new Command("open")
      .description("open a page of the dashboard in the browser, and print its address")
      .argument("[what...]", "a run, several runs, a benchmark, a question, or one of: questions, submit, admin")
      .option("--print", "only print the address")
      .option("--sign-in", "print a link that signs the administrator in, once, on the server's machine")
      .addHelpText("after", EXAMPLES),
  ).action(async (what: readonly string[], options: OpenOptions) => {
    const { open } = await import("./open.ts");
    await open(what, options);
  });

const EXAMPLES = `
The options of a slice apply to a benchmark's leaderboard or to 'questions'. A question is named by its id or key.

Examples:
  $ omnidex open
  $ omnidex open run_3
  $ omnidex open run_3 run_2
  $ omnidex open worldsense --audio music
  $ omnidex open questions -b worldsense --level reasoning --print`;
