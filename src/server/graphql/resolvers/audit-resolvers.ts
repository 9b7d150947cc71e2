import { requireUpTo } from "../../../domain/errors.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import { hasKey } from "../../../domain/viewer.ts";
import type { RunReference } from "../../boards/run-aggregates.ts";
import type { RunAuditArgs, RunAuditDisagreementsArgs } from "../../generated/schema-types.ts";
import { auditRun, type Disagreement, listExtractors, type RunAudit } from "../../runs/audit-run.ts";
import { fetchOutputBytes } from "../../runs/prediction-queries.ts";
import { DEFAULT_PAGE_SIZE } from "../plan/page-arguments.ts";
import { type Compute, ofNeeds, type RequestContext, type Resolver, type ResolverMap } from "./resolver.ts";

const MOST_DISAGREEMENTS = 1000;

const resolveExtractors: Resolver = () => listExtractors();

const computeAudit: Compute<RunAuditArgs, RunReference> = async (reference, { extractor, filter }, context) => {
  const { runs, runAggregates, viewer } = context;
  await chargeReading(reference.run, context);
  const slice = canonicalSlice(filter);
  return runs.audits[hasKey(viewer) ? "withKey" : "withoutKey"](() =>
    auditRun(runs, runAggregates, reference, extractor, slice),
  );
};

/**
 * Charges for reading a run's responses again.
 * @throws `COST_LIMIT_EXCEEDED` if the responses are too many or too long
 */
export async function chargeReading(run: number, { runs, cost }: RequestContext): Promise<void> {
  cost.chargeReading(await fetchOutputBytes(runs.database, run));
}

const resolveDifference: Resolver<object, RunAudit> = ({ original, score }) =>
  original === null || score === null ? null : score.value - original.value;

const resolveDifferences: Resolver<object, RunAudit> = ({ disagreements }) => disagreements.length;

const resolveDisagreements: Resolver<RunAuditDisagreementsArgs, RunAudit> = ({ disagreements, release }, { first }) => {
  const most = requireUpTo(MOST_DISAGREEMENTS, "first", first ?? DEFAULT_PAGE_SIZE);
  return disagreements.slice(0, most).map((disagreement) => ({ ...disagreement, release }));
};

const resolveQuestion: Resolver<object, Disagreement & { release: number }> = (
  { release, ordinal },
  _args,
  { planned },
  info,
) => planned.loadQuestion(release, ordinal, info);

/** Counts the response each time that the document asks for it, under whichever name. */
const resolveResponse: Resolver<object, Disagreement> = ({ response }, _args, { cost }) => {
  cost.show(response?.length ?? 0);
  return response;
};

export const auditResolvers: ResolverMap = {
  Query: { extractors: resolveExtractors },
  Run: { audit: ofNeeds(computeAudit) },
  RunAudit: { difference: resolveDifference, differences: resolveDifferences, disagreements: resolveDisagreements },
  AuditDisagreement: { question: resolveQuestion, response: resolveResponse },
};
