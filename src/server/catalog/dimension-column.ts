/** A value of a dimension as a question may have it. */
export interface ValueEntry {
  readonly key: string;
  /** The benchmark's own label, or the key. */
  readonly label: string;
  /** The benchmark's own term; null if it has none. */
  readonly native: string | null;
}

/** The values that a release's questions have in a dimension: the same that `dimensionValues` says in SQL. */
export interface DimensionColumn {
  readonly entries: readonly ValueEntry[];
  /** Codes of entries: one per question, −1 for a question without a value; with `starts`, any number per question. */
  readonly codes: Int32Array;
  /** The start of each question's codes, plus the end of the last; null if no question has several. */
  readonly starts: Int32Array | null;
}

/** A column with at most one value per question. */
export function singleColumn(count: number, valueAt: (ordinal: number) => ValueEntry | null): DimensionColumn {
  const codebook = new Codebook();
  const codes = Int32Array.from({ length: count }, (_, ordinal) => codebook.codeOf(valueAt(ordinal)));
  return { entries: codebook.entries, codes, starts: null };
}

/** A column with any number of values for each question. */
export function multipleColumn(count: number, valuesOf: (ordinal: number) => readonly ValueEntry[]): DimensionColumn {
  const codebook = new Codebook();
  const codes: number[] = [];
  const starts = new Int32Array(count + 1);
  for (let ordinal = 0; ordinal < count; ordinal++) {
    for (const value of valuesOf(ordinal)) codes.push(codebook.codeOf(value));
    starts[ordinal + 1] = codes.length;
  }
  return { entries: codebook.entries, codes: Int32Array.from(codes), starts };
}

/** Numbers entries as they come. */
class Codebook {
  readonly entries: ValueEntry[] = [];
  readonly #codes = new Map<string, number>();

  codeOf(entry: ValueEntry | null): number {
    if (entry === null) return -1;
    const name = entry.native === null ? entry.key : `${entry.key}\0${entry.native}`;
    const known = this.#codes.get(name);
    if (known !== undefined) return known;
    this.#codes.set(name, this.entries.length);
    return this.entries.push(entry) - 1;
  }
}
