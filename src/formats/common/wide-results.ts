import type { Modality } from "../../domain/vocabulary.ts";
import { type Fields, nameOf, textOf } from "../files/record-fields.ts";
import { baseNameOf } from "../files/submission-file.ts";
import { FormatError, type SubmissionFormat } from "../rows/submission-format.ts";
import { framesInName, modelInName } from "./file-names.ts";

const KEYS = ["sample_id", "question_id", "qid", "key", "id", "question"];
/**
 * Columns that describe a question or its answer, whatever they hold, in lower case with underscores. A reference answer
 * that was read as a run would have a perfect score.
 */
const DESCRIBING =
  /^(?:index|unnamed_?\d*|video.*|question.*|text|options?|choices?|candidates|answer.*|gt.*|gold(?:en)?(?:_.*)?|(?:ground_?)?truth(?:_.*)?|target(?:_.*)?|ref(?:erences?)?(?:_.*)?|solutions?(?:_.*)?|keys?(?:_.*)?|correct.*|right_.*|true_.*|labels?(?:_.*)?|human(?:_.*)?|task.*|type|duration|domain|category|split|subset|is_.*|has_.*|requires_.*|score.*|[a-e])$/;
/** What a model that chooses an option writes; a blank cell is an answer that is missing or could not be read. */
const ANSWER = /^(?:[A-J]|\([A-J]\)|[A-J][.)]|[Yy]es|[Nn]o)?$/;

const keyColumn = (record: Fields): string | undefined => KEYS.find((name) => Object.hasOwn(record, name));

const describes = (name: string): boolean =>
  DESCRIBING.test(
    name
      .replace(/([a-z\d])([A-Z])/g, "$1_$2")
      .toLowerCase()
      .replace(/[^a-z\d]+/g, "_")
      .replace(/^_+|_+$/g, ""),
  );

/** The columns with answers, and those that describe the question. */
function columnsOf(record: Fields): { readonly runs: readonly string[]; readonly describing: readonly string[] } {
  const key = keyColumn(record);
  const others = key === undefined ? [] : Object.keys(record).filter((name) => name !== key);
  return { runs: others.filter((name) => !describes(name)), describing: others.filter(describes) };
}

const configurations = (record: Fields): readonly string[] => columnsOf(record).runs;

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
  async header(file, _head, first, column = "") {
    const frames = framesInName(column);
    const inputs: readonly Modality[] | undefined = TEXT_ONLY.test(column)
      ? ["TEXT"]
      : frames === undefined
        ? undefined
        : ["VIDEO"];
    const { runs, describing } = columnsOf(first);
    return {
      model: modelInName(file.name),
      ...(inputs !== undefined && { inputs, inputsAreNamed: true }),
      frames,
      notes: `Column ${column} of ${baseNameOf(file)}.`,
      remark:
        describing.length === 0 || column !== runs[0]
          ? undefined
          : `Columns that describe the questions were not read as runs: ${describing.join(", ")}.`,
    };
  },
};
