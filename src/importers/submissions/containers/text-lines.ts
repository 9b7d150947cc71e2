import { ImportError } from "../../../domain/import-error.ts";
import { baseNameOf, piecesOf, type SubmissionFile } from "../submission-file.ts";
import { LONGEST_RECORD } from "./submission-record.ts";

const NEWLINE = 0x0a;

/** A line of a text file, without its line terminator. */
export interface TextLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/**
 * The lines of a UTF-8 file, one at a time, without a byte order mark.
 * @throws {ImportError} for a line that is not UTF-8 or is longer than {@link LONGEST_RECORD}
 */
export async function* textLines(file: SubmissionFile): AsyncGenerator<TextLine> {
  const splitter = new LineSplitter(baseNameOf(file));
  for await (const piece of piecesOf(file)) yield* splitter.add(piece);
  yield* splitter.end();
}

class LineSplitter {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #begun: Uint8Array[] = [];
  #length = 0;
  #line = 0;

  constructor(readonly file: string) {}

  *add(piece: Uint8Array): Generator<TextLine> {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      this.#keep(piece.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    // A copy: the file may fill the same buffer again.
    this.#keep(piece.slice(start));
  }

  *end(): Generator<TextLine> {
    if (this.#length > 0) yield this.#take();
  }

  #keep(part: Uint8Array): void {
    this.#begun.push(part);
    this.#length += part.length;
    if (this.#length > LONGEST_RECORD) {
      throw new ImportError(`${this.file}: line ${this.#line + 1}`, `at most ${LONGEST_RECORD} bytes`, "a longer line");
    }
  }

  #take(): TextLine {
    this.#line += 1;
    const bytes = this.#begun.length === 1 ? (this.#begun[0] ?? new Uint8Array()) : Buffer.concat(this.#begun);
    this.#begun = [];
    this.#length = 0;
    return { text: this.#decode(bytes).replace(/\r$/, ""), line: this.#line };
  }

  #decode(bytes: Uint8Array): string {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      throw new ImportError(`${this.file}: line ${this.#line}`, "UTF-8 text", "bytes that are no UTF-8 text");
    }
  }
}
