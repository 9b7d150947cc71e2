import type { PromptTemplate } from "./prompt-template.ts";
import { isDefault, isDefaultFor, PROMPT_TEMPLATES, templatesFor } from "./template-registry.ts";

/** A template as readers see it. */
export interface TemplateDescription extends Omit<PromptTemplate, "render"> {
  readonly default: boolean;
}

/** The templates that fit a benchmark, or all there are. */
export const describeTemplates = (benchmark: string | null): readonly TemplateDescription[] =>
  benchmark === null
    ? PROMPT_TEMPLATES.map((template) => describe(template, isDefault(template)))
    : templatesFor(benchmark).map((template) => describe(template, isDefaultFor(template, benchmark)));

const describe = ({ render: _, ...template }: PromptTemplate, byDefault: boolean): TemplateDescription => ({
  ...template,
  default: byDefault,
});
