import { protocolFrom } from "../../domain/run-protocol.ts";
import { MODALITIES, type Modality } from "../../domain/vocabulary.ts";
import { type Fields, indexOf, isFields, misspelt, nameOf, textOf } from "../files/record-fields.ts";
import { snakeCase } from "../results/run-document.ts";
import { optionsOf, reportedFailure } from "../rows/option-fields.ts";
import { FormatError, type SubmissionFormat } from "../rows/submission-format.ts";
import type { RowNames, SubmissionHeader } from "../rows/submission-row.ts";

/**
 * The output fields of a row that Omnidex exported, unchanged. Unlike in a harness's file, a response is never read as a
 * failure message, and the error "none" is an error. A null response stays null and is a prediction.
 */
export const exportedOutput = (response: unknown, error: unknown) => ({
  response: textOf(response),
  error: textOf(error),
  missing: false,
});

/**
 * Reads the run's fields from the details of an export. The value of each detail is a text.
 * @see src/formats/results/run-document.ts, `runDetails`
 */
export function exportedHeader(details: Fields): SubmissionHeader {
  const inputs = nameOf(details.inputs)?.split(",") ?? [];
  return {
    benchmark: nameOf(details.benchmark),
    model: nameOf(details.model_name),
    parameters: nameOf(details.model_parameters),
    organization: nameOf(details.model_organization),
    modelUrl: nameOf(details.model_url),
    inputs: modalities(inputs),
    frames: indexOf(details.frames),
    seed: indexOf(details.seed),
    prompt: textOf(details.prompt) ?? undefined,
    protocol: protocolFrom((name) => details[snakeCase(name)]),
    notes: textOf(details.notes) ?? undefined,
    reportUrl: nameOf(details.report_url),
    openEnded: nameOf(details.open_ended) === "true" ? true : undefined,
  };
}

/** The modalities that a list of words names; undefined if no word names one. */
function modalities(words: readonly unknown[]): readonly Modality[] | undefined {
  const known = MODALITIES.filter((name) => words.includes(name));
  return known.length === 0 ? undefined : known;
}

/** The benchmark whose name occurs in a harness's task name. */
export function benchmarkNamed(task: string): string | undefined {
  const plain = task.toLowerCase().replace(/[^a-z]/g, "");
  return ["worldsense", "mmworld", "omnivideobench", "avi-bench"].find((slug) => plain.includes(slug.replace("-", "")));
}

/**
 * The fields of a row of Omnidex's own format that identify its question. The row may have the fields of a result file
 * or those of an exported question. Undefined for a row without a question key.
 */
function ownNames(record: Fields): RowNames | undefined {
  const [key, otherKey] = [nameOf(record.question), nameOf(record.key)].filter((name) => name !== undefined);
  if (key === undefined) return undefined;
  return {
    key,
    otherKey,
    benchmark: stated(isFields(record.benchmark) ? record.benchmark.slug : record.benchmark),
    video: stated(isFields(record.video) ? record.video.key : record.video),
    text: stated(record.text),
    options: shownOptions(record.options),
  };
}

/** A text, unless it is blank or a missing value of Python or pandas. */
function stated(value: unknown): string | undefined {
  const text = nameOf(value);
  return text === undefined || /^(?:nan|none|null|<na>)$/i.test(text) ? undefined : text;
}

/**
 * The options as the model saw them: a list, or lines of text.
 * @throws {FormatError} for a value that is neither, because the order of the options decides what a label means
 */
function shownOptions(value: unknown): readonly string[] | undefined {
  const text = stated(value);
  if (text === undefined || /^(?:\[\s*\]|\{\s*\})$/.test(text)) return undefined;
  const options = optionsOf(value);
  if (options !== undefined) return options;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1) return lines;
  throw new FormatError(`its field 'options' is not a list of texts, such as ["A. a cat", "B. a dog"]`);
}

const OUTPUTS = ["response", "error", "confirmation"];

/**
 * The project's own format, which is also the API's: rows `{question, response, error?, confirmation?}`, where
 * `question` is the question's key. A row may also have the question's `text`, `video` and `benchmark`, which must match,
 * and the `options` in the order in which the model saw them. The rows are NDJSON, CSV, TSV, Parquet or a JSON array,
 * or they are in `predictions` of an object that also has the run's fields. A row whose response and error are null is a
 * prediction: it counts as unparsed, as in the API.
 */
export const omnidex: SubmissionFormat = {
  name: "omnidex",
  recognises: (record) =>
    (nameOf(record.question) ?? nameOf(record.key)) !== undefined &&
    OUTPUTS.some((name) => Object.hasOwn(record, name)),
  read(row, { inTable }) {
    // Only rows that Omnidex exported have a `rule`. In these rows, the text "NaN" is what the model wrote, and not a
    // missing value.
    const isExported = row.rule !== undefined;
    const record = inTable && !isExported ? withMissing(row) : row;
    const names = ownNames(record);
    if (names === undefined) throw new FormatError("it has no 'question', the key of the question that it answers");
    const isLost = typeof record.response === "number" && !Number.isFinite(record.response);
    if (isLost && nameOf(record.error) === undefined) throw new FormatError(notText(record.response));
    const confirmation = textOf(record.confirmation);
    const response = isLost ? null : textOf(record.response);
    if (response === null && nameOf(record.error) === undefined) requireOutput(record);
    if (isExported) return { names, ...exportedOutput(response, record.error), confirmation };
    return { names, response, error: reportedFailure(record, response), confirmation };
  },
  async header(_file, head) {
    const model: Fields = isFields(head.model) ? head.model : { name: head.model };
    return {
      benchmark: nameOf(isFields(head.benchmark) ? head.benchmark.slug : head.benchmark),
      model: nameOf(model.name),
      parameters: nameOf(model.parameters),
      organization: nameOf(model.organization),
      modelUrl: nameOf(model.url),
      inputs: modalities(Array.isArray(head.inputs) ? head.inputs : []),
      frames: indexOf(head.frames),
      seed: indexOf(head.seed),
      prompt: nameOf(head.prompt),
      protocol: protocolFrom((name) => (isFields(head.protocol) ? head.protocol[name] : undefined)),
      notes: nameOf(head.notes),
      reportUrl: nameOf(head.reportUrl),
      openEnded: head.openEnded === true ? true : undefined,
    };
  },
};

/** An empty cell of pandas, written as NaN, may be an empty response as well as a lost one. */
const notText = (response: unknown): string =>
  `its field 'response' is ${String(response)}, not a text. Write "" if the model returned nothing, or an 'error' if the request failed`;

/** A row of a table in which the texts "NaN" and "nan" of output fields are replaced by the number NaN. */
const withMissing = (row: Fields): Fields => ({
  ...row,
  ...Object.fromEntries(OUTPUTS.filter((name) => MISSING.has(row[name])).map((name) => [name, Number.NaN])),
});

const MISSING: ReadonlySet<unknown> = new Set(["NaN", "nan"]);

/**
 * Rejects a row in which the response is absent or misspelt, because it would count as a prediction without a response.
 * A response may be null.
 */
function requireOutput(record: Fields): void {
  const fields = Object.keys(record).join(", ");
  if (misspelt(record, "response") !== undefined)
    throw new FormatError(`it has no 'response'. Is one of its fields (${fields}) meant as 'response'?`);
  if (record.response === undefined && record.error === undefined)
    throw new FormatError(
      `it has neither 'response' nor 'error'. Write "" as the response if the model returned nothing`,
    );
}
