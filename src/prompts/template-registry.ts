import { badInput } from "../domain/errors.ts";
import { AVI_BENCH_PROMPTS } from "./avi-bench-prompts.ts";
import { MMWORLD_PROMPTS } from "./mmworld-prompts.ts";
import { OMNIDEX_PROMPTS } from "./omnidex-prompts.ts";
import { OMNIVIDEOBENCH_PROMPTS } from "./omnivideobench-prompts.ts";
import type { PromptQuestion, PromptTemplate } from "./prompt-template.ts";
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
const templatesFor = (benchmark: string): readonly PromptTemplate[] =>
  PROMPT_TEMPLATES.filter((template) => template.benchmark === benchmark || template.benchmark === null);

/** Whether the template is the default of a benchmark. */
const isDefaultFor = (template: PromptTemplate, benchmark: string): boolean => templatesFor(benchmark)[0] === template;

/**
 * Whether the template is the default of its benchmark. For a template without a benchmark: whether it is the default
 * of the benchmarks that have no templates of their own.
 */
const isDefault = (template: PromptTemplate): boolean => isDefaultFor(template, template.benchmark ?? "");

/** A template in the form that the API returns. */
interface TemplateDescription extends Omit<PromptTemplate, "render"> {
  readonly default: boolean;
  /**
   * An identifier that is unique among all descriptions. A template that is the default for only some benchmarks has
   * two descriptions, with different identifiers.
   */
  readonly id: string;
}

/** The templates that fit a benchmark; all templates if it is null. */
export const describeTemplates = (benchmark: string | null): readonly TemplateDescription[] =>
  benchmark === null
    ? PROMPT_TEMPLATES.map((template) => describe(template, isDefault(template)))
    : templatesFor(benchmark).map((template) => describe(template, isDefaultFor(template, benchmark)));

const describe = ({ render: _, ...template }: PromptTemplate, byDefault: boolean): TemplateDescription => ({
  ...template,
  default: byDefault,
  id: `prompt-template:${template.name}${byDefault ? ":default" : ""}`,
});

/**
 * The prompt for a question.
 * @param name a template that fits the question's benchmark; null for the benchmark's default
 * @throws {OmnidexError} `BAD_USER_INPUT` for an unknown template, or for a template of another benchmark
 */
export const renderPrompt = (question: PromptQuestion, name: string | null): string =>
  findTemplate(question.benchmark, name).render(question);

/** The template with a name; the benchmark's default for null. @throws as `renderPrompt` */
function findTemplate(benchmark: string, name: string | null): PromptTemplate {
  const fitting = templatesFor(benchmark);
  const found = name === null ? fitting[0] : fitting.find((template) => template.name === name);
  if (found !== undefined) return found;
  const names = fitting.map((template) => template.name);
  const other = PROMPT_TEMPLATES.find((template) => template.name === name);
  const problem =
    other === undefined
      ? `There is no prompt template '${name}'.`
      : `The prompt template '${name}' is for ${other.benchmark}, but the question belongs to ${benchmark}.`;
  throw badInput(`${problem} Templates for ${benchmark}: ${names.join(", ")}.`, {
    template: name,
    benchmark,
    templates: names,
  });
}
