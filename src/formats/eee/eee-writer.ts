import { createHash } from "node:crypto";
import type { ExportedCell, ExportedPrediction, ExportedScore } from "../../domain/exported-run.ts";
import { type FilePieces, jsonLine, type Pieces, textOf } from "../encoding/pieces.ts";
import {
  coarseNote,
  DENOMINATOR,
  generationDetails,
  modelId,
  questionText,
  type RunDocument,
  references,
  runDetails,
  runId,
  scoreCounts,
} from "../results/run-document.ts";

/**
 * The folder of a run's two files below the root of a datastore of "every eval ever":
 * `data/<collection>/<developer>/<model>`. The collection is the benchmark.
 * @see every_eval_ever/helpers/io.py, `datastore_path_components`
 */
export function eeeFolder(document: RunDocument): string {
  const [developer = "", ...model] = modelId(document).trim().split("/");
  return ["data", document.release.benchmark, developer, model.join("_")].map(folderName).join("/");
}

/** Names that are reserved on Windows, with any extension. */
const RESERVED = /^(?:CON|PRN|AUX|NUL|COM[1-9]|LPT[1-9])(?=\.|$)/i;

/** A text as a folder name that is valid on every system. Only the first folder may be called `data`. */
function folderName(text: string, depth: number): string {
  const portable = text
    .trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
    .replace(/[<>:"/\\|?*\u0000-\u001f]/g, "_")
    .replace(RESERVED, "$&_")
    .replace(/[. ]+$/, (end) => "_".repeat(end.length));
  return portable === "" || (portable === "data" && depth > 0) ? `${portable}_` : portable;
}

/**
 * The identifier of a run's files: a UUID of version 4 that is derived from the run and its scoring. The same scoring
 * of a run always has the same identifier.
 * @see RFC 9562, section 5.4
 */
function eeeUuid(document: RunDocument): string {
  const { run, release } = document;
  const { revision, scoredAt } = run.scoring;
  const identity = [release.benchmark, release.contentHash, modelId(document), runId(document), run.createdAt];
  const bytes = createHash("sha256")
    .update(JSON.stringify([...identity, revision, scoredAt]))
    .digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The name of the record's file. The file with the rows is in the same folder. */
export const eeeRecordName = (document: RunDocument): string => `${eeeUuid(document)}.json`;
export const eeeRowsName = (document: RunDocument): string => `${eeeUuid(document)}_samples.jsonl`;

/** The version of "every eval ever" that is written. @see https://github.com/evaleval/every_eval_ever */
const EEE_VERSION = "0.3.0";

/**
 * The time of the record in seconds since 1970, as a text. It is the time of the scoring, so that a repeated export of
 * a run gives the same record.
 */
const recordedAt = ({ run }: RunDocument): string => String(Date.parse(run.scoring.scoredAt) / 1000);

const evaluationId = (document: RunDocument): string =>
  `${document.release.benchmark}/${modelId(document)}/${recordedAt(document)}`;

/** The id of one of the results of a run. */
const resultId = (document: RunDocument, part: string): string => `${runId(document)}/${part}`;

/**
 * The rows of a run, one for each scored prediction. A row must have a score and a reference, so only viewers who may
 * see the answers get rows. Missing predictions have no row; `metadata.outcome` distinguishes unparsed and failed
 * predictions from wrong ones.
 */
export const eeeInstances = (document: RunDocument, pieces: Pieces<ExportedPrediction>): FilePieces =>
  textOf("", pieces, (row) => (row.score === null ? "" : oneLine(jsonLine(instance(document, row, row.score)))));

/**
 * Escapes the characters that JSON allows in a text but that Python's `splitlines` treats as the end of a line.
 * @see every_eval_ever/validator/validation_core.py, `_summarize_jsonl_text`
 */
const oneLine = (line: string): string =>
  line.replace(/[\u0085\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

function instance(document: RunDocument, row: ExportedPrediction, score: number) {
  const raw = questionText(row, document);
  const reference = references(row);
  return {
    schema_version: EEE_VERSION,
    evaluation_id: evaluationId(document),
    model_id: modelId(document),
    evaluation_name: document.release.benchmark,
    evaluation_result_id: resultId(document, "overall"),
    sample_id: row.key,
    sample_hash: sampleHash(raw, reference),
    interaction_type: "single_turn",
    input: { raw, reference, ...(row.options.length > 0 && { choices: row.options }) },
    output: { raw: row.response === null ? [] : [row.response] },
    messages: null,
    answer_attribution: attribution(row),
    evaluation: { score, is_correct: row.outcome === "CORRECT" },
    error: row.error,
    metadata: metadataOf(row),
  };
}

/**
 * The hash by which "every eval ever" recognizes the same sample under another id. It is computed from the compact JSON
 * with sorted keys that Python writes, which is ASCII.
 * @see every_eval_ever/adapters/openeval/adapter.py, `sample_hash`
 */
function sampleHash(raw: string, reference: readonly string[]): string {
  const text = JSON.stringify({ raw, reference }).replace(
    /[^\0-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return createHash("sha256").update(text).digest("hex");
}

/** How the answer was extracted; empty if no answer was extracted. */
function attribution({ extracted, rule }: ExportedPrediction) {
  if (extracted === null) return [];
  return [
    { turn_idx: 0, source: "output.raw", extracted_value: extracted, extraction_method: rule, is_terminal: true },
  ];
}

function metadataOf(row: ExportedPrediction): Readonly<Record<string, string>> {
  const { outcome, rule, level, answerFormat, video, confirmation } = row;
  const error_types = row.errorTypes?.join(",") || null;
  const { slug: task, levelSource: level_source } = row.task;
  const question = { level, level_source, answer_format: answerFormat, task, video };
  const known = { outcome, rule, ...question, confirmation, error_types };
  return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

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
