interface Labelled {
  readonly key: string;
  readonly label: string;
}

/**
 * The keys of columns, in which a label that several keys of one dimension share is followed by the key: tasks of two
 * levels may have one name, and a reader of CSV would take two columns of one title for one.
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
