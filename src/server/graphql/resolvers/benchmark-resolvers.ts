import { requireNodeKey } from "../../../domain/node-id.ts";
import { publishedDatasheet } from "../../../domain/published-datasheets.ts";
import type { PromptQuestion } from "../../../prompts/prompt-template.ts";
import { describeTemplates, PROMPTED_BENCHMARKS, renderPrompt } from "../../../prompts/template-registry.ts";
import { type UsedRelease, useRelease } from "../../benchmarks/use-release.ts";
import type { QuestionReference } from "../../boards/question-results.ts";
import type {
  MutationUpdateModelArgs,
  MutationUseReleaseArgs,
  QueryBenchmarkArgs,
  QueryModelArgs,
  QueryPromptTemplatesArgs,
  QueryQuestionArgs,
  QueryVideoArgs,
  QuestionPromptArgs,
} from "../../generated/schema-types.ts";
import { requireKnownBenchmark } from "../../memory/missing-benchmark.ts";
import { updateModel } from "../../runs/submission/change-run.ts";
import {
  fetchBenchmark,
  fetchBenchmarks,
  fetchModel,
  fetchModelByKey,
  fetchQuestion,
  fetchRootConnection,
  fetchVideo,
} from "../plan/root-fields.ts";
import { type Compute, computed, memoryOf, type Resolver, type ResolverMap, referring } from "./resolver.ts";

const resolveBenchmarks: Resolver = (_source, _args, context, info) => fetchBenchmarks(context, info);

const resolveBenchmark: Resolver<QueryBenchmarkArgs> = (_source, { slug }, context, info) =>
  fetchBenchmark(context, info, slug);

const resolveUseRelease: Resolver<MutationUseReleaseArgs> = (_source, { input }, { runs, viewer }) =>
  useRelease(runs.database, viewer, input);

/** A release, and whether the viewer may see its answers. */
interface AveragedRelease {
  readonly release: number;
  readonly seen: boolean;
}

const computeAverages: Compute<object, AveragedRelease> = async ({ release, seen }, _args, { runAggregates }) => {
  const averages = await runAggregates.items.averages(release);
  return seen ? averages : { ...averages, answerWords: null, stepCount: null };
};

const computeDatasheet: Compute<object, { readonly slug: string }> = ({ slug }) => publishedDatasheet(slug);

export const benchmarkResolvers: ResolverMap = {
  Query: { benchmarks: resolveBenchmarks, benchmark: resolveBenchmark },
  Benchmark: { datasheet: computed(computeDatasheet) },
  Release: { averages: computed(computeAverages) },
  Mutation: { useRelease: resolveUseRelease },
  UseReleasePayload: { release: referring({ type: "Release", key: ({ release }: UsedRelease) => release }) },
};

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

const fetchVideos = fetchRootConnection("videos");

const resolveVideos: Resolver = (_source, _args, context, info) => fetchVideos(context, info);

const resolveVideo: Resolver<QueryVideoArgs> = async (_source, place, context, info) => {
  const video = await fetchVideo(context, info, place);
  if (video === null) await requireKnownBenchmark(memoryOf(context), place.benchmark);
  return video;
};

export const videoResolvers: ResolverMap = { Query: { videos: resolveVideos, video: resolveVideo } };

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

const fetchPublishedResults = fetchRootConnection("publishedResults");

const resolvePublishedResults: Resolver = (_source, _args, context, info) => fetchPublishedResults(context, info);

export const publishedResultResolvers: ResolverMap = { Query: { publishedResults: resolvePublishedResults } };

const fetchModels = fetchRootConnection("models");

const resolveModels: Resolver = (_source, _args, context, info) => fetchModels(context, info);

const resolveModel: Resolver<QueryModelArgs> = (_source, { slug }, context, info) => fetchModel(context, info, slug);

/** The source that the mutation passes to the `model` field of its payload. */
interface ModelPayload {
  readonly model: number;
}

const resolveUpdateModel: Resolver<MutationUpdateModelArgs> = async (
  _source,
  { input: { model: id, ...changes } },
  { runs, viewer },
): Promise<ModelPayload> => {
  const model = requireNodeKey("Model", id, "model");
  await updateModel(runs.database, viewer, model, changes);
  return { model };
};

const resolvePayloadModel: Resolver<object, ModelPayload> = ({ model }, _args, context, info) =>
  fetchModelByKey(context, info, model);

export const modelResolvers: ResolverMap = {
  Query: { models: resolveModels, model: resolveModel },
  Mutation: { updateModel: resolveUpdateModel },
  UpdateModelPayload: { model: resolvePayloadModel },
};
