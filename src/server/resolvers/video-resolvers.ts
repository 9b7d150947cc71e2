import { fetchRootConnection } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const fetchVideos = fetchRootConnection("videos");

const resolveVideos: Resolver = (_source, _args, context, info) => fetchVideos(context, info);

export const videoResolvers: ResolverMap = { Query: { videos: resolveVideos } };
