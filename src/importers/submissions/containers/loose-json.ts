import { ImportError } from "../../../domain/import-error.ts";
import { MAX_DEPTH, parseJson } from "../../reading/json-scanner.ts";
import { isFields } from "../formats/fields.ts";

/** A string, which is skipped, or one of the words that Python's `json` writes although JSON does not allow them. */
const STRING_OR_WORD = /"(?:[^"\\]|\\.)*"|-?(?:NaN|Infinity)/gs;
const hasWord = /NaN|Infinity/;

const replaceWords = (text: string, by: (word: string) => string): string =>
  text.replace(STRING_OR_WORD, (found) => (found.startsWith('"') ? found : by(found)));

/** The position where a piece of JSON begins in its file; line and column count from 1. */
export interface JsonStart {
  readonly line: number;
  readonly column: number;
}

/** A string, which is skipped, or an integer with so many digits that a number may not hold all of them. */
const STRING_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;
const hasLong = /\d{16}/;

/** Quotes the integers that JavaScript would round: keys and ids keep their digits, and are texts anyway. */
const quoteLong = (text: string): string =>
  text.replace(STRING_OR_LONG, (found) =>
    found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
  );

/** A response that is NaN, which pandas writes for an empty cell. */
const nanResponse = /"response"\s*:\s*-?(?:NaN|Infinity)/;

/**
 * Parses JSON as Python's `json` and pandas write it. NaN and Infinity become null, except that the outermost `response`
 * is NaN then: a format must say what it means. Integers that a number cannot hold become texts.
 * @throws {ImportError} with the line and column in the file
 */
export function parseLooseJson(text: string, file: string, start: JsonStart): unknown {
  let value: unknown;
  try {
    value = JSON.parse(hasLong.test(text) ? quoteLong(text) : text);
  } catch {
    value = parseAgain(text, file, start);
  }
  // `JSON.parse` has no depth limit, and recursive functions over a deep value would exhaust the stack.
  return text.length > 2 * MAX_DEPTH && isDeeper(value, MAX_DEPTH) ? locate(plain(text), file, start) : value;
}

/** Whether lists and objects nest deeper than `levels`. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

function parseAgain(text: string, file: string, start: JsonStart): unknown {
  if (!hasWord.test(text)) return locate(text, file, start);
  try {
    const value: unknown = JSON.parse(replaceWords(hasLong.test(text) ? quoteLong(text) : text, () => "null"));
    return nanResponse.test(text) && isFields(value) && value.response === null
      ? { ...value, response: Number.NaN }
      : value;
  } catch {
    return locate(plain(text), file, start);
  }
}

/** Replaces the words by numbers of the same length, so that positions are preserved. */
const plain = (text: string): string => replaceWords(text, (word) => "0".padEnd(word.length));

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
