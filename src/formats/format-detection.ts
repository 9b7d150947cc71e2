import { ImportError } from "../domain/import-error.ts";
import { counted } from "../domain/texts.ts";
import { aviBench } from "./avi-bench/avi-bench-results.ts";
import { common } from "./common/common-results.ts";
import { wideTable } from "./common/wide-results.ts";
import { eee } from "./eee/eee-reader.ts";
import { looksLikeRow } from "./files/column-names.ts";
import { RECORD_LISTS } from "./files/json-records.ts";
import { type Fields, isFields, misspelt } from "./files/record-fields.ts";
import { baseNameOf, type RecordSource, type SubmissionFile } from "./files/submission-file.ts";
import { inspect } from "./inspect/inspect-reader.ts";
import { lmmsEval } from "./lmms-eval/lmms-eval-reader.ts";
import { mmworld } from "./mmworld/mmworld-results.ts";
import { omnidex } from "./omnidex/omnidex-results.ts";
import { omniVideoBench } from "./omnivideobench/omnivideobench-results.ts";
import type { SubmissionFormat, SubmissionFormatName } from "./rows/submission-format.ts";
import { vlmEvalKit } from "./vlmevalkit/vlmevalkit-reader.ts";

/** All formats, with the most distinctive ones first. */
const SUBMISSION_READERS: readonly SubmissionFormat[] = [
  lmmsEval,
  aviBench,
  inspect,
  eee,
  omniVideoBench,
  mmworld,
  common,
  vlmEvalKit,
  omnidex,
  wideTable,
];

/** Every result table has at least two of these columns. */
const COLUMNS = ["index", "question", "prediction", "response"];
const BY_RECORDS = 'pandas\' `to_json(orient="records")` writes it row by row';

/**
 * Describes an object in which pandas' `to_json` wrote a whole table. Such an object has a list or an object for each
 * column, or it has the rows in `data`, and `columns` or `schema` beside them. Null for any other object.
 */
function wholeTable(fields: Fields): string | null {
  if (isFields(fields.schema) && "pandas_version" in fields.schema && Array.isArray(fields.data))
    return `a table beside its schema; ${BY_RECORDS}`;
  const values = COLUMNS.filter((name) => Object.hasOwn(fields, name)).map((name) => fields[name]);
  const isByColumns = values.length > 1 && values.every((value) => typeof value === "object" && value !== null);
  const isSplit = Array.isArray(fields.columns) && Array.isArray(fields.data);
  return isByColumns || isSplit ? `a table written column by column; ${BY_RECORDS}` : null;
}

/** Files without predictions that users pass by mistake, known by the fields of the first record or of the file. */
const WITHOUT_PREDICTIONS: readonly (readonly [what: string, fields: readonly string[]])[] = [
  ["OmniVideoBench's own question file; `omnidex import` takes it", ["video", "video_type", "questions"]],
  ["MMWorld's own question file; `omnidex import` takes it", ["video_id", "discipline", "questions"]],
  ["WorldSense's own question file; `omnidex import` takes it", ["video_duration", "task0"]],
  ["AVI-Bench's own question file; `omnidex import` takes it", ["task", "input", "output"]],
  ["a benchmark's own question file (VLMEvalKit's table); `omnidex import` takes it", ["index", "question", "answer"]],
  ["a benchmark's own question file; `omnidex import` takes it", ["video_id", "question", "options"]],
  ["lmms-eval's summary; submit the `*_samples_*.jsonl` beside it", ["results", "configs"]],
  ["an Inspect log without samples: it was interrupted, or written with `--no-log-samples`", ["eval", "plan"]],
  [
    'the record of a run of "every eval ever"; submit the `<uuid>_samples.jsonl` beside it',
    ["schema_version", "evaluation_results"],
  ],
  ["videos with their questions, and no question has a 'response', as in a benchmark's question file", ["questions"]],
  ["records in 'annotation' without a 'prediction' beside them", ["annotation"]],
  ["rows with a 'question_id' and without a 'response'", ["question_id"]],
  ["a benchmark of your own; `omnidex import` takes it", ["questions", "tasks"]],
];

/** A file with its records and the first record that is an object. */
export interface OpenedFile {
  readonly file: SubmissionFile;
  readonly source: RecordSource;
  readonly first: Fields;
  /** The format, if it was known before the file was opened. */
  readonly format?: SubmissionFormat;
}

/** The most broken records before the first good one; a file with more is not a result file. */
const MOST_BROKEN = 10_000;

/**
 * The first object among the records of a file. AVI-Bench's arrays begin with null if the first slot was not filled.
 * @throws {ImportError} for a file without such a record
 */
export async function firstRecord(file: SubmissionFile, source: RecordSource): Promise<Fields> {
  let records = 0;
  let brokenRecords = 0;
  let broken: ImportError | undefined;
  for await (const record of source.records()) {
    if (isFields(record.value)) return record.value;
    broken ??= record.broken;
    if (record.broken !== undefined && ++brokenRecords > MOST_BROKEN) break;
    records += 1;
  }
  if (broken !== undefined) throw broken;
  const known = records === 0 ? describeHead(source.head) : null;
  const found = known ?? `${counted(records, "row")}, ${records === 1 ? "which is not" : "none of which is"} an object`;
  throw new ImportError(baseNameOf(file), "a result file with a row for each question", found);
}

/**
 * Detects the format of a file from its records, never from its name.
 * @throws {ImportError} that says what the file is instead, if that is known
 */
export function detectFormat({ file, source, first }: OpenedFile): SubmissionFormat {
  const table = wholeTable(first);
  if (table !== null) throw new ImportError(baseNameOf(file), "a result file with a record for each question", table);
  const format = SUBMISSION_READERS.find((reader) => reader.recognises(first));
  if (format !== undefined) return format;
  const fields = Object.keys(first).slice(0, 12).join(", ");
  const harnesses = SUBMISSION_READERS.map(({ name }) => name).filter(
    (name) => name !== "omnidex" && name !== "common",
  );
  const expected = `rows of ${harnesses.join(", ")}, or Omnidex's own with the fields question (its key) and response`;
  const meant = ["response", "prediction"].find((name) => misspelt(first, name) !== undefined);
  const rows = `rows with the fields ${fields || "none"}`;
  const found = meant !== undefined ? `${rows} (did you mean '${meant}'?)` : (describe(first) ?? rows);
  const hint =
    source.isTable === true && looksLikeRow(Object.keys(first))
      ? "; is the row with the names of the columns missing?"
      : "";
  throw new ImportError(baseNameOf(file), expected, `${found}${hint}`);
}

/** The format with a name. */
export function formatOfName(name: SubmissionFormatName): SubmissionFormat {
  const format = SUBMISSION_READERS.find((reader) => reader.name === name);
  if (format === undefined) throw new RangeError(`no format '${name}'`);
  return format;
}

/** Describes a file that is a single object without a list of rows. */
const describeHead = (head: Fields): string => wholeTable(head) ?? describe(head) ?? withoutRows(head);

function withoutRows(head: Fields): string {
  const members = Object.keys(head).slice(0, 12).join(", ");
  return members === ""
    ? "no rows"
    : `no rows, but the members ${members}; rows are in ${[...RECORD_LISTS].join(", ")}, or where a recipe says (--recipe)`;
}

function describe(fields: Fields): string | null {
  const known = WITHOUT_PREDICTIONS.find(([, names]) => names.every((name) => Object.hasOwn(fields, name)));
  if (known !== undefined) return known[0];
  const [inner] = Object.values(fields);
  if (isFields(inner) && isFields(fields.overall) && "overall" in fields.overall)
    return "VLMEvalKit's summary; submit the predictions beside it, `<model>_<dataset>.xlsx`, `.tsv` or `.json`";
  return isFields(inner) && "task0" in inner ? "WorldSense's own question file; `omnidex import` takes it" : null;
}
