import { errorTypesOf } from "../../../domain/error-types.ts";
import { requireNodeKey } from "../../../domain/node-id.ts";
import type { MutationLabelErrorsArgs, QueryErrorTypesArgs } from "../../generated/schema-types.ts";
import { labelErrors } from "../../runs/submission/annotated-run.ts";
import { fetchRun } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const resolveErrorTypes: Resolver<QueryErrorTypesArgs> = (_source, { benchmark }) => errorTypesOf(benchmark ?? null);

interface LabelledRun {
  /** The run's primary key. */
  readonly run: number;
  readonly labelled: number;
}

const resolveLabelErrors: Resolver<MutationLabelErrorsArgs> = async (
  _source,
  { input },
  { runs, viewer },
): Promise<LabelledRun> => {
  const run = requireNodeKey("Run", input.run, "run");
  return { run, labelled: await labelErrors(runs, viewer, run, input.labels) };
};

const resolveRun: Resolver<object, LabelledRun> = ({ run }, _args, context, info) => fetchRun(context, info, run);

export const errorLabelResolvers: ResolverMap = {
  Query: { errorTypes: resolveErrorTypes },
  Mutation: { labelErrors: resolveLabelErrors },
  LabelErrorsPayload: { run: resolveRun },
};
