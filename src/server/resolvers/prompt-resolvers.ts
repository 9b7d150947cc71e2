import type { PromptQuestion } from "../../prompts/prompt-template.ts";
import { renderPrompt } from "../../prompts/render-prompt.ts";
import { describeTemplates } from "../../prompts/template-description.ts";
import type { QueryPromptTemplatesArgs, QuestionPromptArgs } from "../generated/schema-types.ts";
import { type Compute, computed, type ResolverMap } from "./resolver.ts";

const computePromptTemplates: Compute<QueryPromptTemplatesArgs> = (_source, { benchmark }) =>
  describeTemplates(benchmark ?? null);

const computePrompt: Compute<QuestionPromptArgs, PromptQuestion> = (question, { template }) =>
  renderPrompt(question, template ?? null);

export const promptResolvers: ResolverMap = {
  Query: { promptTemplates: computed(computePromptTemplates) },
  Question: { prompt: computed(computePrompt) },
};
