import { addMaintainer, listMaintainers, removeMaintainer } from "../../access/maintainers.ts";
import { disclosureOf } from "../../boards/disclosure.ts";
import type {
  MutationAddMaintainerArgs,
  MutationMergeOwnersArgs,
  MutationRemoveMaintainerArgs,
  MutationSeparateOwnerArgs,
  MutationSetSubmissionQuotaArgs,
  QueryDisclosureArgs,
  QueryMaintainersArgs,
  QueryMergedOwnersArgs,
} from "../../generated/schema-types.ts";
import { mergedOwnersOf, mergeOwners, separateOwner } from "../../hosting/merged-owners.ts";
import { requireKnownBenchmark } from "../../memory/known-benchmark.ts";
import { setSubmissionQuota, submissionQuotas } from "../../runs/submission/submission-quota.ts";
import { memoryOf } from "./request-context.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const resolveAddMaintainer: Resolver<MutationAddMaintainerArgs> = (_source, { input }, { runs, viewer }) =>
  addMaintainer(runs.database, viewer, input);

const resolveRemoveMaintainer: Resolver<MutationRemoveMaintainerArgs> = (_source, { input }, { runs, viewer }) =>
  removeMaintainer(runs.database, viewer, input);

const resolveSetSubmissionQuota: Resolver<MutationSetSubmissionQuotaArgs> = (_source, { input }, { runs, viewer }) =>
  setSubmissionQuota(runs.database, viewer, input);

const resolveSubmissionQuotas: Resolver = (_source, _args, { runs, viewer }) => submissionQuotas(runs.database, viewer);

const resolveMaintains: Resolver = (_source, _args, { viewer }) => viewer.maintains ?? [];

const resolveMaintainers: Resolver<QueryMaintainersArgs> = async (_source, { benchmark }, context) => {
  const found = await listMaintainers(context.runs.database, context.viewer, benchmark);
  if (found.length === 0) await requireKnownBenchmark(memoryOf(context), benchmark);
  return found;
};

const resolveMergedOwners: Resolver<QueryMergedOwnersArgs> = async (_source, { benchmark }, context) => {
  const merged = await mergedOwnersOf(context.runs.database, context.viewer, benchmark);
  if (merged.length === 0) await requireKnownBenchmark(memoryOf(context), benchmark);
  return merged;
};

const resolveMergeOwners: Resolver<MutationMergeOwnersArgs> = async (_source, { input }, { runs, viewer }) => ({
  benchmark: input.benchmark,
  mergedOwners: await mergeOwners(runs.database, viewer, input),
});

const resolveSeparateOwner: Resolver<MutationSeparateOwnerArgs> = async (_source, { input }, { runs, viewer }) => ({
  benchmark: input.benchmark,
  mergedOwners: await separateOwner(runs.database, viewer, input),
});

const resolveDisclosure: Resolver<QueryDisclosureArgs> = (_source, { benchmark }, { runs, runAggregates, viewer }) =>
  disclosureOf(runs.database, runAggregates.memory, viewer, benchmark);

export const hiddenAnswerResolvers: ResolverMap = {
  Query: { maintainers: resolveMaintainers, mergedOwners: resolveMergedOwners, disclosure: resolveDisclosure },
  Mutation: {
    mergeOwners: resolveMergeOwners,
    separateOwner: resolveSeparateOwner,
    addMaintainer: resolveAddMaintainer,
    removeMaintainer: resolveRemoveMaintainer,
    setSubmissionQuota: resolveSetSubmissionQuota,
  },
  Viewer: { maintains: resolveMaintains, submissionQuotas: resolveSubmissionQuotas },
};
