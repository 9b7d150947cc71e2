import { Command } from "commander";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { addRunOptions } from "../slice/run-options.ts";
import type { SnapshotsOptions } from "./snapshots.ts";

export const snapshotsCommand = (): Command =>
  addRunOptions(
    new Command("snapshots")
      .description("list a benchmark's item snapshots, whose statistics slices can use; or take one, as its maintainer")
      .argument("<benchmark>", "its slug")
      .option("--take", "store the statistics that its questions have now")
      .option("--note <text>", "the purpose of the snapshot; needs --take")
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", EXAMPLES),
  ).action(async (benchmark: string, options: SnapshotsOptions) => {
    const { snapshots } = await import("./snapshots.ts");
    await snapshots(benchmark, options);
  });

const EXAMPLES = `
A snapshot never changes, so a slice that uses it does not move with the leaderboard. The options that select runs decide which runs
--take counts.

Examples:
  $ omnidex snapshots worldsense --take --note 'before the 2027 challenge'
  $ omnidex questions -b worldsense --snapshot snapshot_3 --max-difficulty 0.95 --min-discrimination 0
  $ omnidex leaderboard worldsense --snapshot snapshot_3 --max-difficulty 0.5`;
