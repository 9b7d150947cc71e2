import { reportsNoFailure } from "../../domain/failure-report.ts";
import { valueText } from "../../domain/texts.ts";
import { readLiteralText } from "../files/literal-column.ts";
import { type Fields, isFields, textOf } from "../files/record-fields.ts";
import { FormatError } from "./submission-format.ts";

/**
 * Options: a list, an object by label, or either one as JSON or Python text; else undefined.
 * @throws {FormatError} for a text with two fields of one name
 */
export function optionsOf(value: unknown): readonly string[] | undefined {
  const read = typeof value === "string" ? parseLiteral(value) : value;
  const texts = Array.isArray(read) ? read : isFields(read) ? labelled(read) : [];
  const known = texts.filter((text) => text !== null && text !== undefined).map(optionText);
  return known.length === 0 ? undefined : known;
}

/** An option as text. The API and its exports have objects with a label and a text. */
function optionText(option: unknown): string {
  if (!isFields(option) || typeof option.text !== "string") return valueText(option);
  return typeof option.label === "string" ? `${option.label}. ${option.text}` : option.text;
}

/** An object's options in the order of their labels, each prefixed with its label. */
const labelled = (options: Fields): readonly string[] =>
  Object.entries(options)
    .filter(([, text]) => text !== null && text !== undefined)
    .toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map(([label, text]) =>
      /^[A-Za-z]$/.test(label) ? `${label.toUpperCase()}. ${valueText(text)}` : valueText(text),
    );

/** @throws {FormatError} for an object with two fields of one name */
function parseLiteral(text: string): unknown {
  const literal = readLiteralText(text);
  if (literal.kind === "repeated")
    throw new FormatError(`its options have the field '${literal.name.slice(0, 80)}' twice`);
  return literal.kind === "value" ? literal.value : null;
}

/**
 * Texts that scripts write instead of an answer if the video, the memory or the API fails. Here they become the row's
 * error; the scoring recognizes such texts as failures, too.
 * @see OmniVideoBench, the scripts of Qwen2.5-Omni and HumanOmniV2: "Video file not found.", "Video corrupted: …",
 *   "Video decoding error: …"; VLMEvalKit, `FAIL_MSG` and `INFER_FAIL_MSG`, which is shorter
 */
const FAILURE_TEXT =
  /^\s*(?:Error\s*:|Failed to obtain answer(?: via API|\.?\s*$)|(?:Video|Audio|Image) (?:file not found|(?:file )?corrupted\s*:|(?:decoding|loading|processing) error)|(?:GPU|CUDA) memory insufficient|(?:GPU|CUDA) out of memory)/i;

/**
 * The failure in a record: a failure text instead of the answer, or a reported one; null if nothing failed.
 * @param answer the text of the answer field; null if the record has none
 */
export const failureOf = (record: Fields, answer: string | null): string | null =>
  isFailureText(answer) ? (answer ?? "").trim() : reportedFailure(record, answer);

/**
 * The failure in a record's error fields; null if there is none. `error` always counts. `error_message`,
 * `error_details` and `error_type` count only if the answer is blank or itself a failure, because scripts also keep
 * them beside an answer from a second attempt.
 */
export function reportedFailure(record: Fields, answer: string | null): string | null {
  const isAnswered = answer !== null && answer.trim() !== "" && !isFailureText(answer);
  if (isAnswered) return said(record.error);
  return said(record.error_message) ?? said(record.error_details) ?? said(record.error) ?? said(record.error_type);
}

const isFailureText = (answer: string | null): boolean => answer !== null && FAILURE_TEXT.test(answer);

/** The text of an error field; null if it means that nothing failed. */
export function said(value: unknown): string | null {
  const text = textOf(value);
  return text === null || reportsNoFailure(text) ? null : text;
}
