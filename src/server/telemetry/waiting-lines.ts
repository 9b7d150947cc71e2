/** The most bytes of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;

/**
 * Lines of a log that wait to be written together, as bytes in one buffer. As separate texts or buffers, they would
 * outlive collections of young objects, and each would be copied once more.
 */
export class WaitingLines {
  #buffer: Buffer;
  #end = 0;

  /**
   * @param size in bytes
   * @param write takes the lines
   */
  constructor(
    private readonly size: number,
    private readonly write: (lines: Buffer) => void,
  ) {
    this.#buffer = Buffer.allocUnsafe(size);
  }

  /** Adds a line. Returns whether lines were handed over, because there was no room or the line is long. */
  add(line: string): boolean {
    const most = line.length * MOST_BYTES;
    const isFull = most > this.size - this.#end;
    if (isFull) this.handOver();
    if (most > this.size) this.write(Buffer.from(line));
    else this.#end += this.#buffer.write(line, this.#end);
    return isFull;
  }

  /** Passes the waiting lines on. */
  handOver(): void {
    if (this.#end === 0) return;
    const lines = this.#buffer.subarray(0, this.#end);
    // The lines are written in the background, so their bytes must not change. A few lines are copied: they may wait
    // for long, and would keep the whole buffer in memory.
    const areFew = this.#end < this.size / 2;
    if (!areFew) this.#buffer = Buffer.allocUnsafe(this.size);
    this.#end = 0;
    this.write(areFew ? Buffer.from(lines) : lines);
  }
}
