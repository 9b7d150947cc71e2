import { createHash } from "node:crypto";
import type { ExportedCell, ExportedPrediction, ExportedScore } from "../../domain/exported-run.ts";
import type { FilePieces, Pieces } from "../encoding/pieces.ts";
import {
  coarseNote,
  DENOMINATOR,
  generationDetails,
  modelId,
  type RunDocument,
  runDetails,
  runId,
  scoreCounts,
} from "../results/run-document.ts";
import { eeeInstances } from "./eee-instances.ts";
import { EEE_VERSION, eeeFolder, eeeRowsName, evaluationId, recordedAt, resultId } from "./eee-names.ts";

/**
 * The aggregate record of a run. If the viewer may see answers, the record names the file of the run's rows and its
 * checksum; the rows are therefore written once beforehand.
 */
export async function* eeeAggregate(document: RunDocument, pieces: Pieces<ExportedPrediction>): FilePieces {
  const { run, release, score, cells } = document;
  const record = {
    schema_version: EEE_VERSION,
    evaluation_id: evaluationId(document),
    evaluation_timestamp: run.createdAt,
    retrieved_timestamp: recordedAt(document),
    source_metadata: {
      source_name: "Omnidex",
      source_type: "evaluation_run",
      // The organization that ran the model is not recorded.
      source_organization_name: "unknown",
      evaluator_relationship: "other",
      additional_details: { run: runId(document) },
    },
    eval_library: { name: "omnidex", version: document.version, additional_details: runDetails(document) },
    model_info: modelInfo(document),
    evaluation_results: [
      ...(score === null ? [] : [result(document, release.benchmark, "overall", score)]),
      ...cells.map((cell) => cellResult(document, cell)),
    ],
    ...(document.answersVisible && (await detailedResults(document, pieces))),
  };
  yield `${JSON.stringify(record, null, 2)}\n`;
}

/** The reference to the file of the rows. Empty if there are no rows, because a file without rows is not allowed. */
async function detailedResults(document: RunDocument, pieces: Pieces<ExportedPrediction>) {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const text of eeeInstances(document, pieces)) {
    hash.update(text);
    rows += String(text).split("\n").length - 1;
  }
  if (rows === 0) return {};
  const file_path = `${eeeFolder(document)}/${eeeRowsName(document)}`;
  return {
    detailed_evaluation_results: {
      format: "jsonl",
      file_path,
      hash_algorithm: "sha256",
      checksum: hash.digest("hex"),
      total_rows: rows,
    },
  };
}

function modelInfo(document: RunDocument) {
  const { name, organization, parameters, url } = document.run.model;
  return {
    name,
    id: modelId(document),
    ...(organization !== null && { developer: organization }),
    additional_details: {
      // Required since 0.3.0, but not recorded by Omnidex.
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
  const details = { ...scoreCounts(score), value_answered: score.coarse ? null : valueAnswered, chance };
  return {
    evaluation_result_id: resultId(document, part),
    evaluation_name: name,
    source_data: sourceData(document),
    evaluation_timestamp: document.run.scoring.scoredAt,
    metric_config: {
      evaluation_description: `The mean score of the questions. ${DENOMINATOR}${coarseNote(score)}`,
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

/** Converts details to texts and leaves out null values. */
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
