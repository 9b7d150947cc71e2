import { ImportError } from "../../domain/import-error.ts";
import { nestsDeeper } from "../../domain/json-limits.ts";
import { endOfString, type JsonWay, repeatedName } from "../../domain/json-text.ts";
import { MAX_DEPTH, parseJson } from "./json-scanner.ts";
import { quoteLongIntegers, replaceOutsideStrings } from "./long-integers.ts";
import { isFields } from "./record-fields.ts";
import { pathOf } from "./record-path.ts";

/** The words that Python's `json` writes although JSON does not allow them. */
const WORD = /-?(?:NaN|Infinity)/g;
const hasWord = /NaN|Infinity/;

/** The position where a JSON text begins in its file; line and column count from 1. */
export interface JsonStart {
  readonly line: number;
  readonly column: number;
}

/** The error of a JSON text whose syntax is valid, but which has two fields of one name in an object. */
export class RepeatedNameError extends ImportError {
  constructor(
    /** The text's place in its file, such as `rows.jsonl: line 2: $`. */
    root: string,
    readonly way: JsonWay,
  ) {
    super(pathOf(way, root), "one field of this name", "a second one");
  }
}

/**
 * Parses JSON as Python's `json` and pandas write it, and as people edit it: with comments, and a comma after the last
 * element. NaN and Infinity become null. Only the field `response` of the
 * outermost object keeps them, because their meaning in a response depends on the format. Integers that a number cannot
 * hold become texts.
 * @throws {ImportError} with the line and column in the file, or with the path of a repeated field
 */
export function parseLooseJson(text: string, file: string, start: JsonStart): unknown {
  const exact = quoteLongIntegers(text);
  let value: unknown;
  try {
    value = JSON.parse(exact);
  } catch {
    const bare = withoutComments(text);
    if (bare !== text) return parseLooseJson(bare, file, start);
    value = parseAgain(text, exact, file, start);
  }
  // `JSON.parse` has no depth limit, and recursive functions over a deep value would exhaust the stack.
  if (text.length > 2 * MAX_DEPTH && nestsDeeper(value, MAX_DEPTH)) locate(plain(text), file, start);
  const repeated = repeatedName(text, value);
  if (repeated !== null) throw new RepeatedNameError(`${file}: line ${start.line}: $`, repeated);
  return value;
}

function parseAgain(text: string, exact: string, file: string, start: JsonStart): unknown {
  if (!hasWord.test(text)) return locate(text, file, start);
  try {
    const value: unknown = JSON.parse(replaceOutsideStrings(exact, WORD, () => "null"));
    if (!isFields(value) || value.response !== null) return value;
    const word = responseWord(exact);
    return word === null ? value : { ...value, response: Number(word) };
  } catch {
    return locate(plain(text), file, start);
  }
}

/** The word, such as NaN, in the field `response` of the outermost object; null if the field is `null`. */
function responseWord(text: string): string | null {
  const quoted: unknown = JSON.parse(replaceOutsideStrings(text, WORD, (word) => `"${word}"`));
  return isFields(quoted) && typeof quoted.response === "string" ? quoted.response : null;
}

/** Replaces the words by numbers of the same length, so that positions are preserved. */
const plain = (text: string): string => replaceOutsideStrings(text, WORD, (word) => "0".padEnd(word.length));

/** A comma after the last element of a list or object. Two commas in sequence are an error. */
const LAST_COMMA = /(?<![,[{]\s*),(?=\s*[\]}])/g;

/** Replaces comments and last commas by spaces, so that positions are preserved. */
function withoutComments(text: string): string {
  if (!text.includes("/") && !/,\s*[\]}]/.test(text)) return text;
  const mark = /"|\/[/*]/g;
  let bare = "";
  for (let at = 0; at < text.length; ) {
    mark.lastIndex = at;
    const start = mark.exec(text)?.index ?? text.length;
    bare += text.slice(at, start);
    at = text[start] === '"' ? endOfString(text, start) : endOfComment(text, start);
    const part = text.slice(start, at);
    bare += part.startsWith("/") ? part.replace(/[^\n]/g, " ") : part;
  }
  return replaceOutsideStrings(bare, LAST_COMMA, () => " ");
}

function endOfComment(text: string, start: number): number {
  const isBlock = text[start + 1] === "*";
  const end = text.indexOf(isBlock ? "*/" : "\n", start + 2);
  return end < 0 ? text.length : end + (isBlock ? 2 : 0);
}

/** Parses the text again with a parser that reports the position of the error. */
function locate(text: string, file: string, start: JsonStart): unknown {
  try {
    return parseJson(text, "");
  } catch (error) {
    const place = error instanceof ImportError ? /^: line (\d+), column (\d+)$/.exec(error.path) : null;
    if (!(error instanceof ImportError) || place === null) throw relabel(error, file, start);
    const line = Number(place[1]);
    const column = Number(place[2]) + (line === 1 ? start.column - 1 : 0);
    throw new ImportError(`${file}: line ${start.line + line - 1}, column ${column}`, error.expected, error.found);
  }
}

function relabel(error: unknown, file: string, start: JsonStart): unknown {
  if (!(error instanceof ImportError)) return error;
  return new ImportError(`${file}: line ${start.line}${error.path}`, error.expected, error.found);
}
