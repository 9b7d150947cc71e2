import { compareKeys, dimensionLabel } from "../../domain/dimension-labels.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import { SparseWords } from "../../scoring/metrics/sparse-words.ts";
import type { DimensionColumn } from "./dimension-column.ts";
import type { ReleaseCatalog } from "./release-catalog.ts";

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
  const groups = new Map<number, { readonly keys: readonly CellKey[]; readonly ordinals: number[] }>();
  for (const ordinal of slice.ordinals) {
    for (const combination of combinations(columns, ordinal)) {
      const name = combination.reduce((sum, key, index) => sum * (columns[index]?.keys.length ?? 1) + key, 0);
      const group = groups.get(name) ?? { keys: keysOf(columns, combination), ordinals: [] };
      groups.set(name, group);
      // Two native terms of a benchmark may map to one value; the question counts once.
      if (group.ordinals.at(-1) !== ordinal) group.ordinals.push(ordinal);
    }
  }
  return [...groups.values()]
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
    if (known === keys.length) keys.push({ dimension, key, label: dimensionLabel(dimension, key, label) });
    places.set(key, known);
    return known;
  });
  return { ...column, keys, keyOf };
}

/** The combinations of keys that a question has, as indices into the columns' lists of keys. */
const combinations = (columns: readonly KeyedColumn[], ordinal: number): readonly (readonly number[])[] =>
  columns.reduce<readonly (readonly number[])[]>(
    (heads, column) => heads.flatMap((head) => keysAt(column, ordinal).map((key) => [...head, key])),
    [[]],
  );

function keysAt({ codes, starts, keyOf }: KeyedColumn, ordinal: number): readonly number[] {
  if (starts !== null) {
    return Array.from(codes.subarray(starts[ordinal], starts[ordinal + 1]), (code) => keyOf[code] ?? 0);
  }
  const code = codes[ordinal] ?? -1;
  return code < 0 ? [] : [keyOf[code] ?? 0];
}

const keysOf = (columns: readonly KeyedColumn[], combination: readonly number[]): readonly CellKey[] =>
  columns.flatMap(({ keys }, index) => keys[combination[index] ?? -1] ?? []);

function compareCells(a: readonly CellKey[], b: readonly CellKey[]): number {
  for (const [index, { dimension, key }] of a.entries()) {
    const order = compareKeys(dimension, key, b[index]?.key ?? "");
    if (order !== 0) return order;
  }
  return 0;
}
