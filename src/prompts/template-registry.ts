import { AVI_BENCH_PROMPTS } from "./avi-bench-prompts.ts";
import { MMWORLD_PROMPTS } from "./mmworld-prompts.ts";
import { OMNIDEX_PROMPTS } from "./omnidex-prompts.ts";
import { OMNIVIDEOBENCH_PROMPTS } from "./omnivideobench-prompts.ts";
import type { PromptTemplate } from "./prompt-template.ts";
import { WORLDSENSE_PROMPTS } from "./worldsense-prompts.ts";

/** All templates. The first template of each benchmark is its default. */
export const PROMPT_TEMPLATES: readonly PromptTemplate[] = [
  ...AVI_BENCH_PROMPTS,
  ...MMWORLD_PROMPTS,
  ...OMNIVIDEOBENCH_PROMPTS,
  ...WORLDSENSE_PROMPTS,
  ...OMNIDEX_PROMPTS,
];

/** The benchmarks that have templates of their own. */
export const PROMPTED_BENCHMARKS: readonly string[] = [
  ...new Set(PROMPT_TEMPLATES.flatMap(({ benchmark }) => benchmark ?? [])),
];

/** The templates that fit a benchmark's questions, with the benchmark's default first. */
export const templatesFor = (benchmark: string): readonly PromptTemplate[] =>
  PROMPT_TEMPLATES.filter((template) => template.benchmark === benchmark || template.benchmark === null);

/** Whether the template is the default of a benchmark. */
export const isDefaultFor = (template: PromptTemplate, benchmark: string): boolean =>
  templatesFor(benchmark)[0] === template;

/**
 * Whether the template is the default of its benchmark. For a template without a benchmark: whether it is the default
 * of the benchmarks that have no templates of their own.
 */
export const isDefault = (template: PromptTemplate): boolean => isDefaultFor(template, template.benchmark ?? "");
