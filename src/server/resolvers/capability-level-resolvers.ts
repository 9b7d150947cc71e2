import type { RunLevelsArgs } from "../generated/schema-types.ts";
import {
  type PublishedCapabilityLevels,
  publishedCapabilityLevels,
  runCapabilityLevels,
} from "../services/comparison/capability-levels.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";
import { taskReference } from "./task-score-resolvers.ts";

const resolvePublished: Resolver = (_source, _args, { database }) => publishedCapabilityLevels(database);

const resolveLevels: Resolver<Required<RunLevelsArgs>> = (run, { denominators }, context) => {
  return runCapabilityLevels(context.runAggregates, taskReference(run), denominators);
};

const resolveModel: Resolver<object, PublishedCapabilityLevels> = ({ model }, _args, { planned }, info) =>
  planned.load("Model", model, info);

export const capabilityLevelResolvers: ResolverMap = {
  Query: { publishedCapabilityLevels: resolvePublished },
  Run: { levels: resolveLevels },
  PublishedCapabilityLevels: { model: resolveModel },
};
