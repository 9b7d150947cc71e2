import { repeatedName } from "../domain/json-text.ts";
import { OmnidexInputError } from "./sdk-errors.ts";
import { fileName, type OnBytes, textsOfFile } from "./sent-file.ts";
import type { SourceRow } from "./sent-row.ts";

/** The most characters of a row. Three texts of 1,000,000 characters fit, even if JSON writes each character as six. */
const MAX_ROW_LENGTH = 20_000_000;

/** Splits a text that arrives in pieces, and yields each part between two separators. */
interface Cutter {
  push(text: string): Iterable<string>;
  /** The text after the last separator. */
  readonly rest: string;
  /** Whether the text ends too early. */
  readonly unfinished: boolean;
  /** The name of a part in error messages, as in "line 3". */
  readonly unit: "line" | "element";
}

class LineCutter implements Cutter {
  readonly unit = "line";
  readonly unfinished = false;
  rest = "";

  *push(text: string): Generator<string> {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      yield this.rest + text.slice(from, end);
      this.rest = "";
      from = end + 1;
    }
    this.rest = joined(this.rest, text.slice(from));
  }
}

/** Splits a JSON array at the commas between its elements, which `JSON.parse` then reads. */
class ElementCutter implements Cutter {
  readonly unit = "element";
  rest = "";
  #depth = 0;
  #string = false;
  #escaped = false;
  #cuts = 0;

  *push(text: string): Generator<string> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const cut = this.#read(text[at] as string);
      if (cut === "begin") from = at + 1;
      if (cut !== "element") continue;
      const element = this.rest + text.slice(from, at);
      // `]` ends an element, except in the empty array `[]`.
      if (this.#depth > 0 || this.#cuts > 0 || element.trim() !== "") yield element;
      this.#cuts += 1;
      this.rest = "";
      from = at + 1;
    }
    this.rest = joined(this.rest, text.slice(from));
  }

  get unfinished(): boolean {
    return this.#depth > 0;
  }

  #read(character: string): "begin" | "element" | null {
    if (this.#string) {
      if (this.#escaped) this.#escaped = false;
      else if (character === "\\") this.#escaped = true;
      else if (character === '"') this.#string = false;
      return null;
    }
    if (character === '"') this.#string = true;
    else if (character === "[" || character === "{") {
      this.#depth += 1;
      if (this.#depth === 1 && this.#cuts === 0) return "begin";
    } else if (character === "]" || character === "}") {
      this.#depth -= 1;
      if (this.#depth === 0 && character === "]") return "element";
    } else if (character === "," && this.#depth === 1) return "element";
    return null;
  }
}

function joined(rest: string, text: string): string {
  if (rest.length + text.length <= MAX_ROW_LENGTH) return rest + text;
  throw new OmnidexInputError(
    `A row is longer than ${MAX_ROW_LENGTH} characters. Check that the file is NDJSON or a JSON array.`,
  );
}

/** @throws OmnidexInputError for a text that is not JSON, and for a field that is given twice */
function parse(text: string, place: string, row: number): SourceRow {
  const value = json(text, place, row);
  const repeated = repeatedName(text, value);
  if (repeated === null) return { value, place };
  throw new OmnidexInputError(`${place}: the field '${repeated.join(".")}' is given twice.`, row);
}

function json(text: string, place: string, row: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OmnidexInputError(`${place} is not JSON: ${(cause as Error).message}`, row, { cause });
  }
}

/**
 * The rows of a JSON array or of NDJSON, distinguished by the first character. Only one row is in memory at a time.
 * Blank lines are skipped.
 *
 * @param name the name of the file in error messages
 * @throws OmnidexInputError that names the line, or the element of the array, and the reason
 */
async function* jsonRows(texts: AsyncIterable<string>, name: string): AsyncGenerator<SourceRow, void, undefined> {
  let head = "";
  let cutter: Cutter | undefined;
  let pieces = 0;
  let rows = 0;
  for await (const text of texts) {
    head = cutter === undefined ? joined(head, text) : text;
    if (head.trim() === "" && cutter === undefined) continue;
    cutter ??= head.trimStart().startsWith("[") ? new ElementCutter() : new LineCutter();
    for (const piece of cutter.push(head)) {
      pieces += 1;
      if (cutter.unit === "line" && piece.trim() === "") continue;
      yield parse(piece, `${name}, ${cutter.unit} ${pieces}`, rows);
      rows += 1;
    }
  }
  if (cutter === undefined) return;
  const place = `${name}, ${cutter.unit} ${pieces + 1}`;
  if (cutter.unfinished) throw new OmnidexInputError(`${place}: the file ends before the array does.`, rows);
  if (cutter.rest.trim() !== "") yield parse(cutter.rest, place, rows);
}

/** The rows of a file. @throws OmnidexInputError as `textsOfFile` and `jsonRows` do */
export const fileRows = (file: string | URL | Blob, onBytes: OnBytes): AsyncGenerator<SourceRow, void, undefined> =>
  jsonRows(textsOfFile(file, onBytes), fileName(file));
