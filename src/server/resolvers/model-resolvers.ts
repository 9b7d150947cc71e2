import { fetchRootConnection } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const fetchModels = fetchRootConnection("models");

const resolveModels: Resolver = (_source, _args, context, info) => fetchModels(context, info);

export const modelResolvers: ResolverMap = { Query: { models: resolveModels } };
