import type { ByFlag } from "../../domain/question-flags.ts";
import type { ByNumber } from "../../domain/question-numbers.ts";
import type { Dimension, LevelSource } from "../../domain/vocabulary.ts";
import type { QuestionGroup } from "../../scoring/metrics/group-score.ts";
import type { QuestionVectors } from "../../scoring/metrics/run-vectors.ts";

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

/** The data about a release's questions that the statistics need. */
export interface ReleaseQuestions extends QuestionVectors {
  readonly count: number;
}

/**
 * A release's questions in memory, one array per column, indexed by ordinal. A release never changes, so everything
 * derived from a catalog can be cached without invalidation.
 */
export interface ReleaseCatalog {
  /** The release's primary key. */
  readonly release: number;
  readonly contentHash: string;
  /** Identifies the release and its content in caches. */
  readonly name: string;
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** The number of questions. */
  readonly count: number;
  /** The primary keys of the questions. */
  readonly ids: Int32Array;
  readonly keys: readonly string[];
  /** The primary keys of their videos; 0 for a question without a video. */
  readonly videos: Int32Array;
  /** The slug of each question's own category, which may be a subcategory. */
  readonly categories: DimensionColumn;
  /** The audio types of each question, as a bit mask. */
  readonly audioMasks: Uint8Array;
  /** Seconds; `NaN` if unknown. */
  readonly durations: Float64Array;
  /** 1 for true, 0 for false, −1 if the benchmark does not state it. */
  readonly flags: ByFlag<Int8Array>;
  /** `NaN` for a question without reasoning steps, and in a release whose answers are hidden. */
  readonly numbers: ByNumber<Float64Array>;
  readonly dimensions: Readonly<Record<Dimension, DimensionColumn>>;
  readonly questions: ReleaseQuestions;
  /** The groups of questions that are scored together; empty if the benchmark has none. */
  readonly groups: readonly QuestionGroup[];
  /** The approximate size in memory. */
  readonly bytes: number;
}
