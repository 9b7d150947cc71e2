import { counted } from "../../domain/texts.ts";
import { evidenceText, neededText, notCountedTexts } from "../../formats/tables/run-counts.ts";
import { type Omnidex, OmnidexUnavailableError, type ResponseInfo } from "../../sdk/index.ts";
import type { RepresentativeSubset, SubsetChoice } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { optionSpelling } from "../output/option-values.ts";
import { writeWhole } from "../output/output-file.ts";
import { colors, printJson, remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import { type Cell, type Column, printBeside, printTable } from "../output/table.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveSlice } from "../slice/resolve-slice.ts";
import { type RunOptions, runFilter } from "../slice/run-options.ts";
import type { SliceOptions } from "../slice/slice-options.ts";

export interface SubsetOptions extends SliceOptions, RunOptions, FormatOptions {
  readonly size: number;
  readonly seed: number;
  readonly out?: string;
  readonly store?: boolean;
  readonly json?: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: "METHOD" },
  { title: "ERROR", align: "right" },
  { title: "95 %", align: "right" },
  { title: "ALONE", align: "right" },
  { title: "ESTIMATES", align: "right" },
];

/** Chooses a subset, writes its keys and prints how well each method does. */
export async function subset(benchmark: string, options: SubsetOptions): Promise<void> {
  const { out, json, format } = options;
  if (out === "-" && json)
    throw new UsageError("With --json, --out must be a file, because both would write to standard output.");
  const { omnidex } = await connect();
  const chosen = await choose(omnidex, benchmark, options);
  if (chosen === null) return;
  if (out !== undefined) await writeKeys(out, chosen.keys);
  if (json) return printJson(chosen);
  if (out === "-") return;
  await printBeside(`${headingOf(benchmark, chosen)}\n`, format);
  await printTable(COLUMNS, chosen.errors.map(methodRow), format);
  if (chosen.id === null)
    remark("Add --store, and a run over just these questions gets an estimate of its full score.");
}

async function choose(
  omnidex: Omnidex,
  benchmark: string,
  options: SubsetOptions,
): Promise<RepresentativeSubset | null> {
  const { size, seed, store } = options;
  const filter = await resolveSlice(omnidex, options, benchmark);
  const wanted = { filter, size, runs: runFilter(options), seed };
  if (store) return withProgress((onResponse) => omnidex.storeSubset({ benchmark, ...wanted }, { onResponse }));
  const choice = await withProgress((onResponse) => omnidex.representativeSubset(benchmark, { ...wanted, onResponse }));
  for (const text of notCountedTexts(choice)) remark(text);
  if (choice.subset === null) remark(withheldText(choice));
  return choice.subset;
}

/** Shows how far the server is with the choice, which the client asks for until it is made. */
async function withProgress<T>(call: (onResponse: (info: ResponseInfo) => void) => Promise<T>): Promise<T> {
  const bar = await startProgress("Choosing", 100, "%");
  try {
    return await call(({ error }) => {
      if (error instanceof OmnidexUnavailableError && error.progress !== undefined)
        bar.update(Math.round(100 * error.progress));
    });
  } finally {
    bar.stop();
  }
}

const withheldText = ({ evidence, withheld }: SubsetChoice): string => {
  const needs = withheld[0]?.needs ?? evidence;
  return neededText("Subsets", { needs, has: evidence });
};

const headingOf = (
  benchmark: string,
  { id, keys, of, evidence, method, runFolds, familyFolds }: RepresentativeSubset,
): string =>
  [
    `${benchmark}: ${keys.length} of ${counted(of, "question")}, chosen by ${optionSpelling(method)}`,
    `from ${evidenceText(evidence)};`,
    `errors measured by leaving out runs (${runFolds} folds) and families (${familyFolds} folds)${id === null ? "" : `; stored as ${id}`}`,
  ].join(" ");

async function writeKeys(out: string, keys: readonly string[]): Promise<void> {
  await writeWhole(out, `${keys.join("\n")}\n`);
  if (out !== "-") remark(`Wrote ${counted(keys.length, "key")} to ${out}.`);
}

const points = (share: number): Cell => ({ text: (100 * share).toFixed(1), values: [share] });

const methodRow = (
  { method, leaveOneOut, leaveFamilyOut }: RepresentativeSubset["errors"][number],
  index: number,
): readonly Cell[] => [
  index === 0 ? { text: optionSpelling(method), style: colors.bold } : optionSpelling(method),
  points(leaveFamilyOut.mean),
  points(leaveFamilyOut.p95),
  points(leaveOneOut.mean),
  String(leaveFamilyOut.estimates),
];
