/** The memory for the pieces of all exports of the process, in bytes. */
const MOST_BYTES = 40_000_000;

/**
 * The memory that all exports share for what they have read from the database and their clients have not received yet.
 * A client that stops reading keeps its share. An export that finds no room therefore does not wait: it reads pieces
 * that are so small that they need not be counted.
 */
export class ExportRoom {
  #taken = 0;

  constructor(readonly most = MOST_BYTES) {}

  /** The bytes that are in use. */
  get taken(): number {
    return this.#taken;
  }

  /** Takes room for a piece. @returns a function that gives it back; null if there is not enough room */
  take(bytes: number): (() => void) | null {
    if (this.#taken + bytes > this.most) return null;
    this.#taken += bytes;
    let isHeld = true;
    return () => {
      if (isHeld) this.#taken -= bytes;
      isHeld = false;
    };
  }
}
