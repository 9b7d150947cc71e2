import { ImportError } from "../../../domain/import-error.ts";
import { MAX_DEPTH, parseJson } from "../../reading/json-scanner.ts";
import { isFields } from "../formats/fields.ts";

/** The words that Python's `json` writes although JSON does not allow them. */
const WORD = /-?(?:NaN|Infinity)/g;
const hasWord = /NaN|Infinity/;

/** An integer of 16 digits or more, which `JSON.parse` may round. Numbers with a fraction or an exponent do not match. */
const LONG = /(?<=^|[:,[\s])-?\d{16,}(?![\d.eE])/g;
const hasLong = /(?:^|[:,[\s])-?\d{16}/;

/**
 * Replaces matches of a pattern outside the strings of a JSON text. One pattern that also skips strings would not do: it
 * exhausts the stack of V8's regular expressions within a long string with many escapes.
 */
function replaceOutside(text: string, pattern: RegExp, by: (found: string) => string): string {
  let replaced = "";
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const start = quote < 0 ? text.length : quote;
    const end = endOfString(text, start);
    replaced += text.slice(at, start).replace(pattern, by) + text.slice(start, end);
    at = end;
  }
  return replaced;
}

/** The position after the string that begins at `start`, or the end of the text if the string is not closed. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** The position where a piece of JSON begins in its file; line and column count from 1. */
export interface JsonStart {
  readonly line: number;
  readonly column: number;
}

/** Quotes the integers that JavaScript would round: keys and ids keep their digits, and are texts anyway. */
const quoteLong = (text: string): string =>
  replaceOutside(text, LONG, (found) => (Number.isSafeInteger(Number(found)) ? found : `"${found}"`));

/**
 * Parses JSON as Python's `json` and pandas write it. NaN and Infinity become null, except that the outermost `response`
 * is the number that was written: a format must say what it means. Integers that a number cannot hold become texts.
 * @throws {ImportError} with the line and column in the file
 */
export function parseLooseJson(text: string, file: string, start: JsonStart): unknown {
  const exact = hasLong.test(text) ? quoteLong(text) : text;
  let value: unknown;
  try {
    value = JSON.parse(exact);
  } catch {
    value = parseAgain(text, exact, file, start);
  }
  // `JSON.parse` has no depth limit, and recursive functions over a deep value would exhaust the stack.
  return text.length > 2 * MAX_DEPTH && isDeeper(value, MAX_DEPTH) ? locate(plain(text), file, start) : value;
}

/** Whether lists and objects nest deeper than `levels`. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

function parseAgain(text: string, exact: string, file: string, start: JsonStart): unknown {
  if (!hasWord.test(text)) return locate(text, file, start);
  try {
    const value: unknown = JSON.parse(replaceOutside(exact, WORD, () => "null"));
    if (!isFields(value) || value.response !== null) return value;
    const word = responseWord(exact);
    return word === null ? value : { ...value, response: Number(word) };
  } catch {
    return locate(plain(text), file, start);
  }
}

/** The word that stands for an outermost `response` of null; null if `null` itself is written. */
function responseWord(text: string): string | null {
  const quoted: unknown = JSON.parse(replaceOutside(text, WORD, (word) => `"${word}"`));
  return isFields(quoted) && typeof quoted.response === "string" ? quoted.response : null;
}

/** Replaces the words by numbers of the same length, so that positions are preserved. */
const plain = (text: string): string => replaceOutside(text, WORD, (word) => "0".padEnd(word.length));

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
