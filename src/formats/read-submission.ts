import { badInput } from "../domain/errors.ts";
import { ImportError } from "../domain/import-error.ts";
import { eeeRowsName, isEeeRecord } from "./eee/eee-reader.ts";
import { isFields } from "./files/record-fields.ts";
import { openRecords } from "./files/record-source.ts";
import { baseNameOf, type SubmissionFile, type SubmissionRecord } from "./files/submission-file.ts";
import { detectFormat, firstRecord, formatOfName, type OpenedFile } from "./format-detection.ts";
import { isSummaryOf } from "./lmms-eval/lmms-eval-reader.ts";
import { FormatError, type SubmissionFormat, type SubmissionFormatName } from "./rows/submission-format.ts";
import type { RowProblem, SubmissionHeader, SubmissionRow } from "./rows/submission-row.ts";

export interface ReadOptions {
  /** The format; detected from the files' content by default. */
  readonly format?: SubmissionFormatName | undefined;
  /** Which repetition of each sample to take, from 1. */
  readonly epoch?: number | undefined;
}

/** The result files of one run. */
export interface Submission {
  readonly format: SubmissionFormatName;
  readonly header: SubmissionHeader;
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
 * @throws {ImportError} for a file that holds no results, and for files of two formats or models
 */
export async function openSubmission(files: readonly SubmissionFile[], options: ReadOptions = {}): Promise<Submission> {
  const opened = await openAll(files);
  const format = options.format === undefined ? commonFormat(opened) : formatOfName(options.format);
  const header = await commonHeader(opened, format);
  requireEpoch(header, options.epoch);
  return { format: format.name, header, onePart: format.onePart, rows: () => readRows(opened, format, options.epoch) };
}

async function openAll(files: readonly SubmissionFile[]): Promise<readonly OpenedFile[]> {
  if (files.length === 0) throw badInput("There is no file to submit.");
  const opened: OpenedFile[] = [];
  for (const file of files) {
    const found = await openRows(file, files);
    if (found !== null) opened.push(found);
  }
  return opened;
}

/**
 * Opens a file with its rows. A record of "every eval ever" is a file that describes a run and holds no rows. For a
 * record, opens the file of rows in the same folder instead, or returns null if the file of rows is also among `files`.
 * Returns null for lmms-eval's summary if its samples are also among `files`.
 */
async function openRows(file: SubmissionFile, files: readonly SubmissionFile[]): Promise<OpenedFile | null> {
  const given = await openRecords(file);
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

function commonFormat(opened: readonly OpenedFile[]): SubmissionFormat {
  const formats = opened.map((file) => ({ ...file, format: detectFormat(file) }));
  const [first] = formats;
  const other = formats.find(({ format }) => format !== first?.format);
  if (first === undefined || other === undefined) return first?.format ?? formatOfName("omnidex");
  throw new ImportError(baseNameOf(other.file), `files of one format, ${first.format.name}`, other.format.name);
}

/** The run's fields from all files, which must not contradict each other. */
async function commonHeader(opened: readonly OpenedFile[], format: SubmissionFormat): Promise<SubmissionHeader> {
  let common: SubmissionHeader = {};
  for (const { file, source, first } of opened) {
    const header = await format.header(file, source.head, first);
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

/** Repetitions are separate runs, so one must be chosen. */
function requireEpoch({ epochs = 1 }: SubmissionHeader, epoch: number | undefined): void {
  if (epoch !== undefined && epoch > Math.max(epochs, 1)) {
    throw badInput(`The log has ${epochs} epochs; there is no epoch ${epoch}.`);
  }
  if (epochs > 1 && epoch === undefined) {
    throw badInput(`The log has ${epochs} epochs of each sample, which are ${epochs} runs: choose one with --epoch.`);
  }
}

async function* readRows(
  opened: readonly OpenedFile[],
  format: SubmissionFormat,
  epoch: number | undefined,
): AsyncGenerator<SubmissionRow | RowProblem> {
  for (const { file, source } of opened) {
    for await (const record of source.records()) {
      const row = readRow(file, record, format, source.isTable === true);
      if (row === null || (epoch !== undefined && "epoch" in row && row.epoch !== epoch)) continue;
      yield row;
    }
  }
}

function readRow(
  file: SubmissionFile,
  { value, place, index, broken, formulas }: SubmissionRecord,
  format: SubmissionFormat,
  inTable: boolean,
): SubmissionRow | RowProblem | null {
  const at = { file: baseNameOf(file), place };
  if (broken !== undefined) return problemOf(broken, at);
  if (value === null) return null;
  if (!isFields(value))
    return { ...at, reason: `An object is expected, not ${typeof value === "object" ? "a list" : typeof value}.` };
  try {
    const content = format.read(value, { file, index, inTable });
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
