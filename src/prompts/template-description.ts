import type { PromptTemplate } from "./prompt-template.ts";
import { isDefault, isDefaultFor, PROMPT_TEMPLATES, templatesFor } from "./template-registry.ts";

/** A template in the form that the API returns. */
export interface TemplateDescription extends Omit<PromptTemplate, "render"> {
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
