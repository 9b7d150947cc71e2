const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** Finds the end of each HTTP response on a connection, and parses nothing else. */
export class ResponseReader {
  /** The status of the last response. */
  status = 0;
  #head: Buffer | null = null;
  /** The number of missing bytes of the body; NaN if it is chunked; null before the end of the head. */
  #missing: number | null = null;
  #tail: Buffer = Buffer.alloc(0);

  /** Whether the response is complete with this piece. */
  read(piece: Buffer): boolean {
    if (this.#missing === null) return this.#readHead(piece);
    return this.#readBody(piece);
  }

  #readHead(piece: Buffer): boolean {
    const head = this.#head === null ? piece : Buffer.concat([this.#head, piece]);
    const end = head.indexOf(HEAD_END);
    if (end < 0) {
      this.#head = head;
      return false;
    }
    const text = head.toString("latin1", 0, end).toLowerCase();
    this.status = Number(text.slice(9, 12));
    this.#missing = Number(/\ncontent-length: *(\d+)/.exec(text)?.[1] ?? Number.NaN);
    this.#head = null;
    return this.#readBody(head.subarray(end + HEAD_END.length));
  }

  #readBody(piece: Buffer): boolean {
    const missing = this.#missing ?? 0;
    const complete = Number.isNaN(missing) ? this.#endsChunked(piece) : missing === piece.length;
    if (complete) {
      this.#missing = null;
      this.#tail = Buffer.alloc(0);
    } else this.#missing = missing - piece.length;
    return complete;
  }

  /** Whether the last chunk has arrived. Its bytes identify it, because no JSON body of the bench ends with them. */
  #endsChunked(piece: Buffer): boolean {
    this.#tail = Buffer.concat([this.#tail, piece]).subarray(-LAST_CHUNK.length);
    return this.#tail.equals(LAST_CHUNK);
  }
}
