import { badInput } from "../../domain/errors.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import type { RunAuditArgs, RunAuditDisagreementsArgs } from "../generated/schema-types.ts";
import { AGGREGATE_COST } from "../plan/request-cost.ts";
import { auditRun, type Disagreement, listExtractors, type RunAudit } from "../services/comparison/audit-run.ts";
import type { Resolver, ResolverMap, Source } from "./resolver.ts";
import { runReference } from "./run-resolvers.ts";

const MOST_DISAGREEMENTS = 1000;

const resolveExtractors: Resolver = () => listExtractors();

const resolveAudit: Resolver<RunAuditArgs, Source> = (run, { extractor, filter }, { runs, runAggregates, cost }) => {
  cost.charge(AGGREGATE_COST.audit);
  return auditRun(runs, runAggregates, runReference(run), extractor, canonicalSlice(filter));
};

const resolveDifference: Resolver<object, RunAudit> = ({ original, score }) =>
  original === null || score === null ? null : score.value - original.value;

const resolveDifferences: Resolver<object, RunAudit> = ({ disagreements }) => disagreements.length;

const resolveDisagreements: Resolver<RunAuditDisagreementsArgs, RunAudit> = ({ disagreements, release }, { first }) => {
  const most = first ?? 20;
  if (most < 0 || most > MOST_DISAGREEMENTS)
    throw badInput(`'first' must be from 0 to ${MOST_DISAGREEMENTS}; got ${most}.`);
  return disagreements.slice(0, most).map((disagreement) => ({ ...disagreement, release }));
};

const resolveQuestion: Resolver<object, Disagreement & { release: number }> = (
  { release, ordinal },
  _args,
  { planned },
  info,
) => planned.loadQuestion(release, ordinal, info);

export const auditResolvers: ResolverMap = {
  Query: { extractors: resolveExtractors },
  Run: { audit: resolveAudit },
  RunAudit: { difference: resolveDifference, differences: resolveDifferences, disagreements: resolveDisagreements },
  AuditDisagreement: { question: resolveQuestion },
};
