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
  const words = rarestFirst(texts);
  const [postings, equals] = [new Map<string, number[]>(), new Map<string, number>()];
  return words.flatMap((own, question) => {
    const cluster = Math.max(-1, clusters[question] ?? -1);
    const exact = `${cluster} ${own.join(" ")}`;
    const equal = equals.get(exact);
    // Of several texts with the same words, only the first is compared with other texts. Otherwise a template would
    // cost one comparison for each pair of its questions.
    if (equal !== undefined) return own.length === 0 ? [] : [{ question, other: equal, similarity: 1 }];
    equals.set(exact, question);
    const prefix = own.slice(0, own.length - Math.ceil(least * own.length) + 1);
    const others = new Set(prefix.flatMap((word) => postings.get(`${cluster} ${word}`) ?? []));
    for (const word of prefix) addTo(postings, `${cluster} ${word}`, question);
    const best = [...others]
      .map((other) => ({ question, other, similarity: jaccard(own, words[other] ?? []) }))
      .sort((a, b) => b.similarity - a.similarity || a.other - b.other)[0];
    return best !== undefined && best.similarity >= least ? [best] : [];
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

/** The distinct words of each text, ordered by the number of texts that contain them, rarest first. */
function rarestFirst(texts: readonly string[]): string[][] {
  const distinct = texts.map((text) => [...new Set(captionWords(text))]);
  const frequency = new Map<string, number>();
  for (const word of distinct.flat()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return distinct.map((words) =>
    words.sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1)),
  );
}

function addTo(postings: Map<string, number[]>, key: string, question: number): void {
  const list = postings.get(key);
  if (list === undefined) postings.set(key, [question]);
  else list.push(question);
}

/** The share of the distinct words of two texts that the texts have in common, 0 to 1 (Jaccard's index). */
export function jaccard(one: readonly string[], other: readonly string[]): number {
  const others = new Set(other);
  const shared = one.filter((word) => others.has(word)).length;
  return shared / Math.max(1, one.length + other.length - shared);
}
