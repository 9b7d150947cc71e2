import { sql } from "drizzle-orm";
import { fetchConnection } from "../plan/execute-plan.ts";
import { modelsSpec } from "../plan/types/model-fields.ts";
import { publishedResultsSpec } from "../plan/types/published-result-fields.ts";
import { runsSpec } from "../plan/types/run-list.ts";
import { videosSpec } from "../plan/types/video-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const allRuns = runsSpec<null>(() => sql`true`);
const allPublishedResults = publishedResultsSpec<null>(() => sql`true`);

const resolveVideos: Resolver = (_source, _args, context, info) => fetchConnection(context, info, videosSpec);
const resolveModels: Resolver = (_source, _args, context, info) => fetchConnection(context, info, modelsSpec);
const resolveRuns: Resolver = (_source, _args, context, info) => fetchConnection(context, info, allRuns);
const resolvePublishedResults: Resolver = (_source, _args, context, info) =>
  fetchConnection(context, info, allPublishedResults);

export const listResolvers: ResolverMap = {
  Query: {
    videos: resolveVideos,
    models: resolveModels,
    runs: resolveRuns,
    publishedResults: resolvePublishedResults,
  },
};
