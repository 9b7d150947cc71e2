import type { ExportedPrediction } from "../../domain/exported-run.ts";
import { type FilePieces, itemsOf, type Pieces } from "../encoding/pieces.ts";
import {
  denominatorOf,
  generationDetails,
  modelId,
  questionText,
  type RunDocument,
  references,
  runDetails,
  runId,
  scoreCounts,
} from "../results/run-document.ts";

/** The name of the only scorer in the log. */
const SCORER = "omnidex";

/** A sample: a question with the model's response. Its id is the question's key. */
function inspectSample(row: ExportedPrediction, document: RunDocument) {
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

/**
 * An Inspect log of version 2 as JSON, in the form that `inspect_ai.log.read_eval_log` reads. Its members are in the
 * order in which Inspect writes them, so that readers need not look ahead.
 * @see inspect_ai/log/_log.py, `EvalLog`
 */
export async function* inspectLog(document: RunDocument, pieces: Pieces<ExportedPrediction>): FilePieces {
  const head = {
    version: 2,
    status: "success",
    eval: spec(document),
    plan: PLAN,
    results: results(document),
    stats: stats(document),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"samples":[`;
  yield* itemsOf(pieces, (row) => inspectSample(row, document));
  yield "\n]}\n";
}

const PLAN = { name: "plan", steps: [{ solver: "unknown", params: {}, params_passed: {} }], config: {} };

function spec(document: RunDocument) {
  const { run, release } = document;
  return {
    eval_id: runId(document),
    run_id: runId(document),
    created: run.createdAt,
    task: release.benchmark,
    task_id: `${release.benchmark}/${release.contentHash.slice(0, 12)}`,
    task_version: release.version,
    task_attribs: {},
    task_args: {},
    task_args_passed: {},
    dataset: { name: release.title, location: release.homepage, samples: release.questions, shuffled: false },
    model: modelId(document),
    model_generate_config: run.seed === null ? {} : { seed: run.seed },
    model_args: generationDetails(document),
    config: { epochs: 1 },
    packages: { omnidex: document.version },
    metadata: { ...runDetails(document), denominator: denominatorOf(document) },
    scorers: [{ name: SCORER, options: {}, metrics: [{ name: "accuracy" }, { name: "stderr" }] }],
  };
}

function results(document: RunDocument) {
  const { release, score, predictions } = document;
  return {
    total_samples: release.questions,
    // Questions without a prediction are not samples of the log. A coarse score does not say how many predictions
    // failed.
    completed_samples: predictions - (score === null || score.coarse ? 0 : score.errored),
    scores: score === null ? [] : [overall(document, score)],
    metadata: { denominator: denominatorOf(document) },
  };
}

function overall({ run }: RunDocument, score: NonNullable<RunDocument["score"]>) {
  const metric = (name: string, value: number) => ({ name, value, params: {} });
  return {
    name: SCORER,
    scorer: SCORER,
    scored_samples: score.coarse ? score.n : score.n - score.missing - score.errored,
    params: { extractor: run.scoring.extractor },
    metrics: {
      accuracy: { ...metric("accuracy", score.value), metadata: { ...scoreCounts(score), interval: score.interval } },
      stderr: { ...metric("stderr", score.standardError), metadata: { clustered_by: "video" } },
    },
  };
}

const stats = ({ run }: RunDocument) => ({
  started_at: run.createdAt,
  completed_at: run.scoring.scoredAt,
  model_usage: {},
  role_usage: {},
});
