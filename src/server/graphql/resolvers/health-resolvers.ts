import { canonicalSlice } from "../../../domain/slice/canonical-slice.ts";
import type {
  HealthReportFindingsArgs,
  QueryBenchmarkHealthArgs,
  QueryComparisonPlanArgs,
} from "../../generated/schema-types.ts";
import { analysedRelease, withheldFigures } from "../../items/analysed-release.ts";
import { type HealthReport, healthReport } from "../../items/find-health-report.ts";
import { plannedComparison } from "../../items/subset-planning.ts";
import { inTurn } from "../../workers/yielding.ts";
import { pageOfItems } from "./computed-list.ts";
import { analysisOf } from "./item-resolvers.ts";
import { type Resolver, type ResolverMap, referring } from "./resolver.ts";

const MOST_FINDINGS = 1_000;

/** A report with the benchmark that was asked for. */
interface NamedReport extends HealthReport {
  readonly benchmark: string;
}

type Finding = HealthReport["findings"][number];

/** A finding with the release of its question. */
interface PlacedFinding extends Finding {
  readonly release: number;
}

const resolveHealth: Resolver<QueryBenchmarkHealthArgs> = async (_source, args, context) => {
  const { database, runAggregates, runs, viewer } = context;
  const { benchmark } = args;
  const release = await analysedRelease(database, runAggregates, viewer, benchmark);
  const [all, fullest] = await Promise.all([
    analysisOf(context, release, args, "ALL"),
    analysisOf(context, release, args, "FULLEST"),
  ]);
  const { withheld, ...report } = await inTurn(() => healthReport(runs, runAggregates, { all, fullest }));
  return { ...report, benchmark, withheld: withheldFigures(withheld) };
};

const resolveFindings: Resolver<HealthReportFindingsArgs, NamedReport> = ({ release, findings, benchmark }, args) => {
  const listed = args.problem == null ? findings : findings.filter(({ problem }) => problem === args.problem);
  const items = listed.map((finding): PlacedFinding => ({ ...finding, release }));
  return pageOfItems(
    {
      name: `health:${benchmark}:${args.problem ?? ""}`,
      items,
      idOf: ({ problem, question }) => `${problem}:${question}`,
    },
    args,
    MOST_FINDINGS,
  );
};

const resolvePlan: Resolver<QueryComparisonPlanArgs> = async (_source, args, context) => {
  const { database, runAggregates, viewer } = context;
  const release = await analysedRelease(database, runAggregates, viewer, args.benchmark);
  const analysis = await analysisOf(context, release, args, "FULLEST");
  const slice = canonicalSlice(args.filter);
  const questions = await runAggregates.slice(release, slice);
  const { difference, power = 0.8, level = 0.05 } = args;
  const options = { difference, power, level };
  const plan = await plannedComparison(analysis, questions, options);
  const videos = new Set(Array.from(questions.ordinals, (ordinal) => videoOf(analysis.matrix.clusters, ordinal)));
  return {
    ...options,
    ...plan,
    available: { questions: questions.count, videos: videos.size },
    evidence: analysis.evidence,
    leftOut: analysis.leftOut,
    uncounted: analysis.uncounted,
    withheld: withheldFigures(analysis.withheld(["plan"])),
  };
};

/** A question without a video is a cluster of its own. */
const videoOf = (clusters: Int32Array, ordinal: number): number => {
  const video = clusters[ordinal] ?? -1;
  return video < 0 ? -1 - ordinal : video;
};

type Duplicate = HealthReport["duplicateVideos"][number];

const resolveQuestion: Resolver<object, PlacedFinding> = ({ release, question }, _args, { planned }, info) =>
  planned.loadQuestion(release, question, info);

const resolveOther: Resolver<object, PlacedFinding> = ({ release, other }, _args, { planned }, info) =>
  other === null ? null : planned.loadQuestion(release, other, info);

export const healthResolvers: ResolverMap = {
  Query: { benchmarkHealth: resolveHealth, comparisonPlan: resolvePlan },
  HealthReport: {
    release: referring<HealthReport>({ type: "Release", key: ({ release }) => release }),
    findings: resolveFindings,
  },
  HealthFinding: {
    question: resolveQuestion,
    other: resolveOther,
    figure: ({ figure }: Finding) => (Number.isNaN(figure) ? null : figure),
  },
  DuplicateVideo: {
    video: referring<Duplicate>({ type: "Video", key: ({ video }) => video }),
    other: referring<Duplicate>({ type: "Video", key: ({ other }) => other }),
  },
};
