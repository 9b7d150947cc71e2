import { counted } from "../../domain/texts.ts";
import type { Run, RunOrderField, RunStatus } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { barWidth, intervalBar, intervalCell, scoreCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Column, printTable } from "../output/table.ts";
import { remarkSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";

export interface RunsOptions extends RunOptions, FormatOptions {
  readonly benchmark?: readonly string[];
  readonly status?: readonly RunStatus[];
  readonly sort?: RunOrderField;
  readonly asc?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: "RUN" },
  { title: "MODEL", flexible: true },
  { title: "BENCHMARK" },
  { title: "INPUTS" },
  { title: "FRAMES", align: "right" },
  { title: "SCORE", align: "right" },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "0 … 100", drawing: true },
  { title: "STATUS" },
  { title: "CREATED" },
];

/** Prints the runs that match. */
export async function runs(options: RunsOptions): Promise<void> {
  const { omnidex } = await connect();
  const { benchmark, status, sort, asc, limit } = options;
  if (benchmark !== undefined) await remarkSlice(omnidex, { benchmarks: benchmark });
  const filter = {
    ...runFilter(options),
    ...(benchmark === undefined ? {} : { benchmarks: benchmark }),
    ...(status === undefined ? {} : { statuses: status }),
  };
  const orderBy = { field: sort ?? "CREATED_AT", direction: asc ? "ASC" : "DESC" } as const;
  const list = omnidex.runs({ filter, orderBy, pageSize: Math.min(limit, 100) });
  const found = await list.take(limit).toArray();
  if (options.json) return printJson(found);
  if (found.length === 0) return remark("No run matches.");
  await printTable(COLUMNS, found.map(runRow), options.format);
  if (found.length < limit) return;
  const { totalCount } = await omnidex.runs({ filter, pageSize: 1 }).page();
  if (totalCount > limit) remark(`${limit} of ${counted(totalCount, "run")}. --limit shows more.`);
}

const runRow = ({ id, model, benchmark, inputs, frames, score, status, partial, visibility, createdAt }: Run) => [
  { text: id, style: colors.bold },
  model.name,
  benchmark.slug,
  inputs.map(optionSpelling).join("+"),
  frames === null ? "" : String(frames),
  scoreCell(score),
  intervalCell(score),
  { text: score === null ? "" : intervalBar(score.value, score.interval, barWidth()), style: colors.cyan },
  [status.toLowerCase(), ...(partial ? ["partial"] : []), ...(visibility === "PRIVATE" ? ["private"] : [])].join(", "),
  createdAt.slice(0, 10),
];
