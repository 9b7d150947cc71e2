import { captionMetrics } from "../services/captions/caption-metrics.ts";
import { scoringNotes } from "../services/captions/scoring-notes.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";
import { runReference } from "./run-resolvers.ts";

const resolveRunMetrics: Resolver = (run, _args, { runAggregates }) =>
  runAggregates.captions.ofRun(runReference(run).run);

const resolveScoringNotes: Resolver = (run, _args, { runAggregates }) =>
  scoringNotes(runAggregates, runReference(run), run.$judge === true);

/** What the plan adds for a caption; null where the question asks for none, or its key is hidden. */
interface CaptionSource {
  readonly $caption: Parameters<typeof captionMetrics>[0] | null;
}

const resolvePredictionMetrics: Resolver<object, CaptionSource> = ({ $caption }) =>
  $caption === null ? [] : captionMetrics($caption);

export const captionMetricResolvers: ResolverMap = {
  Run: { captionMetrics: resolveRunMetrics, scoringNotes: resolveScoringNotes },
  Prediction: { metrics: resolvePredictionMetrics },
};
