import { badInput } from "../../domain/errors.ts";

/** What begins or goes on in a form: a part with its headers, or bytes of the part that began last. */
export type FormEvent =
  | { readonly kind: "part"; readonly name: string; readonly fileName: string | null }
  | { readonly kind: "bytes"; readonly bytes: Buffer };

const MOST_HEADERS = 16_384;
const LINE_END = Buffer.from("\r\n");
const BLANK_LINE = Buffer.from("\r\n\r\n");

/** The boundary of a form by its content type; null for what is no form. */
export function formBoundary(contentType: string | undefined): string | null {
  const match = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType ?? "",
  );
  return match?.[1] ?? match?.[2] ?? null;
}

/**
 * Reads a form piece by piece, so that its files need not be in memory.
 * @throws `BAD_USER_INPUT` for a body that is none, or that breaks off
 * @see RFC 7578 and RFC 2046, section 5.1.1
 */
export async function* readForm(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormEvent> {
  const form = new FormReader(boundary);
  for await (const piece of body) yield* form.take(piece);
  form.end();
}

class FormReader {
  readonly #delimiter: Buffer;
  /** The first delimiter may be the very first line. */
  #rest: Buffer = LINE_END;
  #inside: "preamble" | "delimiter" | "headers" | "content" | "epilogue" = "preamble";

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  *take(piece: Uint8Array): Generator<FormEvent> {
    this.#rest = Buffer.concat([this.#rest, piece]);
    for (let before = ""; before !== `${this.#inside} ${this.#rest.length}`; ) {
      before = `${this.#inside} ${this.#rest.length}`;
      const event = this.#step();
      if (event !== null) yield event;
    }
  }

  end(): void {
    if (this.#inside !== "epilogue") throw broken();
  }

  /** As far as one thing goes that is there as a whole. */
  #step(): FormEvent | null {
    switch (this.#inside) {
      case "preamble":
        this.#untilDelimiter();
        return null;
      case "content": {
        const bytes = this.#untilDelimiter();
        return bytes.length === 0 ? null : { kind: "bytes", bytes };
      }
      case "delimiter":
        this.#afterDelimiter();
        return null;
      case "headers":
        return this.#headers();
      case "epilogue":
        this.#rest = Buffer.alloc(0);
        return null;
    }
  }

  /** What is before the next delimiter, or as much of it as cannot be the beginning of one. */
  #untilDelimiter(): Buffer {
    const at = this.#rest.indexOf(this.#delimiter);
    const end = at === -1 ? Math.max(0, this.#rest.length - this.#delimiter.length + 1) : at;
    const bytes = this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(at === -1 ? end : at + this.#delimiter.length);
    if (at !== -1) this.#inside = "delimiter";
    return bytes;
  }

  #afterDelimiter(): void {
    if (this.#rest.length < 2) return;
    if (this.#rest.subarray(0, 2).toString("latin1") === "--") {
      this.#inside = "epilogue";
      return;
    }
    const end = this.#rest.indexOf(LINE_END);
    if (end === -1 ? this.#rest.length > 100 : this.#rest.subarray(0, end).toString("latin1").trim() !== "")
      throw broken();
    if (end === -1) return;
    // The line end stays: without any header it is half of the blank line.
    this.#rest = this.#rest.subarray(end);
    this.#inside = "headers";
  }

  #headers(): FormEvent | null {
    const end = this.#rest.indexOf(BLANK_LINE);
    if (end > MOST_HEADERS || (end === -1 && this.#rest.length > MOST_HEADERS)) throw broken();
    if (end === -1) return null;
    const lines = this.#rest.subarray(0, end).toString("utf8");
    this.#rest = this.#rest.subarray(end + BLANK_LINE.length);
    this.#inside = "content";
    const disposition = /\r\ncontent-disposition\s*:\s*form-data\s*(;[^\r\n]*)/i.exec(lines)?.[1] ?? "";
    return { kind: "part", name: parameter(disposition, "name") ?? "", fileName: parameter(disposition, "filename") };
  }
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function parameter(disposition: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, "i").exec(disposition);
  const value = match?.[1] ?? match?.[2];
  return value?.replace(/%22|%0D|%0A/gi, (code) => decodeURIComponent(code)) ?? null;
}

const broken = (): Error =>
  badInput("The body is not a form: send the files as 'multipart/form-data', each as a 'file'.");
