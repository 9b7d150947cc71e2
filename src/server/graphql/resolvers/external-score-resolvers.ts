import { requireNodeKey } from "../../../domain/node-id.ts";
import type { MutationReportScoresArgs } from "../../generated/schema-types.ts";
import { reportScores } from "../../runs/submission/annotated-run.ts";
import { fetchRun } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

interface ReportedRun {
  /** The run's primary key. */
  readonly run: number;
  readonly reported: number;
}

const resolveReportScores: Resolver<MutationReportScoresArgs> = async (
  _source,
  { input },
  { runs, viewer },
): Promise<ReportedRun> => {
  const run = requireNodeKey("Run", input.run, "run");
  return { run, reported: await reportScores(runs, viewer, run, input) };
};

const resolveRun: Resolver<object, ReportedRun> = ({ run }, _args, context, info) => fetchRun(context, info, run);

export const externalScoreResolvers: ResolverMap = {
  Mutation: { reportScores: resolveReportScores },
  ReportScoresPayload: { run: resolveRun },
};
