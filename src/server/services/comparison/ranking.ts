/** Items that are ranked by value; equal ones share a rank, and stay in the order in which they come. */
export interface Ranking {
  /** The places of the items, best first. */
  readonly order: Int32Array;
  /** 1 for the best; by place in `order`. */
  readonly ranks: Int32Array;
}

/** Ranks items by their values. Those whose value is `NaN` are left out. */
export function rankByValue(values: Float64Array): Ranking {
  const known = values.filter((value) => !Number.isNaN(value));
  const distinct = Float64Array.from(new Set(known)).sort().reverse();
  const bucketOf = new Map(Array.from(distinct, (value, bucket) => [value, bucket]));
  const starts = new Int32Array(distinct.length + 1);
  const buckets = Int32Array.from(values, (value) => bucketOf.get(value) ?? -1);
  for (const bucket of buckets) if (bucket >= 0) starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
  for (let bucket = 0; bucket < distinct.length; bucket++)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
  const next = starts.slice();
  const order = new Int32Array(known.length);
  const ranks = new Int32Array(known.length);
  for (let item = 0; item < values.length; item++) {
    const bucket = buckets[item] ?? -1;
    if (bucket < 0) continue;
    const place = next[bucket] ?? 0;
    next[bucket] = place + 1;
    order[place] = item;
    ranks[place] = (starts[bucket] ?? 0) + 1;
  }
  return { order, ranks };
}
