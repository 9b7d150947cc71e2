import { ImportError } from "../../domain/import-error.ts";
import { openDocument } from "../files/document.ts";
import type { ImportFile } from "../files/importer.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { NAMES, textCandidates } from "./field-names.ts";
import { type FieldProfile, FieldProfiles, isRecord } from "./field-profile.ts";
import { recordsIn } from "./recipe-records.ts";

/** Where the questions of some files are, and what their fields are like. */
export interface ProfiledSource {
  /** The expression for the records; undefined for rows, an array, or an object of records. */
  readonly records: string | undefined;
  /** The expression for the questions in a record; undefined if a record is a question. */
  readonly questions: string | undefined;
  /** The field of a record with its questions. */
  readonly questionsField: string | null;
  readonly fields: readonly FieldProfile[];
  readonly recordCount: number;
  readonly questionCount: number;
  /** Whether the records are the values of an object. */
  readonly isNamed: boolean;
  /** Rows of a table that cannot be read. */
  readonly broken: { readonly count: number; readonly first: string };
  /** The lists beside those of the records that are not read, with the numbers of their elements. */
  readonly unread: readonly UnreadList[];
  /** The lists within records that are not read although they have the text of questions, too. */
  readonly moreQuestions: readonly UnreadList[];
}

interface UnreadList {
  readonly path: string;
  readonly count: number;
}

const asks = (own: FieldProfiles): boolean => textCandidates(own.list(), own.records).fields.length > 0;

/** The fields of the records, and those of the lists of objects within them. */
class Profiling {
  readonly records = new FieldProfiles("question");
  readonly nested = new Map<string, FieldProfiles>();
  isNamed = false;
  broken = 0;
  firstBroken = "";

  async read(file: ImportFile, expression: string | undefined): Promise<void> {
    const place = { place: "the proposed recipe: records", needsRoot: false };
    for await (const { record, name } of recordsIn(file, expression, place)) this.add(record, name);
  }

  add(record: RecordReader, name: string | null): void {
    if (!record.isReadable) this.#addBroken(record);
    else if (isRecord(record.value)) this.#add(record.value, name);
    else record.fail("a record, which is an object or a row of a table");
  }

  #addBroken(record: RecordReader): void {
    this.broken += 1;
    if (this.firstBroken !== "") return;
    try {
      void record.value;
    } catch (error) {
      this.firstBroken = (error as Error).message;
    }
  }

  #add(record: Readonly<Record<string, unknown>>, name: string | null): void {
    if (name !== null) this.isNamed = true;
    this.records.add(record);
    for (const [field, value] of Object.entries(record)) {
      if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) continue;
      const profiles = this.nested.get(field) ?? new FieldProfiles("question");
      this.nested.set(field, profiles);
      for (const element of value) profiles.add(element);
    }
  }

  /** The field with the list of questions; null if a record is a question. */
  get questions(): string | null {
    if (textCandidates(this.records.list(), this.records.records).byName) return null;
    const found = [...this.nested].filter(([, own]) => asks(own));
    return found.find(([, own]) => textCandidates(own.list(), own.records).byName)?.[0] ?? found[0]?.[0] ?? null;
  }

  get hasText(): boolean {
    return this.questions !== null || asks(this.records);
  }
}

/**
 * Finds the records and questions of files, and profiles their fields. All records are read, one at a time.
 * @throws {ImportError} for files whose records cannot be found, or have different places
 */
export async function profileFiles(files: readonly ImportFile[]): Promise<ProfiledSource> {
  const root = new FieldProfiles("root");
  const profiling = new Profiling();
  const unread = new Map<string, number>();
  let records: string | undefined;
  for (const [index, file] of files.entries()) {
    const expression = await recordsOf(file, root, unread);
    if (files.length > 1) await requireQuestions(file, expression);
    if (index > 0 && expression !== records)
      throw new ImportError(
        file.name,
        `records at ${records ?? ".[]"}, as in ${files[0]?.name}`,
        `them at ${expression ?? ".[]"}`,
      );
    records = expression;
    const before = profiling.records.records;
    await profiling.read(file, expression);
    if (profiling.records.records === before && profiling.broken === 0)
      throw new ImportError(file.name, "at least one record", "none");
  }
  const field = profiling.questions;
  const nested = field === null ? undefined : profiling.nested.get(field);
  const outer = profiling.records.list();
  if (nested !== undefined) for (const each of outer) each.scope = "record";
  return {
    records,
    questions:
      nested === undefined ? undefined : outer.find(({ way }) => way.length === 1 && way[0] === field)?.videoPath,
    questionsField: nested === undefined ? null : field,
    fields: [
      ...(nested?.list() ?? []),
      ...outer.filter(({ way }) => field === null || way[0] !== field),
      ...root.list(),
    ],
    recordCount: profiling.records.records,
    questionCount: nested?.records ?? profiling.records.records,
    isNamed: profiling.isNamed,
    broken: { count: profiling.broken, first: profiling.firstBroken },
    unread: [...unread].map(([path, count]) => ({ path, count })),
    moreQuestions: [...profiling.nested]
      .filter(([name, own]) => nested !== undefined && name !== field && asks(own))
      .map(([name, own]) => ({ path: `$record${stepOf(name)}`, count: own.records })),
  };
}

/** Refuses a file without questions among several files, such as a list of videos. */
async function requireQuestions(file: ImportFile, expression: string | undefined): Promise<void> {
  const own = new Profiling();
  await own.read(file, expression);
  if (!own.hasText)
    throw new ImportError(
      file.name,
      "the text of questions in each file; without a recipe, no other files can be read (a recipe has `join` for them)",
      `records with the fields ${namesOf(own.records.list())}`,
    );
}

export const namesOf = (fields: readonly FieldProfile[]): string =>
  fields
    .filter(({ way }) => way.length === 1)
    .slice(0, 20)
    .map(({ name }) => name.slice(0, 80))
    .join(", ") || "none";

/**
 * The expression for the records of a file. The fields beside a list of records are added to `root`, and the lists without
 * questions beside those with questions to `unread`. Of several lists with questions, all are read.
 */
async function recordsOf(
  file: ImportFile,
  root: FieldProfiles,
  unread: Map<string, number>,
): Promise<string | undefined> {
  const opened = await openDocument(file);
  if (opened.kind === "rows" || opened.document.isArray) return undefined;
  const { document } = opened;
  const names = document.fieldNames();
  const lists = names.filter(({ isList }) => isList).map(({ name }) => name);
  if (lists.length === 0) return undefined;
  const beside = names.filter(({ isList }) => !isList);
  root.add(Object.fromEntries(beside.map(({ name }) => [name, document.optional(name)?.value ?? null])));
  const [only = "", ...more] = lists;
  if (more.length === 0) return `${stepOf(only)}[]`;
  const found = new Map(lists.map((name) => [name, profileOf(document.records(name))]));
  const asking = lists.filter((name) => found.get(name)?.profiling.hasText === true);
  const [first] = asking;
  if (first === undefined)
    throw new ImportError(
      file.name,
      "a list of questions",
      `the lists ${lists.map((name) => `'${name}'`).join(", ")}, none of which has the text of questions`,
    );
  // An empty list is read with the others: it loses nothing.
  const others = lists.filter((name) => !asking.includes(name) && found.get(name)?.count !== 0);
  for (const name of others) {
    const path = `$root${stepOf(name)}`;
    unread.set(path, (unread.get(path) ?? 0) + (found.get(name)?.count ?? 0));
  }
  if (asking.length === 1) return `${stepOf(first)}[]`;
  const fields = asking.flatMap((name) => found.get(name)?.profiling.records.list() ?? []);
  const wanted = [
    ...(beside.length > 0 ? ['(.value | type == "array")'] : []),
    ...others.map((name) => `.key != ${JSON.stringify(name)}`),
  ];
  const chosen = wanted.length === 0 ? "" : ` | select(${wanted.join(" and ")})`;
  return `to_entries[]${chosen} | .key as $part | .value[] | . + { ${partField(asking, fields)}: $part }`;
}

const stepOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `.${JSON.stringify(name)}`);

/** The number of elements of a list, and the profile of those that are records. The reading of the list reports others. */
function profileOf(elements: Iterable<RecordReader>): { readonly count: number; readonly profiling: Profiling } {
  const profiling = new Profiling();
  let count = 0;
  for (const element of elements) {
    count += 1;
    if (element.isReadable && element.isObject) profiling.add(element, null);
  }
  return { count, profiling };
}

/** What videos are called: `vid0`, `video_0001`, `a.mp4`. */
const VIDEO_NAME = /^(?:v|vid|video|clip)[_-]?\d+$|\.(?:mp4|mkv|webm|avi|mov)$/i;

/** The field for the name of a record's list, which no record has: the video, if the lists are called so. */
function partField(lists: readonly string[], fields: readonly FieldProfile[]): string {
  const hasVideo = NAMES.VIDEO.some((names) => fields.some(({ plainName }) => names.test(plainName)));
  const isVideo = !hasVideo && lists.every((name) => VIDEO_NAME.test(name));
  const taken = new Set(fields.map(({ name }) => name));
  const free = (isVideo ? ["video_id"] : ["part", "list_name"]).find((name) => !taken.has(name));
  if (free !== undefined) return free;
  let number = 2;
  while (taken.has(`part_${number}`)) number += 1;
  return `part_${number}`;
}
