import { badInput } from "../domain/errors.ts";
import { ImportError } from "../domain/import-error.ts";
import { eeeRowsName, isEeeRecord } from "./eee/eee-reader.ts";
import { isFields } from "./files/record-fields.ts";
import { describeValue } from "./files/record-path.ts";
import { openRecords } from "./files/record-source.ts";
import { baseNameOf, type SubmissionFile, type SubmissionRecord } from "./files/submission-file.ts";
import { detectFormat, firstRecord, formatOfName, type OpenedFile } from "./format-detection.ts";
import { isSummaryOf } from "./lmms-eval/lmms-eval-reader.ts";
import { FormatError, type SubmissionFormat, type SubmissionFormatName } from "./rows/submission-format.ts";
import type { RowProblem, SubmissionHeader, SubmissionRow } from "./rows/submission-row.ts";

export interface ReadOptions {
  /** The format, or its name; detected from the files' content by default. */
  readonly format?: SubmissionFormatName | SubmissionFormat | undefined;
  /** A format to use for files whose first record has what it needs, before others are tried. */
  readonly preferred?: SubmissionFormat | undefined;
  /** Which repetition of each sample to take, from 1; all by default, each as a run. */
  readonly epoch?: number | undefined;
}

/** The result files of one run. */
export interface Submission {
  readonly format: SubmissionFormatName;
  readonly header: SubmissionHeader;
  /** The column of the run, if the files have a column for each run. */
  readonly column?: string | undefined;
  /** Which repetition of each question the run is, if the files have several. */
  readonly repetition?: { readonly number: number; readonly of: number } | undefined;
  /** A sentence to report if all rows belong to one part of the benchmark and the other parts are missing. */
  readonly onePart?: string | undefined;
  /** The rows of all files, in order. Each call reads the files again. */
  rows(): AsyncGenerator<SubmissionRow | RowProblem>;
}

/** Whether a row could not be read. */
export const isProblem = (row: SubmissionRow | RowProblem): row is RowProblem => "reason" in row;

/**
 * Opens the result files of one run: a single file, or several files if the harness writes one for each task or for
 * each process of a distributed evaluation.
 * @throws {ImportError} for a file that holds no results, and for files of two formats, models or runs
 */
export async function openSubmission(files: readonly SubmissionFile[], options: ReadOptions = {}): Promise<Submission> {
  const [first, ...others] = await openRuns(files, options);
  if (first === undefined) throw badInput("There is no file to submit.");
  if (others.length === 0) return first;
  const name = files[0] === undefined ? "" : baseNameOf(files[0]);
  throw new ImportError(name, "the results of one run", `several runs: ${[first, ...others].map(partName).join(", ")}`);
}

/** What tells a run from the others in its files: a column, `repetition 2 of 3`. Null for the only run. */
export function partName({ column, repetition }: Pick<Submission, "column" | "repetition">): string | null {
  const repeated = repetition === undefined ? null : `repetition ${repetition.number} of ${repetition.of}`;
  return column === undefined || repeated === null ? (column ?? repeated) : `${column}, ${repeated}`;
}

/**
 * Opens the runs in files that belong together: one run, or a run for each column of a wide table and for each repetition
 * of the questions.
 * @throws {ImportError} for a file that holds no results, and for files of two formats or models
 */
export async function openRuns(
  files: readonly SubmissionFile[],
  options: ReadOptions = {},
): Promise<readonly Submission[]> {
  const opened = await openAll(files, options);
  const format = commonFormat(opened, options);
  const [{ first } = { first: {} }] = opened;
  const columns = format.columns?.(first) ?? [undefined];
  const runs = await Promise.all(
    columns.map(async (column): Promise<readonly Submission[]> => {
      const header = await commonHeader(opened, format, column);
      const run = { format: format.name, header, column, onePart: format.onePart };
      const epochs = await epochsOf(opened, format, header, options.epoch);
      if (epochs.length < 2)
        return [{ ...run, rows: () => readRows(opened, format, { epoch: options.epoch, column }) }];
      return epochs.map((epoch, at) => {
        const repetition = { number: at + 1, of: epochs.length };
        return { ...run, repetition, rows: () => readRows(opened, format, { epoch, column }) };
      });
    }),
  );
  return runs.flat();
}

async function openAll(files: readonly SubmissionFile[], options: ReadOptions): Promise<readonly OpenedFile[]> {
  if (files.length === 0) throw badInput("There is no file to submit.");
  const opened: OpenedFile[] = [];
  for (const file of files) {
    const found = await openRows(file, files, options);
    if (found !== null) opened.push(found);
  }
  return opened;
}

/**
 * Opens a file with its rows. A record of "every eval ever" is a file that describes a run and holds no rows. For a
 * record, opens the file of rows in the same folder instead, or returns null if the file of rows is also among `files`.
 * Returns null for lmms-eval's summary if its samples are also among `files`.
 */
async function openRows(
  file: SubmissionFile,
  files: readonly SubmissionFile[],
  { format, preferred }: ReadOptions,
): Promise<OpenedFile | null> {
  const own = typeof format === "object" ? format : preferred;
  const read = (await own?.open?.(file, format === undefined)) ?? null;
  if (own !== undefined && read !== null)
    return { file, source: read, first: await firstRecord(file, read), format: own };
  const given = await openRecords(file);
  if (isSummaryOf(file, given.head, files)) return null;
  const record = isEeeRecord(given.head) ? given.head : await firstRecord(file, given);
  if (isSummaryOf(file, record, files)) return null;
  if (!isEeeRecord(record)) return { file, source: given, first: record };
  const name = eeeRowsName(record, file);
  if (files.some((other) => other !== file && baseNameOf(other) === name)) return null;
  const rows = await file.sibling(name);
  if (rows === null)
    throw new ImportError(baseNameOf(file), `the rows of the run, ${name}, beside its record`, "the record alone");
  const beside = {
    ...rows,
    sibling: async (other: string) => (other === baseNameOf(file) ? file : rows.sibling(other)),
  };
  const source = await openRecords(beside);
  return { file: beside, source, first: await firstRecord(beside, source) };
}

function commonFormat(opened: readonly OpenedFile[], { format: stated }: ReadOptions): SubmissionFormat {
  if (typeof stated === "object") return stated;
  if (stated !== undefined) return formatOfName(stated);
  const formats = opened.map((file) => ({ ...file, format: file.format ?? detectFormat(file) }));
  const [first] = formats;
  const other = formats.find(({ format }) => format !== first?.format);
  if (first === undefined || other === undefined) return first?.format ?? formatOfName("omnidex");
  throw new ImportError(baseNameOf(other.file), `files of one format, ${first.format.name}`, other.format.name);
}

/** The run's fields from all files, which must not contradict each other. */
async function commonHeader(
  opened: readonly OpenedFile[],
  format: SubmissionFormat,
  column: string | undefined,
): Promise<SubmissionHeader> {
  let common: SubmissionHeader = {};
  for (const { file, source, first } of opened) {
    const header = await format.header(file, source.head, first, column);
    for (const name of ["benchmark", "model"] as const) {
      const [one, other] = [common[name], header[name]];
      if (one !== undefined && other !== undefined && one !== other)
        throw new ImportError(baseNameOf(file), `files of one run: the ${name} '${one}'`, `'${other}'`);
    }
    common = { ...header, ...definedOf(common) };
  }
  return common;
}

const definedOf = (header: SubmissionHeader): SubmissionHeader =>
  Object.fromEntries(Object.entries(header).filter(([, value]) => value !== undefined));

/** More repetitions are not opened together. */
const MOST_EPOCHS = 100;

/** The repetitions of the questions, each of which is a run; only `epoch` if it is given. */
async function epochsOf(
  opened: readonly OpenedFile[],
  format: SubmissionFormat,
  { epochs: stated }: SubmissionHeader,
  epoch: number | undefined,
): Promise<readonly number[]> {
  if (stated === undefined && format.repeats === true) return epoch === undefined ? epochsIn(opened, format) : [epoch];
  const epochs = Math.max(stated ?? 1, 1);
  if (epoch !== undefined && epoch > epochs)
    throw badInput(`The log has ${epochs} epochs; there is no epoch ${epoch}.`);
  return epoch === undefined
    ? allEpochs(Array.from({ length: Math.min(epochs, MOST_EPOCHS + 1) }, (_, at) => at + 1))
    : [epoch];
}

/** The repetitions that rows name, for a format whose header does not say how many there are. */
async function epochsIn(opened: readonly OpenedFile[], format: SubmissionFormat): Promise<readonly number[]> {
  const found = new Set<number>();
  for await (const row of readRows(opened, format, { epoch: undefined, column: undefined }))
    if ("epoch" in row && row.epoch !== undefined && found.size <= MOST_EPOCHS) found.add(row.epoch);
  return allEpochs([...found].sort((a, b) => a - b));
}

function allEpochs(epochs: readonly number[]): readonly number[] {
  if (epochs.length <= MOST_EPOCHS) return epochs;
  throw badInput(`The file has more than ${MOST_EPOCHS} repetitions of its questions: choose one with --epoch.`);
}

/** What of a file belongs to a run. */
interface RunPart {
  readonly epoch: number | undefined;
  readonly column: string | undefined;
}

async function* readRows(
  opened: readonly OpenedFile[],
  format: SubmissionFormat,
  { epoch, column }: RunPart,
): AsyncGenerator<SubmissionRow | RowProblem> {
  for (const { file, source } of opened) {
    const place = { file, inTable: source.isTable === true, column };
    for await (const record of source.records()) {
      for (const part of partsOf(record, format)) {
        const row = readRow(part, format, { ...place, index: part.index });
        if (row === null || (epoch !== undefined && "epoch" in row && row.epoch !== epoch)) continue;
        yield row;
      }
    }
  }
}

/** The rows in a record, each with its place. What is no object in place of one is broken, and no empty slot. */
function partsOf(record: SubmissionRecord, format: SubmissionFormat): readonly SubmissionRecord[] {
  if (format.parts === undefined || !isFields(record.value)) return [record];
  const parts = format.parts(record.value);
  const isOne = parts.length === 1;
  return parts.map((value, at) => ({
    ...record,
    value,
    place: isOne ? record.place : `${record.place}, question ${at}`,
    ...(!isFields(value) && {
      broken: new ImportError(record.place, "an object with a question", describeValue(value)),
    }),
  }));
}

function readRow(
  { value, place, broken, formulas }: SubmissionRecord,
  format: SubmissionFormat,
  from: Parameters<SubmissionFormat["read"]>[1],
): SubmissionRow | RowProblem | null {
  const at = { file: baseNameOf(from.file), place };
  if (broken !== undefined) return problemOf(broken, at);
  if (value === null) return null;
  if (!isFields(value))
    return { ...at, reason: `An object is expected, not ${typeof value === "object" ? "a list" : typeof value}.` };
  try {
    const content = format.read(value, from);
    if (content === null) return null;
    return { ...at, confirmation: null, missing: false, ...(formulas === undefined ? {} : { formulas }), ...content };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...at, reason: sentence(`It cannot be read as a row of ${format.name}: ${error.message}`) };
  }
}

/** A row whose syntax is broken. Its place is the place of the error, possibly with a column. */
function problemOf({ path, expected, found }: ImportError, at: Pick<RowProblem, "file" | "place">): RowProblem {
  const place = path.startsWith(`${at.file}: `) ? path.slice(at.file.length + 2) : at.place;
  return { ...at, place, reason: `Expected ${expected}, found ${found}.` };
}

const sentence = (text: string): string => (text.endsWith("?") ? text : `${text}.`);
