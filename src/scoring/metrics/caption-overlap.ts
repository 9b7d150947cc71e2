/** The words of a caption in lower case, without punctuation. */
export const captionWords = (caption: string): string[] =>
  caption
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}']+/u)
    .filter((word) => word !== "");

const LONGEST_GRAM = 4;
/** The largest value of the metric. */
const SCALE = 10;

type Weights = ReadonlyMap<string, number>;

/**
 * CIDEr of each candidate, 0 to 10: the mean cosine similarity between the tf-idf vectors of its n-grams (n from 1 to
 * 4) and those of its references. The weight of an n-gram depends on the references of all candidates, so CIDEr is a
 * metric of a whole corpus.
 * @see R. Vedantam, C. L. Zitnick and D. Parikh (2015), "CIDEr: consensus-based image description evaluation", eqs. 1
 *   to 3
 */
export function cider(candidates: readonly string[], references: readonly (readonly string[])[]): number[] {
  const grams = references.map((captions) => captions.map(countGrams));
  const frequencies = documentFrequencies(grams);
  const documents = Math.log(Math.max(1, references.length));
  return candidates.map((candidate, index) => {
    const own = countGrams(candidate);
    const others = grams[index] ?? [];
    const sum = others.reduce((total, other) => total + similarity(own, other, frequencies, documents), 0);
    return others.length === 0 ? 0 : (SCALE * sum) / others.length;
  });
}

/** The number of occurrences of each n-gram, by the length of the n-gram. */
function countGrams(caption: string): Map<string, number>[] {
  const words = captionWords(caption);
  return Array.from({ length: LONGEST_GRAM }, (_, index) => {
    const counts = new Map<string, number>();
    for (let start = 0; start + index < words.length; start++) {
      const gram = words.slice(start, start + index + 1).join(" ");
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
    return counts;
  });
}

/** The number of candidates that have each n-gram in their references. */
function documentFrequencies(documents: readonly (readonly Weights[])[][]): Weights {
  const frequencies = new Map<string, number>();
  for (const captions of documents) {
    const grams = new Set(captions.flatMap((lengths) => lengths.flatMap((counts) => [...counts.keys()])));
    for (const gram of grams) frequencies.set(gram, (frequencies.get(gram) ?? 0) + 1);
  }
  return frequencies;
}

function similarity(
  one: readonly Weights[],
  other: readonly Weights[],
  frequencies: Weights,
  documents: number,
): number {
  let sum = 0;
  for (let length = 0; length < LONGEST_GRAM; length++) {
    sum += cosine(weigh(one[length], frequencies, documents), weigh(other[length], frequencies, documents));
  }
  return sum / LONGEST_GRAM;
}

function weigh(counts: Weights | undefined, frequencies: Weights, documents: number): Weights {
  const idf = (gram: string): number => documents - Math.log(Math.max(1, frequencies.get(gram) ?? 0));
  return new Map([...(counts ?? [])].map(([gram, count]) => [gram, count * idf(gram)]));
}

function cosine(one: Weights, other: Weights): number {
  let product = 0;
  for (const [gram, weight] of one) product += weight * (other.get(gram) ?? 0);
  const norms = norm(one) * norm(other);
  return norms === 0 ? 0 : product / norms;
}

const norm = (weights: Weights): number =>
  Math.sqrt([...weights.values()].reduce((sum, value) => sum + value * value, 0));

/** The weight of recall relative to precision, as in the COCO caption evaluation. */
const BETA = 1.2;

/**
 * ROUGE-L, 0 to 1: the F-measure of the longest common subsequence of words, computed from the highest precision and
 * the highest recall over the references.
 * @see C.-Y. Lin (2004), "ROUGE: a package for automatic evaluation of summaries", section 3; X. Chen et al. (2015),
 *   "Microsoft COCO captions", section 3.3, for β = 1.2 and the best of the references
 */
export function rougeL(candidate: string, references: readonly string[]): number {
  const words = captionWords(candidate);
  let precision = 0;
  let recall = 0;
  for (const reference of references.map(captionWords)) {
    const common = commonLength(words, reference);
    precision = Math.max(precision, words.length === 0 ? 0 : common / words.length);
    recall = Math.max(recall, reference.length === 0 ? 0 : common / reference.length);
  }
  if (precision === 0 || recall === 0) return 0;
  return ((1 + BETA * BETA) * precision * recall) / (recall + BETA * BETA * precision);
}

/** The length of the longest common subsequence; time |long|·|short|, memory |short|. */
function commonLength(long: readonly string[], short: readonly string[]): number {
  let row = new Int32Array(short.length + 1);
  for (const word of long) {
    const next = new Int32Array(short.length + 1);
    for (let index = 1; index <= short.length; index++) {
      const same = word === short[index - 1];
      next[index] = same ? (row[index - 1] ?? 0) + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0);
    }
    row = next;
  }
  return row[short.length] ?? 0;
}
