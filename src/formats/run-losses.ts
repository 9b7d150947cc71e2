import { REPEATS_BEST } from "./hub/model-card.ts";
import { generationDetails, modelDetails, type RunDocument, scoredPredictions } from "./results/run-document.ts";
import type { RunFormatName } from "./run-formats.ts";

/** A property of a run that a file does not contain. */
export interface RunLoss {
  readonly code: "SETTINGS_NOT_CARRIED" | "UNSCORED_LEFT_OUT" | "JUDGE_NOT_CARRIED" | "SCORE_NOT_SHOWN";
  /** A sentence that says what to do about it. */
  readonly message: string;
}

/** Formats that have only rows and do not describe the run. For some of these formats, a second file describes it. */
const WITHOUT_SETTINGS: ReadonlySet<RunFormatName> = new Set([
  "omnidex",
  "csv",
  "parquet",
  "lmms-eval",
  "eee-instances",
]);
const WITH_OVERALL_SCORE: ReadonlySet<RunFormatName> = new Set(["lmms-eval-results", "eee", "inspect"]);
const WITH_SCORED_ALONE: ReadonlySet<RunFormatName> = new Set(["eee", "eee-instances"]);

/**
 * The properties of a run that would be lost if a file of this format were submitted elsewhere. The documentation lists
 * the limits that apply to every run.
 */
export const lossesOf = (document: RunDocument, format: RunFormatName): readonly RunLoss[] => [
  ...(WITHOUT_SETTINGS.has(format) ? lostSettings(document) : []),
  ...(WITH_SCORED_ALONE.has(format) ? lostPredictions(document) : []),
  ...lostJudge(document),
  ...(document.repeatsBest && WITH_OVERALL_SCORE.has(format)
    ? [{ code: "SCORE_NOT_SHOWN", message: REPEATS_BEST } as const]
    : []),
];

/** The model's name and the inputs are not listed, because every submission has to state them anyway. */
function lostSettings(document: RunDocument): readonly RunLoss[] {
  const { model_name: _, ...model } = modelDetails(document);
  const { inputs: __, open_ended, ...asked } = generationDetails(document);
  const lost = { ...model, ...asked, ...(open_ended === "true" && { open_ended }) };
  const isShort = (value: string): boolean => /^[\x21-\x7e]{1,40}$/.test(value);
  const names = Object.entries(lost).map(([name, value]) => (isShort(value) ? `${name} ${value}` : name));
  if (names.length === 0) return [];
  const message = `The rows do not say how the model was run (${names.join(", ")}): state it again when you submit them.`;
  return [{ code: "SETTINGS_NOT_CARRIED", message }];
}

function lostPredictions(document: RunDocument): readonly RunLoss[] {
  const lost = document.predictions - scoredPredictions(document);
  if (!document.answersVisible || lost <= 0) return [];
  const message = `${lost} of ${document.predictions} predictions have no row, because they have no score. Other formats contain them.`;
  return [{ code: "UNSCORED_LEFT_OUT", message }];
}

function lostJudge({ run: { scoring } }: RunDocument): readonly RunLoss[] {
  if (scoring.judge === null) return [];
  const message = `The file does not contain the verdicts of the judge ${scoring.judge}. Submit it with --judge to have the responses judged again.`;
  return [{ code: "JUDGE_NOT_CARRIED", message }];
}
