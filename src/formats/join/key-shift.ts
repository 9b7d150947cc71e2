import type { OtherKey } from "./found-question.ts";

/** The fewest rows that show a shift; fewer may be mistakes of their own. */
const FEWEST = 3;

/**
 * Recognizes files whose keys are those of other rows: sorted anew, or moved by one row as after a lost first line. Rows
 * that have the text or the options of their question show it.
 */
export class KeyShift {
  readonly #rowsBy = new Map<number, number>();
  #rows = 0;
  #first: (OtherKey & { readonly place: string }) | null = null;

  /** Adds a row whose key names one question, and whose text or options are those of another. */
  add(row: OtherKey, place: string): void {
    const by = row.asked.ordinal - row.named.ordinal;
    this.#rowsBy.set(by, (this.#rowsBy.get(by) ?? 0) + 1);
    this.#rows += 1;
    this.#first ??= { ...row, place };
  }

  /**
   * A sentence on the shift; null if the keys are not shifted.
   * @param rows the number of rows of the file
   */
  sentence(rows: number): string | null {
    const first = this.#first;
    const [by, count] = [...this.#rowsBy].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0]);
    const isOne = count * 2 > this.#rows;
    // A shift may begin in the middle of a file; keys without an order are seen in most rows.
    if (first === null || this.#rows < FEWEST || this.#rows * (isOne ? 10 : 2) < rows) return null;
    const way = isOne ? `${Math.abs(by)} ${by > 0 ? "before" : "after"} its own` : "another than its own";
    const example = `${first.place} has the key ${first.named.key} and the text or options of ${first.asked.key}`;
    return `The keys are ${isOne ? "shifted" : "mixed up"}: each of ${this.#rows} rows names the question ${way} (${example}). Correct the keys, or write the texts of the questions in their place.`;
  }
}
