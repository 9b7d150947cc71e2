import type { QuestionReference } from "../../boards/question-results.ts";
import type { QueryQuestionArgs } from "../../generated/schema-types.ts";
import { requireKnownBenchmark } from "../../memory/known-benchmark.ts";
import { fetchQuestion, fetchRootConnection } from "../plan/root-fields.ts";
import { memoryOf } from "./request-context.ts";
import { type Compute, computed, type Resolver, type ResolverMap } from "./resolver.ts";

const fetchQuestions = fetchRootConnection("questions");

const resolveQuestions: Resolver = (_source, _args, context, info) => fetchQuestions(context, info);

const resolveQuestion: Resolver<QueryQuestionArgs> = async (_source, place, context, info) => {
  const question = await fetchQuestion(context, info, place);
  if (question === null) await requireKnownBenchmark(memoryOf(context), place.benchmark);
  return question;
};

/** The inputs for a question's results, and whether the viewer may see data that reveals its answer. */
interface ResultNeeds extends QuestionReference {
  readonly seen: boolean;
}

const computeResults: Compute<object, ResultNeeds> = (question, _args, { runAggregates, viewer }) =>
  question.seen ? runAggregates.questionResults.of(question, viewer) : null;

export const questionResolvers: ResolverMap = {
  Query: { questions: resolveQuestions, question: resolveQuestion },
  Question: { results: computed(computeResults) },
};
