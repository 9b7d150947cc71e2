import { badInput } from "../domain/errors.ts";
import type { PromptQuestion, PromptTemplate } from "./prompt-template.ts";
import { PROMPT_TEMPLATES, templatesFor } from "./template-registry.ts";

/**
 * The prompt for a question.
 * @param name a template that fits the question's benchmark; null for the benchmark's default
 * @throws {OmnidexError} `BAD_USER_INPUT` for an unknown template, or for a template of another benchmark
 */
export const renderPrompt = (question: PromptQuestion, name: string | null): string =>
  findTemplate(question.benchmark, name).render(question);

/** The template with a name; the benchmark's default for null. @throws as `renderPrompt` */
export function findTemplate(benchmark: string, name: string | null): PromptTemplate {
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
