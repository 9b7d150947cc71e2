interface Labelled {
  readonly key: string;
  readonly label: string;
}

/**
 * Makes the labels of columns unique. If several keys of one dimension share a label, the key is added to it: "Counting
 * (key)". Tasks of two levels may have the same name, and CSV would then have two columns with the same title.
 */
export function distinctLabels<K extends Labelled>(columns: readonly (readonly K[])[]): readonly (readonly K[])[] {
  const keysOf = new Map<string, Set<string>>();
  const name = (label: string, dimension: number): string => `${dimension} ${label}`;
  for (const keys of columns) {
    for (const [dimension, { key, label }] of keys.entries()) {
      const known = keysOf.get(name(label, dimension)) ?? new Set();
      keysOf.set(name(label, dimension), known.add(key));
    }
  }
  return columns.map((keys) =>
    keys.map((each, dimension) =>
      (keysOf.get(name(each.label, dimension))?.size ?? 0) > 1
        ? { ...each, label: `${each.label} (${each.key})` }
        : each,
    ),
  );
}
