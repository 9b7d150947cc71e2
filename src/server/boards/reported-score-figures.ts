import type { ExternalMetric } from "../../domain/vocabulary.ts";
import { meanOf } from "../../scoring/metrics/avi-tasks/task-figure.ts";
import type { ReportedCaption } from "./external-score-queries.ts";
import type { RunAggregates } from "./run-aggregates.ts";
import type { TaskScore } from "./task-scores.ts";

/** `ReportedTaskScore` of the schema. */
export interface ReportedTaskScore {
  readonly metric: ExternalMetric;
  readonly value: number;
  readonly n: number;
  readonly valueStrict: number;
  readonly nStrict: number;
  readonly sources: readonly string[];
  readonly reporters: readonly ("OWNER" | "MAINTAINER")[];
}

/**
 * The score of a task from the scores that were reported for a run; null if the server scored the task itself.
 * @param run the run's primary key; its answers must be visible to the viewer
 * @param ordinals the questions to which the task score is limited; null for a whole task
 */
export async function reportedScoreOf(
  { externalScores }: RunAggregates,
  run: number,
  { slug, valueStrict }: TaskScore,
  ordinals: ReadonlySet<number> | null = null,
): Promise<ReportedTaskScore | null> {
  if (valueStrict !== null) return null;
  const captions = await externalScores.load(run);
  return reportedScore(
    captions.filter(({ task, ordinal }) => task === slug && (ordinals === null || ordinals.has(ordinal))),
  );
}

/** Null unless every caption of the run has a reported score, since a mean over chosen ones would say nothing. */
function reportedScore(captions: readonly ReportedCaption[]): ReportedTaskScore | null {
  const sent = captions.filter((caption) => caption.sent);
  const scored = sent.flatMap((caption) => (isReported(caption) ? [caption] : []));
  const [first] = scored;
  if (first === undefined || scored.length < sent.length) return null;
  // As the server's own scores of captions, which are never below 0.
  const values = scored.map(({ value }) => Math.max(0, value));
  const mean = meanOf(values);
  return {
    metric: first.metric,
    value: mean,
    n: values.length,
    valueStrict: (mean * values.length) / captions.length,
    nStrict: captions.length,
    sources: [...new Set(scored.map(({ source }) => source))].sort(),
    reporters: (["OWNER", "MAINTAINER"] as const).filter((reporter) =>
      scored.some(({ byOwner }) => byOwner === (reporter === "OWNER")),
    ),
  };
}

const isReported = (
  caption: ReportedCaption,
): caption is ReportedCaption & { readonly [K in "value" | "metric" | "source"]: NonNullable<ReportedCaption[K]> } =>
  caption.value !== null;
