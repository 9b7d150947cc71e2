import type { PromptQuestion } from "../../prompts/prompt-template.ts";
import { renderPrompt } from "../../prompts/render-prompt.ts";
import { describeTemplates } from "../../prompts/template-description.ts";
import type { QueryPromptTemplatesArgs, QuestionPromptArgs } from "../generated/schema-types.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const resolvePromptTemplates: Resolver<QueryPromptTemplatesArgs> = (_source, { benchmark }) =>
  describeTemplates(benchmark ?? null);

const resolvePrompt: Resolver<QuestionPromptArgs, { readonly $prompt: PromptQuestion }> = ({ $prompt }, { template }) =>
  renderPrompt($prompt, template ?? null);

export const promptResolvers: ResolverMap = {
  Query: { promptTemplates: resolvePromptTemplates },
  Question: { prompt: resolvePrompt },
};
