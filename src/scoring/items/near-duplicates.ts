import { captionWords } from "../metrics/caption-words.ts";

/** Two questions with nearly the same words. */
export interface NearDuplicate {
  readonly question: number;
  /** The earlier question. */
  readonly other: number;
  /** The share of the distinct words of both questions that the two have in common, 0 to 1. */
  readonly similarity: number;
}

/**
 * The questions of one video whose texts have nearly the same words (Jaccard's index), each with the most similar
 * earlier question. Only texts that share one of their rarest words are compared.
 * @param texts by ordinal, the question with its options, because many questions differ only in their options
 * @param clusters each question's video; questions without a video (negative) are compared with each other
 * @param least the smallest similarity to report, above 0; 0.9 if missing
 * @see R. J. Bayardo, Y. Ma and R. Srikant (2007), "Scaling up all pairs similarity search", WWW, for the prefix filter
 */
export function nearDuplicates(texts: readonly string[], clusters: Int32Array, least = 0.9): NearDuplicate[] {
  const { words: all, distinct } = rarestFirst(texts);
  const [postings, equals] = [new Map<number, number[]>(), new Map<string, number>()];
  return all.flatMap((own, question) => {
    const cluster = Math.max(-1, clusters[question] ?? -1);
    const exact = `${cluster} ${own.join(" ")}`;
    const equal = equals.get(exact);
    // Of several texts with the same words, only the first is compared with other texts. Otherwise a template would
    // cost one comparison for each pair of its questions.
    if (equal !== undefined) return own.length === 0 ? [] : [{ question, other: equal, similarity: 1 }];
    equals.set(exact, question);
    const keys = Array.from(own.subarray(0, own.length - Math.ceil(least * own.length) + 1), (word) => {
      return (cluster + 1) * distinct + word;
    });
    const others = new Set(keys.flatMap((key) => postings.get(key) ?? []));
    for (const key of keys) addTo(postings, key, question);
    let best: NearDuplicate | null = null;
    for (const other of others) {
      const words = all[other] as Int32Array;
      // The similarity is at most the ratio of the numbers of words.
      if (Math.min(own.length, words.length) / Math.max(own.length, words.length) < least) continue;
      const similarity = jaccard(own, words);
      if (similarity < least) continue;
      if (best === null || similarity > best.similarity || (similarity === best.similarity && other < best.other))
        best = { question, other, similarity };
    }
    return best ?? [];
  });
}

/**
 * The questions with nearly the same words as an earlier question about another video. Many of them come from
 * templates, so the same words may have a different answer for each video.
 * @param clusters each question's video; questions without a video (negative) are left out
 * @param least as in `nearDuplicates`
 */
export function repeatedQuestions(texts: readonly string[], clusters: Int32Array, least = 0.9): NearDuplicate[] {
  const ofVideos = Array.from(clusters.keys()).filter((question) => (clusters[question] ?? -1) >= 0);
  const found = nearDuplicates(
    ofVideos.map((question) => texts[question] ?? ""),
    new Int32Array(ofVideos.length),
    least,
  );
  return found
    .map(({ question, other, similarity }) => ({
      question: ofVideos[question] ?? -1,
      other: ofVideos[other] ?? -1,
      similarity,
    }))
    .filter(({ question, other }) => clusters[question] !== clusters[other]);
}

/**
 * The distinct words of each text as numbers, ascending. The numbers order all words by the number of texts that contain
 * them, rarest first.
 */
function rarestFirst(texts: readonly string[]): { readonly words: readonly Int32Array[]; readonly distinct: number } {
  const words = texts.map((text) => [...new Set(captionWords(text))]);
  const frequency = new Map<string, number>();
  for (const list of words) for (const word of list) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const byFrequency = [...frequency].sort(([a, ofA], [b, ofB]) => ofA - ofB || (a < b ? -1 : 1));
  const numbers = new Map(byFrequency.map(([word], number) => [word, number]));
  return {
    words: words.map((list) => Int32Array.from(list, (word) => numbers.get(word) ?? 0).sort()),
    distinct: numbers.size,
  };
}

function addTo(postings: Map<number, number[]>, key: number, question: number): void {
  const list = postings.get(key);
  if (list === undefined) postings.set(key, [question]);
  else list.push(question);
}

/**
 * The share of the distinct words of two texts that the texts have in common, 0 to 1 (Jaccard's index). Both lists are
 * ascending.
 */
export function jaccard(one: Int32Array, other: Int32Array): number {
  let shared = 0;
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    const left = one[a] as number;
    const right = other[b] as number;
    if (left === right) shared += 1;
    if (left <= right) a += 1;
    if (right <= left) b += 1;
  }
  return shared / Math.max(1, one.length + other.length - shared);
}
