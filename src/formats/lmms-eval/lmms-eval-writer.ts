import { createHash } from "node:crypto";
import type { ExportedPrediction } from "../../domain/exported-run.ts";
import { type FilePieces, jsonLine, type Pieces, textOf } from "../encoding/pieces.ts";
import {
  denominatorOf,
  modelId,
  questionText,
  type RunDocument,
  references,
  runDetails,
} from "../results/run-document.ts";

/** The task's name in the style of the harnesses, which use no hyphens. */
export const taskName = ({ release }: RunDocument): string => release.benchmark.replaceAll("-", "_");

/** lmms-eval's names for the scores of the benchmarks that it has. */
const METRICS: Readonly<Record<string, string>> = { worldsense: "worldsense_score", mmworld: "mmworld_accuracy" };

const metricName = ({ release }: RunDocument): string => METRICS[release.benchmark] ?? "omnidex_score";

/** The time of the scoring in the form of lmms-eval's file names: `20261121_063000`. */
export const fileStamp = ({ run }: RunDocument): string =>
  run.scoring.scoredAt.slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "_");

/**
 * Rows of lmms-eval's `*_samples_<task>.jsonl`. `doc_id` is the position in the benchmark's file. `resps` is left out
 * if it equals `filtered_resps`, as in lmms-eval, and is empty without a response. A failed prediction has a field
 * `error`, which lmms-eval does not have.
 * @see lmms_eval/loggers/evaluation_tracker.py, `save_results_samples`
 */
export const lmmsEvalSamples = (document: RunDocument, pieces: Pieces<ExportedPrediction>): FilePieces =>
  textOf("", pieces, (row) => {
    const [target = ""] = references(row);
    const input = questionText(row, document);
    return jsonLine({
      doc_id: row.ordinal,
      target,
      filtered_resps: row.response ?? "",
      ...(row.response === null && { resps: [] }),
      doc_hash: createHash("sha256").update(`${row.key}\n${input}`).digest("hex"),
      [metricName(document)]: metricOf(row, target),
      ...(row.error !== null && { error: row.error }),
      ...(row.confirmation !== null && { confirmation: row.confirmation }),
      input,
    });
  });

/** Fields that reveal the answer are omitted if the viewer may not see it. Unscored questions have no score. */
const metricOf = (row: ExportedPrediction, target: string) => ({
  question_id: row.ordinal,
  question_key: row.key,
  ...(row.video !== null && { video_id: row.video }),
  category: row.task.name,
  level: row.level,
  level_source: row.task.levelSource,
  audio_class: row.audioTypes,
  pred_answer: row.extracted ?? "",
  rule: row.rule,
  ...(row.errorTypes !== null && row.errorTypes.length > 0 && { error_types: row.errorTypes }),
  ...(row.outcome !== null && { outcome: row.outcome, score: row.score, ...(target !== "" && { answer: target }) }),
});

/**
 * lmms-eval's `*_results.json`. The format's `stderr` assumes independent questions, so the standard error clustered by
 * video is in a separate field.
 */
export async function* lmmsEvalResults(document: RunDocument): FilePieces {
  const { run, release, score } = document;
  const [task, metric] = [taskName(document), metricName(document)];
  const results = {
    results: { [task]: { alias: task, ...(score !== null && metricsOf(metric, score)) } },
    group_subtasks: { [task]: [] },
    configs: {
      [task]: {
        task,
        output_type: "generate_until",
        num_fewshot: 0,
        metric_list: [{ metric, aggregation: "mean", higher_is_better: true }],
        metadata: { ...runDetails(document), denominator: denominatorOf(document) },
      },
    },
    versions: { [task]: release.version },
    "n-shot": { [task]: 0 },
    higher_is_better: { [task]: { [metric]: true } },
    "n-samples": { [task]: { original: release.questions, effective: score?.n ?? 0 } },
    config: {
      model: run.model.name,
      model_args: run.frames === null ? "" : `max_frames_num=${run.frames}`,
      random_seed: run.seed,
      limit: null,
    },
    date: fileStamp(document),
    model_source: "omnidex",
    model_name: modelId(document),
    model_name_sanitized: modelId(document).replaceAll(/[^\w.-]+/g, "__"),
  };
  yield `${JSON.stringify(results, null, 2)}\n`;
}

/** A coarse score has no counts besides `n`. */
const metricsOf = (metric: string, { value, standardError, coarse, ...counts }: NonNullable<RunDocument["score"]>) => ({
  [`${metric},none`]: value,
  [`${metric}_stderr,none`]: "N/A",
  [`${metric}_stderr_clustered,none`]: standardError,
  n: counts.n,
  ...(!coarse && { unparsed: counts.unparsed, missing: counts.missing, errored: counts.errored }),
});
