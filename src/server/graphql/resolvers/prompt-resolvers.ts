import type { PromptQuestion } from "../../../prompts/prompt-template.ts";
import { renderPrompt } from "../../../prompts/render-prompt.ts";
import { describeTemplates } from "../../../prompts/template-description.ts";
import { PROMPTED_BENCHMARKS } from "../../../prompts/template-registry.ts";
import type { QueryPromptTemplatesArgs, QuestionPromptArgs } from "../../generated/schema-types.ts";
import { requireKnownBenchmark } from "../../memory/known-benchmark.ts";
import { memoryOf } from "./request-context.ts";
import { type Compute, computed, type ResolverMap } from "./resolver.ts";

const computePromptTemplates: Compute<QueryPromptTemplatesArgs> = async (_source, { benchmark }, context) => {
  if (benchmark == null) return describeTemplates(null);
  // Benchmarks with templates of their own always exist.
  if (!PROMPTED_BENCHMARKS.includes(benchmark)) await requireKnownBenchmark(memoryOf(context), benchmark);
  return describeTemplates(benchmark);
};

const computePrompt: Compute<QuestionPromptArgs, PromptQuestion> = (question, { template }) =>
  renderPrompt(question, template ?? null);

export const promptResolvers: ResolverMap = {
  Query: { promptTemplates: computed(computePromptTemplates) },
  Question: { prompt: computed(computePrompt) },
};
