import { ImportError } from "../../domain/import-error.ts";
import { notUtf8 } from "./utf8-decoder.ts";

const NEWLINE = 0x0a;

/** A line of a text file, without its end. */
export interface TextLine {
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
}

/** Splits the bytes of a UTF-8 file into lines, piece by piece. The first line does not include a byte order mark. */
export class LineSplitter {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #begun: Uint8Array[] = [];
  #length = 0;
  #line = 0;

  constructor(
    readonly file: string,
    readonly mostBytes: number,
  ) {}

  /**
   * The lines that end in the next piece of the file.
   * @throws {ImportError} for a line that is not UTF-8, or longer than allowed
   */
  *add(piece: Uint8Array): Generator<TextLine> {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      this.#keep(piece.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    // A copy, because the caller may reuse the buffer.
    this.#keep(piece.slice(start));
  }

  /** The last line, if the file does not end in a line break. */
  *end(): Generator<TextLine> {
    if (this.#length > 0) yield this.#take();
  }

  #keep(part: Uint8Array): void {
    this.#begun.push(part);
    this.#length += part.length;
    if (this.#length > this.mostBytes) {
      throw new ImportError(`${this.file}: line ${this.#line + 1}`, `at most ${this.mostBytes} bytes`, "a longer line");
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
      throw notUtf8(this.file, this.#line);
    }
  }
}
