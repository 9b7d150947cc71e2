import type { QueryVideoArgs } from "../../generated/schema-types.ts";
import { requireKnownBenchmark } from "../../memory/known-benchmark.ts";
import { fetchRootConnection, fetchVideo } from "../plan/root-fields.ts";
import { memoryOf } from "./request-context.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const fetchVideos = fetchRootConnection("videos");

const resolveVideos: Resolver = (_source, _args, context, info) => fetchVideos(context, info);

const resolveVideo: Resolver<QueryVideoArgs> = async (_source, place, context, info) => {
  const video = await fetchVideo(context, info, place);
  if (video === null) await requireKnownBenchmark(memoryOf(context), place.benchmark);
  return video;
};

export const videoResolvers: ResolverMap = { Query: { videos: resolveVideos, video: resolveVideo } };
