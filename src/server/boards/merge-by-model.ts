interface Named {
  readonly modelName: string;
}

/**
 * Merges runs and published figures, both sorted by the model's name; runs come before figures of the same model.
 * @returns the merged list. A run is represented by its index, and a figure by its index plus the number of runs
 */
export function mergeByModel(runs: readonly Named[], figures: readonly Named[]): Int32Array {
  const items = new Int32Array(runs.length + figures.length);
  let [place, run] = [0, 0];
  for (const [index, { modelName }] of figures.entries()) {
    const end = placeAfter(runs, modelName);
    while (run < end) items[place++] = run++;
    items[place++] = runs.length + index;
  }
  while (run < runs.length) items[place++] = run++;
  return items;
}

/** How many runs belong to models up to this name. */
function placeAfter(runs: readonly Named[], modelName: string): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.modelName ?? "") <= modelName) low = middle + 1;
    else high = middle;
  }
  return low;
}
