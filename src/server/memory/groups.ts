import { compareKeys, dimensionLabel } from "../../domain/dimension-labels.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import { SparseWords } from "../../scoring/metrics/sparse-words.ts";
import { type DimensionColumn, type ReleaseCatalog, sourcesOf } from "./release-catalog.ts";

/** A value of a dimension: `DimensionValue` of the schema. */
export interface CellKey {
  readonly dimension: Dimension;
  readonly key: string;
  readonly label: string;
}

/** The questions of a slice that share one value, or one combination of values. */
export interface Group {
  readonly keys: readonly CellKey[];
  readonly questions: SliceQuestions;
}

/**
 * Groups the questions of a slice. A question is in one group for each combination of its values. The groups are in the
 * order of their keys.
 */
export function groupQuestions(
  catalog: ReleaseCatalog,
  slice: SliceQuestions,
  dimensions: readonly Dimension[],
): readonly Group[] {
  const columns = dimensions.map((dimension) => keyedColumn(dimension, catalog.dimensions[dimension]));
  const groups = new Map<number, number[]>();
  const add = (ordinal: number, index: number, name: number): void => {
    const column = columns[index];
    if (column === undefined) {
      const ordinals = groups.get(name);
      if (ordinals === undefined) groups.set(name, [ordinal]);
      // Two native terms of a benchmark may map to one value; the question counts once.
      else if (ordinals.at(-1) !== ordinal) ordinals.push(ordinal);
      return;
    }
    const { codes, starts, keyOf, keys } = column;
    const [from, to] = starts === null ? [ordinal, ordinal + 1] : [starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0];
    for (let at = from; at < to; at++) {
      const code = codes[at] ?? -1;
      if (code >= 0) add(ordinal, index + 1, name * keys.length + (keyOf[code] ?? 0));
    }
  };
  for (const ordinal of slice.ordinals) add(ordinal, 0, 0);
  return Array.from(groups, ([name, ordinals]) => ({ keys: keysOf(columns, name), ordinals }))
    .sort((a, b) => compareCells(a.keys, b.keys))
    .map(({ keys, ordinals }) => ({
      keys,
      questions: new SliceQuestions(SparseWords.fromOrdinals(ordinals), slice.questions),
    }));
}

/** A column with the distinct keys of its entries. Several entries may share a key. */
interface KeyedColumn extends DimensionColumn {
  readonly keys: readonly CellKey[];
  /** The index of each entry's key in the list of keys. */
  readonly keyOf: Int32Array;
}

function keyedColumn(dimension: Dimension, column: DimensionColumn): KeyedColumn {
  const places = new Map<string, number>();
  const keys: CellKey[] = [];
  const keyOf = Int32Array.from(column.entries, ({ key, label }) => {
    const known = places.get(key) ?? keys.length;
    if (known === keys.length) {
      const sources = sourcesOf(column.entries, key);
      keys.push({ dimension, key, label: dimensionLabel(dimension, key, label, sources) });
    }
    places.set(key, known);
    return known;
  });
  return { ...column, keys, keyOf };
}

/** The keys of a combination. Its name has the index of each column's key as a digit; the digits' bases are the numbers of keys. */
function keysOf(columns: readonly KeyedColumn[], name: number): readonly CellKey[] {
  let rest = name;
  return columns
    .toReversed()
    .flatMap(({ keys }) => {
      const key = keys[rest % keys.length];
      rest = Math.floor(rest / keys.length);
      return key ?? [];
    })
    .toReversed();
}

function compareCells(a: readonly CellKey[], b: readonly CellKey[]): number {
  for (const [index, { dimension, key }] of a.entries()) {
    const order = compareKeys(dimension, key, b[index]?.key ?? "");
    if (order !== 0) return order;
  }
  return 0;
}
