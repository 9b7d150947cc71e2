import type { ItemSnapshot, RunFilter } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Column, printTable } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";

export interface SnapshotsOptions extends RunOptions, FormatOptions {
  readonly take?: boolean;
  readonly note?: string;
  readonly json?: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: "SNAPSHOT" },
  { title: "TAKEN" },
  { title: "RELEASE", align: "right" },
  { title: "KEY", align: "right" },
  { title: "RUNS", align: "right" },
  { title: "FAMILIES", align: "right" },
  { title: "NOTE", flexible: true },
];

/** Lists the item snapshots of a benchmark, or takes one. */
export async function snapshots(benchmark: string, options: SnapshotsOptions): Promise<void> {
  const { take, note, json, format } = options;
  if (note !== undefined && !take) throw new UsageError("--note goes with --take.");
  const { omnidex } = await connect();
  const runs: RunFilter = runFilter(options);
  if (!take && Object.keys(runs).length > 0) throw new UsageError("The options that select runs need --take.");
  const found = take
    ? [await omnidex.takeItemSnapshot({ benchmark, runs, note })]
    : await omnidex.itemSnapshots(benchmark);
  if (json) return printJson(take ? found[0] : found);
  if (found.length === 0) return remark(`${benchmark} has no item snapshot. Its maintainers take one with --take.`);
  await printTable(COLUMNS, found.map(snapshotRow), format);
}

const snapshotRow = ({ id, takenAt, release, keyRevision, evidence, note }: ItemSnapshot): readonly Cell[] => [
  { text: id, style: colors.bold },
  takenAt.slice(0, 10),
  String(release.version),
  String(keyRevision),
  String(evidence.runs),
  String(evidence.families),
  note ?? "",
];
