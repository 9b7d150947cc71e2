/** A value and how sure it is. */
export interface Measured {
  readonly value: number;
  readonly standardError: number;
}

/**
 * For each score, how many of the others lie significantly above it: by more than `z` standard errors of their difference,
 * the two taken as independent; none where `z` is infinite. It says what asking every pair would say, in about n·√n steps: scores are sorted by error
 * into √n blocks and by value within each, and the largest and the smallest error of two blocks decide all pairs but those
 * near the threshold.
 */
export function countAbove(scores: readonly Measured[], z: number): Int32Array {
  const counts = new Int32Array(scores.length);
  const blocks = blocksOf(scores);
  for (const block of blocks) for (const others of blocks) addAbove(counts, block, others, z);
  return counts;
}

/** Scores with similar errors, the best first. */
interface Block {
  readonly places: readonly number[];
  readonly values: Float64Array;
  /** Squared standard errors. */
  readonly variances: Float64Array;
  readonly least: number;
  readonly most: number;
}

function blocksOf(scores: readonly Measured[]): Block[] {
  const variances = Float64Array.from(scores, ({ standardError }) => standardError ** 2);
  const values = Float64Array.from(scores, ({ value }) => value);
  const of = (from: Float64Array, place: number): number => from[place] ?? 0;
  const byError = scores.map((_, place) => place).sort((a, b) => of(variances, a) - of(variances, b));
  const size = Math.ceil(Math.sqrt(scores.length));
  return Array.from({ length: Math.ceil(scores.length / Math.max(1, size)) }, (_, block) => {
    const own = byError.slice(block * size, (block + 1) * size);
    const places = own.toSorted((a, b) => of(values, b) - of(values, a));
    return {
      places,
      values: Float64Array.from(places, (place) => of(values, place)),
      variances: Float64Array.from(places, (place) => of(variances, place)),
      least: of(variances, own[0] ?? 0),
      most: of(variances, own.at(-1) ?? 0),
    };
  });
}

/** Adds to the counts of one block's scores those of the other that lie above them. */
function addAbove(counts: Int32Array, block: Block, others: Block, z: number): void {
  const [most, least] = [z * Math.sqrt(block.most + others.most), z * Math.sqrt(block.least + others.least)];
  let sure = 0;
  let possible = 0;
  block.places.forEach((place, at) => {
    const value = block.values[at] ?? 0;
    const variance = block.variances[at] ?? 0;
    while (sure < others.values.length && (others.values[sure] ?? 0) - value > most) sure += 1;
    while (possible < others.values.length && (others.values[possible] ?? 0) - value > least) possible += 1;
    let above = sure;
    for (let other = sure; other < possible; other++) {
      const threshold = z * Math.sqrt(variance + (others.variances[other] ?? 0));
      if ((others.values[other] ?? 0) - value > threshold) above += 1;
    }
    counts[place] = (counts[place] ?? 0) + above;
  });
}
