import { compareKeys, dimensionLabel } from "../../../domain/dimension-labels.ts";
import type { Dimension } from "../../../domain/vocabulary.ts";
import type { MemberValue, SliceMember } from "../../data/release-queries.ts";

/** A value of a dimension: `DimensionValue` of the schema. */
export interface CellKey {
  readonly dimension: Dimension;
  readonly key: string;
  readonly label: string;
}

/** The questions that have one value, or one combination of values, by ordinal. */
export interface Group {
  readonly keys: readonly CellKey[];
  readonly ordinals: number[];
}

/** Groups questions: one is in a group for each combination of its values. The groups come in the order of their keys. */
export function groupByKeys(members: readonly SliceMember[], dimensions: readonly Dimension[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { ordinal, values } of members) {
    for (const combination of combinations(values)) {
      const name = JSON.stringify(combination.map(([key]) => key));
      const group = groups.get(name) ?? { keys: dimensionValues(combination, dimensions), ordinals: [] };
      // Two of a benchmark's own words may mean one value: the question counts once.
      if (group.ordinals.at(-1) !== ordinal) group.ordinals.push(ordinal);
      groups.set(name, group);
    }
  }
  return [...groups.values()].sort((a, b) => compareCells(a.keys, b.keys));
}

const combinations = (values: readonly (readonly MemberValue[])[]): readonly (readonly MemberValue[])[] =>
  values.reduce<readonly (readonly MemberValue[])[]>(
    (heads, next) => heads.flatMap((head) => next.map((value) => [...head, value])),
    [[]],
  );

const dimensionValues = (combination: readonly MemberValue[], dimensions: readonly Dimension[]): readonly CellKey[] =>
  dimensions.flatMap((dimension, index) => {
    const value = combination[index];
    return value === undefined
      ? []
      : [{ dimension, key: value[0], label: dimensionLabel(dimension, value[0], value[1]) }];
  });

function compareCells(a: readonly CellKey[], b: readonly CellKey[]): number {
  for (const [index, { dimension, key }] of a.entries()) {
    const order = compareKeys(dimension, key, b[index]?.key ?? "");
    if (order !== 0) return order;
  }
  return 0;
}
