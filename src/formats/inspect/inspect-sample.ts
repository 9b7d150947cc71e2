import type { ExportedPrediction } from "../../domain/exported-run.ts";
import { modelId, questionText, type RunDocument, references } from "../results/run-document.ts";

/** The name of the only scorer in the log. */
export const SCORER = "omnidex";

/** A sample: a question with the model's response. Its id is the question's key. */
export function inspectSample(row: ExportedPrediction, document: RunDocument) {
  const input = questionText({ ...row, options: [] }, document);
  const asked = { role: "user", content: questionText(row, document), source: "input" };
  return {
    id: row.key,
    epoch: 1,
    input,
    ...(row.options.length > 0 && !document.run.openEnded && { choices: row.options }),
    target: targetOf(row),
    messages: row.response === null ? [asked] : [asked, said(row.response)],
    output: outputOf(row, document),
    ...scoresOf(row),
    metadata: metadataOf(row),
    store: {},
    events: [],
    model_usage: {},
    role_usage: {},
    ...(row.error !== null && { error: { message: row.error, traceback: "", traceback_ansi: "" } }),
    attachments: {},
  };
}

/** The sample's gold answer or answers; empty if the viewer may not see them. */
function targetOf(row: ExportedPrediction): string | readonly string[] {
  const [first = "", ...others] = references(row);
  return others.length === 0 ? first : [first, ...others];
}

const said = (content: string) => ({ role: "assistant", content, source: "generate" });

const outputOf = ({ response }: ExportedPrediction, document: RunDocument) => ({
  model: modelId(document),
  choices: response === null ? [] : [{ message: said(response), stop_reason: "stop" }],
  completion: response ?? "",
});

/**
 * Inspect's letters: "C" is correct, "I" incorrect, "N" no answer. A prediction that failed, that cannot be scored, or
 * whose score the viewer may not see has no score.
 */
function scoresOf({ outcome, score, extracted, rule }: ExportedPrediction) {
  const value = outcome === null ? null : VALUES[outcome] === "score" ? score : VALUES[outcome];
  if (value === null) return {};
  return { scores: { [SCORER]: { value, answer: extracted, explanation: rule, metadata: { outcome, score } } } };
}

const VALUES = {
  CORRECT: "C",
  WRONG: "I",
  UNPARSED: "N",
  PARTIAL: "score",
  ERRORED: null,
  UNSCORED: null,
  MISSING: null,
} as const;

function metadataOf({
  ordinal,
  task,
  level,
  audioTypes,
  category,
  video,
  durationSeconds,
  ...row
}: ExportedPrediction) {
  const { answerFormat, rule, outcome, confirmation, errorTypes } = row;
  const always = {
    question_key: row.key,
    ordinal,
    task: task.slug,
    level,
    level_source: task.levelSource,
    audio_types: audioTypes,
    answer_format: answerFormat,
  };
  const known = { category, video, duration_seconds: durationSeconds, rule, outcome, confirmation };
  const labels = errorTypes === null || errorTypes.length === 0 ? {} : { error_types: errorTypes };
  return { ...always, ...labels, ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)) };
}
