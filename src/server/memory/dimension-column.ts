import type { LevelSource } from "../../domain/vocabulary.ts";

/** A value of a dimension that a question may have. */
export interface ValueEntry {
  readonly key: string;
  /** The benchmark's own label, or the key. */
  readonly label: string;
  /** The benchmark's own term; null if it has none. */
  readonly native: string | null;
  /** Who assigned a level; null for the values of all other dimensions. */
  readonly source: LevelSource | null;
}

/** Who assigned the level with this key; empty for the values of all other dimensions. */
export const sourcesOf = (entries: readonly ValueEntry[], key: string): ReadonlySet<LevelSource> =>
  new Set(entries.flatMap((entry) => (entry.key === key ? (entry.source ?? []) : [])));

/** The values of one dimension for each question of a release. `dimensionValues` computes the same in SQL. */
export interface DimensionColumn {
  readonly entries: readonly ValueEntry[];
  /**
   * Indices into `entries`. If `starts` is null, there is one index per question, or −1 for no value. Otherwise, a
   * question has any number of indices.
   */
  readonly codes: Int32Array;
  /**
   * The position in `codes` of each question's first code, then the length of `codes`; null if no question has several
   * values.
   */
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

/** Numbers entries in the order in which they first occur. */
class Codebook {
  readonly entries: ValueEntry[] = [];
  readonly #codes = new Map<string, number>();

  codeOf(entry: ValueEntry | null): number {
    if (entry === null) return -1;
    const { key, native, source } = entry;
    const name = native === null && source === null ? key : `${key}\0${native ?? ""}\0${source ?? ""}`;
    const known = this.#codes.get(name);
    if (known !== undefined) return known;
    this.#codes.set(name, this.entries.length);
    return this.entries.push(entry) - 1;
  }
}
