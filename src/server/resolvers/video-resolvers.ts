import type { QueryVideoArgs } from "../generated/schema-types.ts";
import { fetchRootConnection, fetchVideo } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const fetchVideos = fetchRootConnection("videos");

const resolveVideos: Resolver = (_source, _args, context, info) => fetchVideos(context, info);

const resolveVideo: Resolver<QueryVideoArgs> = (_source, place, context, info) => fetchVideo(context, info, place);

export const videoResolvers: ResolverMap = { Query: { videos: resolveVideos, video: resolveVideo } };
