import { createHash } from "node:crypto";
import type { ExportedPrediction } from "../../domain/exported-run.ts";
import { type FilePieces, jsonLine, type Pieces, textOf } from "../encoding/pieces.ts";
import { modelId, questionText, type RunDocument, references } from "../results/run-document.ts";
import { EEE_VERSION, evaluationId, resultId } from "./eee-names.ts";

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
