import type { Modality } from "../../domain/vocabulary.ts";
import { type Fields, nameOf, textOf } from "../files/record-fields.ts";
import { baseNameOf } from "../files/submission-file.ts";
import { FormatError, type SubmissionFormat } from "../rows/submission-format.ts";
import { framesInName, modelInName } from "./file-names.ts";

const KEYS = ["sample_id", "question_id", "qid", "key", "id", "question"];
/** Columns that describe a question or its answer, whatever they hold. */
const DESCRIBING =
  /^(?:index|unnamed: ?\d*|video.*|question.*|text|options?|choices?|candidates|answer.*|gt.*|correct.*|label|task.*|type|duration|domain|category|split|subset|is_.*|score.*|[a-e])$/i;
/** What a model that chooses an option writes; a blank cell is an answer that is missing or could not be read. */
const ANSWER = /^(?:[A-J]|\([A-J]\)|[A-J][.)]|[Yy]es|[Nn]o)?$/;

const keyColumn = (record: Fields): string | undefined => KEYS.find((name) => Object.hasOwn(record, name));

/** The columns with answers. */
function configurations(record: Fields): readonly string[] {
  const key = keyColumn(record);
  return key === undefined ? [] : Object.keys(record).filter((name) => name !== key && !DESCRIBING.test(name));
}

const TEXT_ONLY = /(?:^|[^a-z])(?:text[ _-]?only|blind|no[ _-]?video)(?![a-z])/i;

/**
 * A table with a row for each question and a column of answers for each configuration of a model, such as `16f_151k` and
 * `textonly`. Each column is a run. A blank cell is a response without an answer, which counts as wrong.
 */
export const wideTable: SubmissionFormat = {
  name: "wide-table",
  recognises(record) {
    const columns = configurations(record);
    const cells = columns.map((name) => textOf(record[name])?.trim() ?? "");
    return columns.length > 1 && cells.some((cell) => cell !== "") && cells.every((cell) => ANSWER.test(cell));
  },
  columns: configurations,
  read(record, { column = "" }) {
    const key = nameOf(record[keyColumn(record) ?? ""]);
    if (key === undefined) throw new FormatError(`it has no ${KEYS.map((name) => `'${name}'`).join(", ")}`);
    return { names: { key }, response: textOf(record[column]) ?? "", error: null };
  },
  async header(file, _head, _first, column = "") {
    const frames = framesInName(column);
    const inputs: readonly Modality[] | undefined = TEXT_ONLY.test(column)
      ? ["TEXT"]
      : frames === undefined
        ? undefined
        : ["VIDEO"];
    return {
      model: modelInName(file.name),
      ...(inputs !== undefined && { inputs, inputsAreNamed: true }),
      frames,
      notes: `Column ${column} of ${baseNameOf(file)}.`,
    };
  },
};
