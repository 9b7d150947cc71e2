import type { ExportedCell, ExportedScore } from "../../domain/exported-run.ts";
import type { FilePieces } from "../encoding/pieces.ts";
import {
  DENOMINATOR,
  generationDetails,
  modelId,
  type RunDocument,
  runId,
  scoreCounts,
  scoringDetails,
} from "./run-document.ts";

/** The version of "every eval ever" that is written. @see https://github.com/evaleval/every_eval_ever */
export const EEE_VERSION = "0.3.0";

/** Seconds since 1970, as a text: of the scoring, so that the same run is always the same record. */
const recordedAt = ({ run }: RunDocument): string => String(Date.parse(run.scoring.scoredAt) / 1000);

export const evaluationId = (document: RunDocument): string =>
  `${document.release.benchmark}/${modelId(document)}/${recordedAt(document)}`;

/** Names one of the results of a run. */
export const resultId = (document: RunDocument, part: string): string => `${runId(document)}/${part}`;

/** The aggregate record of a run. */
export async function* eeeAggregate(document: RunDocument): FilePieces {
  const { run, release, score, cells } = document;
  const record = {
    schema_version: EEE_VERSION,
    evaluation_id: evaluationId(document),
    evaluation_timestamp: run.createdAt,
    retrieved_timestamp: recordedAt(document),
    source_metadata: {
      source_name: "Omnidex",
      source_type: "evaluation_run",
      // Who ran the model is not recorded.
      source_organization_name: "unknown",
      evaluator_relationship: "other",
      additional_details: { run: runId(document) },
    },
    eval_library: { name: "omnidex", version: document.version, additional_details: scoringDetails(document) },
    model_info: modelInfo(document),
    evaluation_results: [
      ...(score === null ? [] : [result(document, release.benchmark, "overall", score)]),
      ...cells.map((cell) => cellResult(document, cell)),
    ],
    ...(document.answersVisible && {
      detailed_evaluation_results: {
        format: "jsonl",
        file_path: `${runId(document)}.eee.jsonl`,
        total_rows: rowCount(document),
      },
    }),
  };
  yield `${JSON.stringify(record, null, 2)}\n`;
}

/** What is missing, or cannot be scored, has no row. */
const rowCount = ({ score }: RunDocument): number => (score === null ? 0 : score.n - score.missing);

function modelInfo(document: RunDocument) {
  const { name, organization, parameters, url } = document.run.model;
  return {
    name,
    id: modelId(document),
    ...(organization !== null && { developer: organization }),
    additional_details: {
      // Required since 0.3.0, but not known here.
      deployment_type: "unknown",
      model_availability: "unknown",
      ...(parameters !== null && { parameters }),
      ...(url !== null && { url }),
    },
  };
}

const cellResult = (document: RunDocument, { dimension, key, label, score }: ExportedCell) =>
  result(document, `${document.release.benchmark}: ${label}`, `${dimension}/${key}`, score);

function result(document: RunDocument, name: string, part: string, score: ExportedScore) {
  const { interval, standardError, valueAnswered, chance } = score;
  const details = { ...scoreCounts(score), value_answered: valueAnswered, chance };
  return {
    evaluation_result_id: resultId(document, part),
    evaluation_name: name,
    source_data: sourceData(document),
    evaluation_timestamp: document.run.scoring.scoredAt,
    metric_config: {
      evaluation_description: `The mean score of the questions. ${DENOMINATOR}`,
      metric_id: "omnidex.score",
      metric_name: "Score",
      metric_kind: "accuracy",
      metric_unit: "proportion",
      lower_is_better: false,
      score_type: "continuous",
      min_score: 0,
      max_score: 1,
    },
    score_details: {
      score: score.value,
      details: texts(details),
      uncertainty: {
        standard_error: { value: standardError, method: "analytic, clustered by video" },
        confidence_interval: {
          lower: interval.lower,
          upper: interval.upper,
          confidence_level: interval.level,
          method: "Wilson with the effective sample size of the error clustered by video, and Student's t",
        },
        num_samples: score.n,
      },
    },
    generation_config: { additional_details: generationDetails(document) },
  };
}

/** Details as texts, without null values. */
const texts = (values: Readonly<Record<string, number | null>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );

function sourceData({ release }: RunDocument) {
  const additional_details = { release_version: String(release.version), license: release.license ?? "not stated" };
  const dataset_name = release.title;
  return release.homepage === null
    ? { dataset_name, source_type: "other", source_version: release.contentHash, additional_details }
    : { dataset_name, source_type: "url", url: [release.homepage], additional_details };
}
