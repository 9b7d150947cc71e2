import {
  type PublishedCapabilityLevels,
  publishedCapabilityLevels,
  runCapabilityLevels,
} from "../../boards/capability-levels.ts";
import type { TaskReference } from "../../boards/task-scores.ts";
import type { RunLevelsArgs } from "../../generated/schema-types.ts";
import { rememberedAnswer } from "../../memory/server-memory.ts";
import { type Compute, computed, type Resolver, type ResolverMap, referring } from "./resolver.ts";

const resolvePublished: Resolver = (_source, _args, { database, runAggregates: { memory } }) =>
  rememberedAnswer(memory, ["published levels"], () => publishedCapabilityLevels(database));

const computeLevels: Compute<Required<RunLevelsArgs>, TaskReference> = (run, request, { runAggregates }) =>
  runCapabilityLevels(runAggregates, run, request);

export const capabilityLevelResolvers: ResolverMap = {
  Query: { publishedCapabilityLevels: resolvePublished },
  Run: { levels: computed(computeLevels) },
  PublishedCapabilityLevels: {
    model: referring({ type: "Model", key: ({ model }: PublishedCapabilityLevels) => model }),
  },
};
