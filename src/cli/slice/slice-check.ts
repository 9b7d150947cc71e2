import { OPTIONAL_CONDITIONS } from "../../domain/slice/optional-conditions.ts";
import type { Omnidex } from "../../sdk/index.ts";
import type { Benchmark, QuestionFilter } from "../../sdk/types.ts";
import { namesHint } from "../nearest-name.ts";
import { remark } from "../output/printing.ts";
import { UsageError } from "../usage-error.ts";
import { requireKeys } from "./question-key-check.ts";
import { type SliceOptions, sliceFilter } from "./slice-options.ts";

/**
 * The filter of a command's options, after checking that its slugs and keys exist. A misspelt one would match nothing,
 * and an empty result looks like a valid answer.
 *
 * @param benchmark the benchmark of the command, if its options do not include one
 * @throws {UsageError} that names the nearest match and the existing values
 */
export async function resolveSlice(
  omnidex: Omnidex,
  options: SliceOptions,
  benchmark?: string,
): Promise<QuestionFilter> {
  const filter = sliceFilter(options);
  await checkSlice(omnidex, filter, benchmark);
  return filter;
}

/** Like `resolveSlice`, for an existing filter. */
export async function checkSlice(omnidex: Omnidex, filter: QuestionFilter, benchmark?: string): Promise<void> {
  const parts = partsOf(filter);
  const named = (field: "benchmarks" | "tasks" | "categories" | "durationLabels" | "subsets" | "keys"): string[] =>
    parts.flatMap((part) => listOf(part[field]));
  const asked = benchmark === undefined ? listOf(filter.benchmarks) : [benchmark];
  const slugs = [named("tasks"), named("categories"), named("subsets"), named("durationLabels")] as const;
  if (asked.length > 0 || named("benchmarks").length > 0 || slugs.some((each) => each.length > 0)) {
    const benchmarks = await omnidex.benchmarks();
    for (const slug of [...asked, ...named("benchmarks")]) requireBenchmark(benchmarks, slug);
    if (benchmark === undefined) remarkEmpty(benchmarks, asked);
    const within = asked.length === 0 ? benchmarks : benchmarks.filter(({ slug }) => asked.includes(slug));
    const [tasks, categories, subsets, labels] = slugs;
    requireAll(tasks, taskSlugs(within), "task", within);
    requireAll(categories, categorySlugs(within), "category", within);
    if (subsets.length > 0) requireAll(subsets, await facetKeys(omnidex, asked, "SUBSET"), "subset", within);
    if (labels.length > 0)
      requireAll(labels, await facetKeys(omnidex, asked, "DURATION_LABEL"), "duration label", within);
  }
  await requireKeys(omnidex, named("keys"), asked);
  if (
    !parts.some((part) =>
      [...OPTIONAL_CONDITIONS, "statistics" as const, "keyAmbiguous" as const].some((field) => part[field] != null),
    )
  )
    return;
  const { warnings } = await omnidex.slice(
    benchmark === undefined ? filter : { and: [filter], benchmarks: [benchmark] },
  );
  for (const { message } of warnings) remark(`Warning: ${message}`);
}

/** The benchmark with a slug. @throws {UsageError} if there is none */
export function requireBenchmark(benchmarks: readonly Benchmark[], slug: string): Benchmark {
  const found = benchmarks.find((benchmark) => benchmark.slug === slug);
  if (found !== undefined) return found;
  const slugs = benchmarks.map((benchmark) => benchmark.slug);
  throw new UsageError(`There is no benchmark '${slug}'.`, namesHint(slug, slugs, "benchmarks"));
}

/** Checks that a benchmark has questions. @throws {UsageError} if it is unknown, or known but not imported */
export function requireQuestions(benchmarks: readonly Benchmark[], slug: string): void {
  if (requireBenchmark(benchmarks, slug).questionCount === 0) throw new UsageError(emptyText(slug), fillingText(slug));
}

function remarkEmpty(benchmarks: readonly Benchmark[], slugs: readonly string[]): void {
  for (const { slug, questionCount } of benchmarks)
    if (questionCount === 0 && slugs.includes(slug)) remark(`${emptyText(slug)} ${fillingText(slug)}`);
}

const emptyText = (slug: string): string => `${slug} has no questions yet.`;

const fillingText = (slug: string): string =>
  `Get them with 'omnidex pull ${slug}', or with 'omnidex import ${slug} <file>' if you have its files.`;

/** The filter and all nested filters. A filter from `--filter` may have any shape; the server refuses invalid parts. */
function partsOf(filter: QuestionFilter): QuestionFilter[] {
  const inside = [filter.and, filter.or, filter.not].flat().filter((part) => typeof part === "object" && part !== null);
  return [filter, ...inside.flatMap(partsOf)];
}

const listOf = (value: unknown): string[] => [value].flat().filter((each) => typeof each === "string");

const taskSlugs = (benchmarks: readonly Benchmark[]): string[] => [
  ...new Set(benchmarks.flatMap(({ tasks }) => tasks.map(({ slug }) => slug))),
];

const categorySlugs = (benchmarks: readonly Benchmark[]): string[] => [
  ...new Set(
    benchmarks.flatMap(({ categories }) =>
      categories.flatMap(({ slug, subcategories }) => [slug, ...subcategories.map((sub) => sub.slug)]),
    ),
  ),
];

async function facetKeys(
  omnidex: Omnidex,
  benchmarks: readonly string[],
  dimension: "SUBSET" | "DURATION_LABEL",
): Promise<string[]> {
  const filter = benchmarks.length === 0 ? {} : { benchmarks };
  const [facet] = await omnidex.facets({ filter, by: [dimension] });
  return (facet?.values ?? []).map(({ key }) => key);
}

function requireAll(
  asked: readonly string[],
  names: readonly string[],
  noun: "task" | "category" | "subset" | "duration label",
  within: readonly Benchmark[],
): void {
  const wrong = asked.find((name) => !names.includes(name));
  if (wrong === undefined) return;
  const plural = noun === "category" ? "categories" : `${noun}s`;
  const where = within.length === 1 ? `${within[0]?.slug} has no ${noun}` : `There is no ${noun}`;
  throw new UsageError(`${where} '${wrong}'.`, namesHint(wrong, names, plural));
}
