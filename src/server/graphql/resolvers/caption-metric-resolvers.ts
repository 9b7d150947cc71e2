import { captionMetrics } from "../../boards/caption-metrics.ts";
import type { RunReference } from "../../boards/run-aggregates.ts";
import { scoringNotes } from "../../boards/scoring-notes.ts";
import { type Compute, computed, type ResolverMap } from "./resolver.ts";

const computeRunMetrics: Compute<object, RunReference> = ({ run, answersVisible }, _args, { runAggregates }) =>
  answersVisible ? runAggregates.captions.ofRun(run) : [];

const computeScoringNotes: Compute<object, RunReference & { readonly judge: boolean | null }> = (
  run,
  _args,
  { runAggregates },
) => scoringNotes(runAggregates, run, run.judge === true);

/** The caption is null if the question does not ask for one or its answer key is hidden. */
interface CaptionNeeds {
  readonly caption: Parameters<typeof captionMetrics>[0] | null;
}

const computePredictionMetrics: Compute<object, CaptionNeeds> = ({ caption }) =>
  caption === null ? [] : captionMetrics(caption);

export const captionMetricResolvers: ResolverMap = {
  Run: { captionMetrics: computed(computeRunMetrics), scoringNotes: computed(computeScoringNotes) },
  Prediction: { metrics: computed(computePredictionMetrics) },
};
