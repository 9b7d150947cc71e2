import { plainText } from "../../domain/texts.ts";
import type { ErrorTypeCount } from "../../sdk/types.ts";
import { connect, requireBenchmark } from "../connection/sdk-client.ts";
import { bar, barWidth, shareCell } from "../output/figures.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { type Cell, type Column, printBeside, printTable } from "../output/table.ts";
import { resolveRun } from "../runs/run-reference.ts";
import { resolveRunSlice } from "../slice/resolve-slice.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface ErrorsOptions extends SliceOptions, FormatOptions {
  readonly json?: boolean;
}

const COUNTS: readonly Column[] = [
  { title: "ERROR TYPE" },
  { title: "NAME", flexible: true },
  { title: "PREDICTIONS", align: "right" },
  { title: "SHARE", align: "right" },
  { title: "", drawing: true },
];

/** Prints how many predictions of a run have each error type. */
export async function errors(reference: string, options: ErrorsOptions): Promise<void> {
  const { omnidex } = await connect();
  const run = await resolveRun(omnidex, reference);
  const filter = await resolveRunSlice(omnidex, options, run);
  const [counts, types] = await Promise.all([
    omnidex.runErrorTypes(run.id, { filter }),
    omnidex.errorTypes(run.benchmark.slug),
  ]);
  if (options.json) return printJson(counts);
  if (counts === null) return remark("The error types are hidden from you, because the release hides its answers.");
  if (counts.length === 0) {
    const where = filter === undefined || Object.keys(filter).length === 0 ? "" : " of this slice";
    return remark(`No prediction${where} has an error type. 'omnidex label-errors' stores them.`);
  }
  await printBeside(`${colors.bold(run.id)}  ${plainText(run.model.name)} on ${run.benchmark.slug}\n`, options.format);
  const names = new Map(types.map(({ slug, name }) => [slug, name]));
  await printTable(
    COUNTS,
    counts.map((count) => countRow(count, names.get(count.errorType) ?? "")),
    options.format,
  );
}

const countRow = ({ errorType, predictions, share }: ErrorTypeCount, name: string): readonly Cell[] => [
  { text: errorType, style: colors.bold },
  name,
  String(predictions),
  shareCell(share),
  { text: bar(share, barWidth()), style: colors.cyan },
];

const TYPES: readonly Column[] = [
  { title: "BENCHMARK" },
  { title: "ERROR TYPE" },
  { title: "NAME" },
  { title: "DESCRIPTION", flexible: true },
];

/** Prints the error types that the benchmarks' papers define. */
export async function errorTypes(
  benchmark: string | undefined,
  { json, format }: FormatOptions & { readonly json?: boolean },
): Promise<void> {
  const { omnidex } = await connect();
  if (benchmark !== undefined) requireBenchmark(await omnidex.benchmarks(), benchmark);
  const types = await omnidex.errorTypes(benchmark);
  if (json) return printJson(types);
  if (types.length === 0)
    return remark(`No paper defines error types for ${benchmark}. Its predictions may have any slugs.`);
  const rows = types.map(({ benchmark: of, slug, name, description }): readonly Cell[] => [
    ...[of, { text: slug, style: colors.bold }, name, description],
  ]);
  await printTable(TYPES, rows, format);
}
