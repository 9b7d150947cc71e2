import { requireNodeKey } from "../../../domain/node-id.ts";
import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import { type ModalityContrast, type ModalityNeed, modalityDiagnostics } from "../../boards/modality-diagnostics.ts";
import { type RunGroup, runGroups } from "../../boards/run-groups.ts";
import type { QueryModalityDiagnosticsArgs, QueryRunGroupsArgs } from "../../generated/schema-types.ts";
import { fetchQuestionsByOrdinal } from "../plan/root-fields.ts";
import { runConditions } from "../plan/types/run-list.ts";
import { pageOfItems } from "./computed-list.ts";
import { type Resolver, type ResolverMap, referring } from "./resolver.ts";

const MOST_GROUPS = 100;

const resolveRunGroups: Resolver<QueryRunGroupsArgs> = async (_source, args, { database, runAggregates, viewer }) => {
  const slice = canonicalSlice(args.slice);
  const items = await runGroups(database, runAggregates, viewer, runConditions(args.filter), slice);
  return pageOfItems({ name: "run-groups", items, idOf: ({ runs }) => String(runs[0]) }, args, MOST_GROUPS);
};

const resolveGroupRuns: Resolver<object, RunGroup> = ({ runs }, _args, { planned }, info) =>
  runs.map((run) => planned.load("Run", run, info));

const resolveDiagnostics: Resolver<QueryModalityDiagnosticsArgs> = (_source, args, context) => {
  const runs = args.runs.map((id) => requireNodeKey("Run", id, "runs"));
  const { database, runAggregates, viewer } = context;
  return modalityDiagnostics(database, runAggregates, viewer, runs, canonicalSlice(args.filter));
};

const runOf = (side: "with" | "without") =>
  referring({ type: "Run", key: (contrast: ModalityContrast) => contrast[side] });

const resolveQuestions =
  (side: "gained" | "lost"): Resolver<object, ModalityContrast> =>
  (contrast, _args, context, info) =>
    fetchQuestionsByOrdinal(context, info, contrast.release, contrast[side]);

const resolveNeedQuestions: Resolver<object, ModalityNeed> = ({ release, ordinals }, _args, context, info) =>
  fetchQuestionsByOrdinal(context, info, release, ordinals);

export const diagnosticsResolvers: ResolverMap = {
  Query: { runGroups: resolveRunGroups, modalityDiagnostics: resolveDiagnostics },
  RunGroup: { model: referring({ type: "Model", key: ({ model }: RunGroup) => model }), runs: resolveGroupRuns },
  ModalityContrast: {
    with: runOf("with"),
    without: runOf("without"),
    gained: resolveQuestions("gained"),
    lost: resolveQuestions("lost"),
  },
  ModalityNeed: { questions: resolveNeedQuestions },
};
