import {
  type PublishedCapabilityLevels,
  publishedCapabilityLevels,
  runCapabilityLevels,
} from "../services/comparison/capability-levels.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";
import { runReference } from "./run-resolvers.ts";

const resolvePublished: Resolver = (_source, _args, { database }) => publishedCapabilityLevels(database);

const resolveLevels: Resolver = (run, _args, { runAggregates }) =>
  runCapabilityLevels(runAggregates, String(run.$benchmark), runReference(run));

const resolveModel: Resolver<object, PublishedCapabilityLevels> = ({ model }, _args, { planned }, info) =>
  planned.load("Model", model, info);

export const capabilityLevelResolvers: ResolverMap = {
  Query: { publishedCapabilityLevels: resolvePublished },
  Run: { levels: resolveLevels },
  PublishedCapabilityLevels: { model: resolveModel },
};
