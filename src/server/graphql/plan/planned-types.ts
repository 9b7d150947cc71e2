import type { PlannedTypes } from "./plan-scope.ts";
import { benchmarkFields, categoryFields, releaseFields, taskFields } from "./types/benchmark-fields.ts";
import { keyCorrectionFields, keyRevisionFields } from "./types/key-revision-fields.ts";
import { modelFields } from "./types/model-fields.ts";
import { publishedResultFields } from "./types/published-result-fields.ts";
import { questionFields } from "./types/question-fields.ts";
import { predictionFields, runFields } from "./types/run-plan.ts";
import { scoringFields } from "./types/scoring-fields.ts";
import { videoFields } from "./types/video-fields.ts";

/** The fields of every GraphQL type that is read from a table. */
export const PLANNED_TYPES: PlannedTypes = {
  Benchmark: benchmarkFields,
  Category: categoryFields,
  KeyCorrection: keyCorrectionFields,
  KeyRevision: keyRevisionFields,
  Model: modelFields,
  Prediction: predictionFields,
  PublishedResult: publishedResultFields,
  Question: questionFields,
  Release: releaseFields,
  Run: runFields,
  Scoring: scoringFields,
  Task: taskFields,
  Video: videoFields,
};
