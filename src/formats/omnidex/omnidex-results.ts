import { type Fields, indexOf, isFields, misspelt, nameOf, textOf } from "../files/record-fields.ts";
import { reportedFailure } from "../rows/format-failure.ts";
import { FormatError, type SubmissionFormat } from "../rows/submission-format.ts";
import { exportedOutput, modalities } from "./own-export.ts";
import { ownNames } from "./own-names.ts";

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
