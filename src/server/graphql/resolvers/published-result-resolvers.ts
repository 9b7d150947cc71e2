import { fetchRootConnection } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const fetchPublishedResults = fetchRootConnection("publishedResults");

const resolvePublishedResults: Resolver = (_source, _args, context, info) => fetchPublishedResults(context, info);

export const publishedResultResolvers: ResolverMap = { Query: { publishedResults: resolvePublishedResults } };
