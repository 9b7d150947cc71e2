import { ImportError } from "../../domain/import-error.ts";
import { type JsonPart, JsonPartScanner } from "./json-parts.ts";
import { parseLooseJson, RepeatedNameError } from "./loose-json.ts";
import { isFields } from "./record-fields.ts";
import { pathOf } from "./record-path.ts";
import {
  baseNameOf,
  piecesOf,
  type RecordSource,
  type SubmissionFile,
  type SubmissionRecord,
} from "./submission-file.ts";
import { notUtf8 } from "./utf8-decoder.ts";

/** The members of a single-object file that may hold its records. */
export const RECORD_LISTS: ReadonlySet<string> = new Set(["samples", "detailed_results", "predictions"]);
/** Objects that hold such lists at a deeper level: MMWorld's `results_by_subject.<discipline>.detailed_results`. */
const ENTERED: ReadonlyMap<string, number> = new Map([["results_by_subject", 1]]);
/** The largest member to read besides the records. A header is a few kilobytes; reductions and logs are skipped. */
const LARGEST_MEMBER = 1 << 20;
const MOST_MEMBERS = 100;
const [OPEN_LIST, OPEN_OBJECT] = [0x5b, 0x7b];

/** The elements of a JSON array of any length. */
export const arrayRecords = (file: SubmissionFile): RecordSource => ({ head: {}, records: () => elements(file) });

/** The records in a list of a JSON object. The other members are read in a first pass, as they may follow the list. */
export async function objectRecords(file: SubmissionFile): Promise<RecordSource> {
  const head = new Map<string, unknown>();
  for await (const part of parts(file)) {
    if (part.index !== null || part.member === null || head.size >= MOST_MEMBERS) continue;
    head.set(part.member, part.bytes.length > LARGEST_MEMBER ? unreadMember(part) : parsePart(part, file));
  }
  return { head: Object.fromEntries(head), records: () => elements(file) };
}

/** The members of an object, each as a row with its name as `key`. A value that is no object is the row's `response`. */
export const keyedRecords = (file: SubmissionFile): RecordSource => ({ head: {}, records: () => members(file) });

async function* members(file: SubmissionFile): AsyncGenerator<SubmissionRecord> {
  let index = 0;
  for await (const part of parts(file)) {
    const key = part.member ?? "";
    const path = pathOf([key]);
    const { value, broken } = parsed(part, path, file);
    const row = isFields(value) ? { ...value, key } : { key, response: value };
    const place = `${path} (line ${part.line})`;
    yield broken === undefined ? { value: row, place, index } : { value, place, index, broken };
    index += 1;
  }
}

/** The value in place of a member that is too large to read: an empty list or object, or undefined for a text. */
function unreadMember({ bytes: [first] }: JsonPart): readonly never[] | Readonly<Record<string, never>> | undefined {
  if (first === OPEN_LIST) return [];
  return first === OPEN_OBJECT ? {} : undefined;
}

async function* elements(file: SubmissionFile): AsyncGenerator<SubmissionRecord> {
  for await (const part of parts(file)) {
    if (part.index === null) continue;
    const path = `${part.member === null ? "$" : `$.${part.member}`}[${part.index}]`;
    yield { ...parsed(part, path, file), place: `${path} (line ${part.line})`, index: part.index };
  }
}

async function* parts(file: SubmissionFile): AsyncGenerator<JsonPart> {
  const scanner = new JsonPartScanner(baseNameOf(file), RECORD_LISTS, ENTERED);
  for await (const piece of piecesOf(file)) yield* scanner.add(piece);
  scanner.end();
}

/** The value of an element. If an object in it has a field twice, only this element is broken; reading continues. */
function parsed(part: JsonPart, path: string, file: SubmissionFile): Pick<SubmissionRecord, "value" | "broken"> {
  try {
    return { value: parsePart(part, file) };
  } catch (error) {
    if (!(error instanceof RepeatedNameError)) throw error;
    const place = `${baseNameOf(file)}: ${pathOf(error.way, path)} (line ${part.line})`;
    return { value: undefined, broken: new ImportError(place, error.expected, error.found) };
  }
}

function parsePart(part: JsonPart, file: SubmissionFile): unknown {
  return parseLooseJson(decode(part, file), baseNameOf(file), part);
}

function decode({ bytes, line }: JsonPart, file: SubmissionFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(baseNameOf(file), line);
  }
}
