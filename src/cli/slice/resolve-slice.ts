import type { Omnidex } from "../../sdk/index.ts";
import type { QuestionFilter, Run } from "../../sdk/types.ts";
import { emptyText } from "../connection/sdk-client.ts";
import { remark } from "../output/printing.ts";
import { type SliceOptions, sliceFilter } from "./slice-options.ts";

/**
 * The filter of a command's options. Warnings about the filter are printed on stderr. Faults are not checked here: the
 * server reports them for the request that uses the filter, and `filterFailure` describes them.
 *
 * @param benchmark the benchmark of the command, if its options do not include one
 */
export async function resolveSlice(
  omnidex: Omnidex,
  options: SliceOptions,
  benchmark?: string,
): Promise<QuestionFilter> {
  const filter = sliceFilter(options);
  await remarkSlice(omnidex, filter, benchmark);
  return filter;
}

/** Like `resolveSlice`, for the questions of a run. A filter with conditions is limited to the run's benchmark. */
export async function resolveRunSlice(
  omnidex: Omnidex,
  options: SliceOptions,
  { benchmark: { slug } }: Pick<Run, "benchmark">,
): Promise<QuestionFilter> {
  const filter = await resolveSlice(omnidex, options, slug);
  return isEmpty(filter) ? filter : { benchmarks: [slug], ...filter };
}

const isEmpty = (filter: QuestionFilter): boolean => Object.keys(filter).length === 0;

/** Prints warnings about conditions that a benchmark cannot meet, and about benchmarks in the filter without questions. */
export async function remarkSlice(omnidex: Omnidex, filter: QuestionFilter, benchmark?: string): Promise<void> {
  if (isEmpty(filter)) return;
  const benchmarks = benchmark === undefined ? filter.benchmarks : [benchmark];
  const [{ warnings }, known] = await Promise.all([
    omnidex.slice({ ...filter, ...(benchmarks != null && { benchmarks }) }),
    benchmark === undefined && benchmarks != null ? omnidex.benchmarks() : [],
  ]);
  for (const { slug, questionCount } of known)
    if (questionCount === 0 && benchmarks?.includes(slug)) remark(emptyText(slug).join(" "));
  for (const { message } of warnings) remark(`Warning: ${message}`);
}
