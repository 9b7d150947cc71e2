import { MODALITIES } from "../../../domain/vocabulary.ts";
import { reportedFailure } from "./failure.ts";
import { type Fields, indexOf, isFields, nameOf, textOf } from "./fields.ts";
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
    const response = textOf(record.response);
    return {
      names: { key },
      response,
      error: reportedFailure(record, response),
      confirmation: textOf(record.confirmation),
    };
  },
  async header(_file, head) {
    const model = isFields(head.model) ? head.model.name : head.model;
    const words: readonly unknown[] = Array.isArray(head.inputs) ? head.inputs : [];
    const inputs = MODALITIES.filter((name) => words.includes(name));
    return {
      benchmark: nameOf(isFields(head.benchmark) ? head.benchmark.slug : head.benchmark),
      model: nameOf(model),
      inputs: inputs.length === 0 ? undefined : inputs,
      frames: indexOf(head.frames),
      seed: indexOf(head.seed),
      prompt: nameOf(head.prompt),
      notes: nameOf(head.notes),
    };
  },
};

/** The question's key: spreadsheets name the column `key` as often as `question`. */
const keyOf = (record: Fields): string | undefined => nameOf(record.question) ?? nameOf(record.key);
