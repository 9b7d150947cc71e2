import { reportedFailure } from "./failure.ts";
import { type Fields, indexOf, isFields, misspelt, nameOf, textOf } from "./fields.ts";
import { exportedOutput, modalities } from "./own-export.ts";
import { FormatError, type SubmissionFormat } from "./submission-format.ts";

const OUTPUTS = ["response", "error", "confirmation"];

/**
 * The project's own format, which is also the API's: `{question, response, error?, confirmation?}` with the question's
 * key, as NDJSON, CSV, TSV or Parquet, as a JSON array, or as an object with the run's fields and the rows in
 * `predictions`. A row with neither response nor error is a prediction: it counts as unparsed, as in the API.
 */
export const omnidex: SubmissionFormat = {
  name: "omnidex",
  recognises: (record) => keyOf(record) !== undefined && OUTPUTS.some((name) => Object.hasOwn(record, name)),
  read(record) {
    const key = keyOf(record);
    if (key === undefined) throw new FormatError("it has no 'question', the key of the question that it answers");
    const isLost = typeof record.response === "number" && !Number.isFinite(record.response);
    if (isLost && nameOf(record.error) === undefined) throw new FormatError(notText(record.response));
    const confirmation = textOf(record.confirmation);
    const response = isLost ? null : textOf(record.response);
    if (response === null && nameOf(record.error) === undefined) requireNoMisspelling(record);
    // Only Omnidex's own exports name the rule by which a row was read.
    if (record.rule !== undefined) return { names: { key }, ...exportedOutput(response, record.error), confirmation };
    return { names: { key }, response, error: reportedFailure(record, response), confirmation };
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
      notes: nameOf(head.notes),
      reportUrl: nameOf(head.reportUrl),
      openEnded: head.openEnded === true ? true : undefined,
    };
  },
};

/** An empty cell of pandas, written as NaN, may be an empty response as well as a lost one. */
const notText = (response: unknown): string =>
  `its field 'response' is ${String(response)}, not a text. Write "" if the model returned nothing, or an 'error' if the request failed`;

/** A misspelt output would count as a prediction without a response. */
function requireNoMisspelling(record: Fields): void {
  if (misspelt(record, "response") === undefined) return;
  const fields = Object.keys(record).join(", ");
  throw new FormatError(`it has the fields ${fields}, and no 'response'. Did you mean 'response'?`);
}

/** The question's key: spreadsheets name the column `key` as often as `question`. */
const keyOf = (record: Fields): string | undefined => nameOf(record.question) ?? nameOf(record.key);
