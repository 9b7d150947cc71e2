import { generationDetails, modelDetails, type RunDocument, scoredPredictions } from "./run-document.ts";
import type { RunFormatName } from "./run-formats.ts";

/** Something of a run that a file does not hold. */
export interface RunLoss {
  readonly code: "SETTINGS_NOT_CARRIED" | "UNSCORED_LEFT_OUT" | "JUDGE_NOT_CARRIED";
  /** A sentence that says what to do about it. */
  readonly message: string;
}

/** Files of rows that say nothing of their run. Those with a companion have it there. */
const WITHOUT_SETTINGS: ReadonlySet<RunFormatName> = new Set([
  "omnidex",
  "csv",
  "parquet",
  "lmms-eval",
  "eee-instances",
]);
const WITH_SCORED_ALONE: ReadonlySet<RunFormatName> = new Set(["eee", "eee-instances"]);

/** What would be lost if a file of this format were submitted elsewhere. The formats' other limits are in the docs. */
export const lossesOf = (document: RunDocument, format: RunFormatName): readonly RunLoss[] => [
  ...(WITHOUT_SETTINGS.has(format) ? lostSettings(document) : []),
  ...(WITH_SCORED_ALONE.has(format) ? lostPredictions(document) : []),
  ...lostJudge(document),
];

/** The model's name and the inputs are not among them: no submission is accepted without. */
function lostSettings(document: RunDocument): readonly RunLoss[] {
  const { model_name: _, ...model } = modelDetails(document);
  const { inputs: __, open_ended, ...asked } = generationDetails(document);
  const lost = { ...model, ...asked, ...(open_ended === "true" && { open_ended }) };
  const isShort = (value: string): boolean => /^[\x21-\x7e]{1,40}$/.test(value);
  const names = Object.entries(lost).map(([name, value]) => (isShort(value) ? `${name} ${value}` : name));
  if (names.length === 0) return [];
  const message = `The rows do not say how the model was run (${names.join(", ")}): give it again when you submit them.`;
  return [{ code: "SETTINGS_NOT_CARRIED", message }];
}

function lostPredictions(document: RunDocument): readonly RunLoss[] {
  const lost = document.predictions - scoredPredictions(document);
  if (!document.answersVisible || lost <= 0) return [];
  const message = `${lost} of ${document.predictions} predictions have no row, because they have no score. Other formats hold them.`;
  return [{ code: "UNSCORED_LEFT_OUT", message }];
}

function lostJudge({ run: { scoring } }: RunDocument): readonly RunLoss[] {
  if (scoring.judge === null) return [];
  const message = `What the judge ${scoring.judge} made of responses is not carried: submit with --judge to have them judged again.`;
  return [{ code: "JUDGE_NOT_CARRIED", message }];
}
