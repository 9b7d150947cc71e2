import { ImportError } from "../../domain/import-error.ts";
import { RECORD_LISTS } from "./containers/json-records.ts";
import type { RecordSource } from "./containers/submission-record.ts";
import { SUBMISSION_READERS } from "./format-registry.ts";
import { type Fields, isFields, misspelt } from "./formats/fields.ts";
import type { SubmissionFormat } from "./formats/submission-format.ts";
import type { SubmissionFormatName } from "./formats/submission-format-names.ts";
import { baseNameOf, type SubmissionFile } from "./submission-file.ts";

/** Files without predictions that are passed by mistake, by the fields of their first record or of the file. */
const WITHOUT_PREDICTIONS: readonly (readonly [what: string, fields: readonly string[]])[] = [
  ["OmniVideoBench's own question file; `omnidex import` takes it", ["video", "questions"]],
  ["MMWorld's own question file; `omnidex import` takes it", ["video_id", "questions"]],
  ["AVI-Bench's own question file; `omnidex import` takes it", ["task", "input", "output"]],
  ["a benchmark's own question file (VLMEvalKit's table); `omnidex import` takes it", ["index", "question", "answer"]],
  ["a benchmark's own question file; `omnidex import` takes it", ["video_id", "question", "options"]],
  ["lmms-eval's summary; submit the `*_samples_*.jsonl` beside it", ["results", "configs"]],
  [
    'the record of a run of "every eval ever"; submit the `<uuid>_samples.jsonl` beside it',
    ["schema_version", "evaluation_results"],
  ],
  ["a benchmark of your own; `omnidex import` takes it", ["questions", "tasks"]],
];

/** A file with its records and the first record that is an object. */
export interface OpenedFile {
  readonly file: SubmissionFile;
  readonly source: RecordSource;
  readonly first: Fields;
}

/** The most broken records before the first good one; a file with more is not a result file. */
const MOST_BROKEN = 10_000;

/**
 * The first record of a file that is an object: AVI-Bench's arrays begin with null if the first slot was not filled.
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
  const known = records === 0 ? (describe(source.head) ?? withoutRows(source.head)) : null;
  const found = known ?? `${records} rows, none of which is an object`;
  throw new ImportError(baseNameOf(file), "a result file with a row for each question", found);
}

/**
 * Detects the format of a file from its records, never from its name.
 * @throws {ImportError} that says what the file is instead, if that is known
 */
export function detectFormat({ file, source, first }: OpenedFile): SubmissionFormat {
  const format = SUBMISSION_READERS.find((reader) => reader.recognises(first));
  if (format !== undefined) return format;
  const fields = Object.keys(first).slice(0, 12).join(", ");
  const harnesses = SUBMISSION_READERS.map(({ name }) => name).filter((name) => name !== "omnidex");
  const expected = `rows of ${harnesses.join(", ")}, or Omnidex's own with the fields question (its key) and response`;
  const meant = misspelt(first, "response") === undefined ? "" : " (did you mean 'response'?)";
  const found = describe(first) ?? `rows with the fields ${fields || "none"}${meant}`;
  const hint =
    source.isTable === true && looksLikeRow(first) ? "; is the row with the names of the columns missing?" : "";
  throw new ImportError(baseNameOf(file), expected, `${found}${hint}`);
}

/** A label, an answer of yes or no, a number, or a key with a number and a slash. */
const CELL = /^[A-Z]$|^(?:yes|no|true|false)$|^[-\d.]+$|^(?=.*\d).*\//i;
/** The most words in the name of a column; a sentence has more, or ends in a full stop. */
const MOST_WORDS = 4;
/** A name of words without digits; ids of questions and videos are numbered. */
const COLUMN_NAME = /^\p{L}{2}\D*$/u;

const looksLikeCell = (name: string): boolean => {
  const words = name.split(/\s+/);
  return CELL.test(name) || words.length > MOST_WORDS || (words.length > 1 && name.endsWith("."));
};

/**
 * Whether the names of the columns are probably the cells of a row: most look like cells, or none like a name. Columns
 * A, B and C are options, and a column without a name is the index of pandas.
 */
function looksLikeRow(first: Fields): boolean {
  const names = Object.keys(first).map((name) => name.trim());
  const isOptions = ["A", "B", "C"].every((label) => names.includes(label));
  const cells = names.filter((name) => looksLikeCell(name) && !(isOptions && /^[A-Z]$/.test(name)));
  return cells.length > names.length / 2 || !names.some((name) => COLUMN_NAME.test(name) && !looksLikeCell(name));
}

/** The format with a name. */
export function formatOfName(name: SubmissionFormatName): SubmissionFormat {
  const format = SUBMISSION_READERS.find((reader) => reader.name === name);
  if (format === undefined) throw new RangeError(`no format '${name}'`);
  return format;
}

/** Describes the content of a file without rows. */
function withoutRows(head: Fields): string {
  const members = Object.keys(head).slice(0, 12).join(", ");
  return members === ""
    ? "no rows"
    : `no rows, but the members ${members}; rows are in ${[...RECORD_LISTS].join(", ")}`;
}

function describe(fields: Fields): string | null {
  const known = WITHOUT_PREDICTIONS.find(([, names]) => names.every((name) => Object.hasOwn(fields, name)));
  if (known !== undefined) return known[0];
  const [inner] = Object.values(fields);
  return isFields(inner) && "task0" in inner ? "WorldSense's own question file; `omnidex import` takes it" : null;
}
