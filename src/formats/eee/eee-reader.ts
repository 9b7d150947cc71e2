import { parseLooseJson } from "../files/loose-json.ts";
import { type Fields, isFields, nameOf, textOf } from "../files/record-fields.ts";
import { baseNameOf, type SubmissionFile, wholeFile } from "../files/submission-file.ts";
import { benchmarkNamed, exportedHeader, exportedOutput } from "../omnidex/omnidex-results.ts";
import { failureOf, optionsOf } from "../rows/option-fields.ts";
import { FormatError, outputOf, type SubmissionFormat } from "../rows/submission-format.ts";
import type { SubmissionHeader } from "../rows/submission-row.ts";

const ROWS_NAME = /^(.+)_samples\.jsonl$/i;
const LARGEST_RECORD = 64 * 2 ** 20;

/**
 * The rows of "every eval ever", `<uuid>_samples.jsonl`. The record of the run, `<uuid>.json`, is in the same folder
 * and states the model. A sample is identified by its id if that is a question's key, otherwise by its input. The
 * response is the output or, if there are several turns, the assistant's last text. A sample that counts towards
 * several results has a row for each of them. Scores and extracted answers come from another evaluation and are not
 * read.
 * @see every_eval_ever/schemas/instance_level_eval.schema.json, version 0.3.0
 */
export const eee: SubmissionFormat = {
  name: "eee",
  recognises: (record) => "sample_id" in record && "interaction_type" in record,
  read(record) {
    const input = isFields(record.input) ? record.input : {};
    const metadata = isFields(record.metadata) ? record.metadata : {};
    const key = nameOf(record.sample_id);
    const prompt = nameOf(input.raw);
    if (key === undefined && prompt === undefined)
      throw new FormatError("it has neither a 'sample_id' nor an 'input' with the text in 'raw'");
    const references: readonly unknown[] = Array.isArray(input.reference) ? input.reference : [];
    const names = { key, prompt, options: optionsOf(input.choices), target: nameOf(references[0]) };
    const result = nameOf(record.evaluation_result_id) ?? nameOf(record.evaluation_name);
    const response = outputText(record);
    if (metadata.rule === undefined) return { names, result, ...outputOf(response, failureOf(record, response)) };
    return {
      names,
      result,
      ...exportedOutput(response, record.error),
      confirmation: textOf(metadata.confirmation),
    };
  },
  async header(file, _head, first) {
    const record = await recordBeside(file);
    if (record !== null) return headerOf(record);
    return {
      benchmark: benchmarkNamed(nameOf(first.evaluation_name) ?? ""),
      model: nameOf(first.model_id)?.replace(/^unknown\//, ""),
    };
  },
};

/** The first output or, if there are several turns, the last text of the assistant. */
function outputText({ output, messages }: Fields): string | null {
  if (isFields(output)) return textOf(Array.isArray(output.raw) ? output.raw[0] : output.raw);
  const turns: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const said = turns.filter(
    (turn) => isFields(turn) && turn.role === "assistant" && nameOf(turn.content) !== undefined,
  );
  const last = said.at(-1);
  return isFields(last) ? textOf(last.content) : null;
}

/** Whether an object is the record of a run, and not one of its rows. */
export const isEeeRecord = (fields: Fields): boolean =>
  "schema_version" in fields && "evaluation_id" in fields && "model_info" in fields;

/** The path of a record's rows. They are in the record's folder, even if the record states another path. */
export function eeeRowsName(record: Fields, file: SubmissionFile): string {
  const { detailed_evaluation_results: details } = record;
  const path = isFields(details) ? nameOf(details.file_path) : undefined;
  return path?.slice(path.lastIndexOf("/") + 1) ?? baseNameOf(file).replace(/\.json$/i, "_samples.jsonl");
}

function headerOf(record: Fields): SubmissionHeader {
  const library = isFields(record.eval_library) ? record.eval_library : {};
  const model = isFields(record.model_info) ? record.model_info : {};
  if (library.name === "omnidex" && isFields(library.additional_details))
    return exportedHeader(library.additional_details);
  const [result] = Array.isArray(record.evaluation_results) ? record.evaluation_results : [];
  const data = isFields(result) && isFields(result.source_data) ? result.source_data : {};
  return {
    benchmark: benchmarkNamed(`${nameOf(data.dataset_name)} ${nameOf(isFields(result) && result.evaluation_name)}`),
    model: nameOf(model.name) ?? nameOf(model.id),
    organization: model.developer === "unknown" ? undefined : nameOf(model.developer),
  };
}

/** The record beside a file of rows; null if it is missing or unreadable. */
async function recordBeside(file: SubmissionFile): Promise<Fields | null> {
  const stem = ROWS_NAME.exec(baseNameOf(file))?.[1];
  const found = stem === undefined ? null : await file.sibling(`${stem}.json`);
  if (found === null || found.size > LARGEST_RECORD) return null;
  try {
    const text = new TextDecoder().decode(await wholeFile(found));
    const record = parseLooseJson(text, baseNameOf(found), { line: 1, column: 1 });
    return isFields(record) && isEeeRecord(record) ? record : null;
  } catch {
    // Ignored, because the record only supplies names that the user can also give as options.
    return null;
  }
}
