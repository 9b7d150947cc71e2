import { captionWords } from "../metrics/caption-overlap.ts";

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

/**
 * Why two videos may be the same. SAME_ADDRESS: their URLs lead to the same file or YouTube video (see `addressOf`), so
 * they are the same file or clips of one video. SAME_QUESTIONS: they have the same set of at least two questions with
 * options. SAME_CAPTION: their captions have at least eight different words and are nearly the same, and their
 * durations, if known, differ by less than a second. The pictures are not compared.
 */
const DUPLICATE_REASONS = ["SAME_ADDRESS", "SAME_QUESTIONS", "SAME_CAPTION"] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** The stored data of a video. */
export interface DescribedVideo {
  readonly url: string | null;
  readonly durationSeconds: number | null;
  readonly caption: string | null;
  /** The texts of its questions with their options. */
  readonly questions: readonly string[];
}

/** A video that may be the same as an earlier one. */
export interface DuplicateVideo {
  /** The index of the video. */
  readonly video: number;
  readonly other: number;
  readonly reasons: readonly DuplicateReason[];
}

/** Videos with fewer questions or caption words than these are often equal by chance. */
const LEAST_QUESTIONS = 2;
const LEAST_WORDS = 8;
/** Two durations count as equal if they differ by less than this many seconds, because encoders round them. */
const SECONDS = 1;

/** The videos that may be the same as an earlier one, in file order. Each pair of videos is listed at most once. */
export function duplicateVideos(videos: readonly DescribedVideo[]): DuplicateVideo[] {
  const found = new Map<string, { video: number; other: number; reasons: DuplicateReason[] }>();
  const add = (reason: DuplicateReason, video: number, other: number): void => {
    const known = found.get(`${video} ${other}`) ?? { video, other, reasons: [] };
    found.set(`${video} ${other}`, known);
    known.reasons.push(reason);
  };
  for (const [video, other] of sameAsEarlier(videos, ({ url }) => addressOf(url))) add("SAME_ADDRESS", video, other);
  for (const [video, other] of sameAsEarlier(videos, questionsOf)) add("SAME_QUESTIONS", video, other);
  for (const { question: video, other } of nearDuplicates(videos.map(captionOf), new Int32Array(videos.length)))
    if (couldLastAsLong(videos[video], videos[other])) add("SAME_CAPTION", video, other);
  return [...found.values()].sort((a, b) => a.video - b.video || a.other - b.other);
}

/** Pairs each video with the first video for which `nameOf` returns the same name; null matches nothing. */
function sameAsEarlier(
  videos: readonly DescribedVideo[],
  nameOf: (video: DescribedVideo) => string | null,
): (readonly [video: number, other: number])[] {
  const first = new Map<string, number>();
  return videos.flatMap((described, video) => {
    const name = nameOf(described);
    if (name === null) return [];
    const other = first.get(name);
    if (other === undefined) first.set(name, video);
    return other === undefined ? [] : [[video, other] as const];
  });
}

/** The hosts of YouTube. One video has several addresses there. */
const YOUTUBE = /^(?:www\.|m\.|music\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be)$/;
const YOUTUBE_ID = /^[\w-]{11}$/;

/**
 * A URL in a form that can be compared: without its fragment, and with `https` in place of `http`. For YouTube, the id
 * of the video. Null for a text that is not an absolute http or https URL, such as a file name.
 */
export function addressOf(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!/^https?:$/.test(parsed.protocol)) return null;
  if (YOUTUBE.test(parsed.hostname)) {
    const id = parsed.searchParams.get("v") ?? parsed.pathname.split("/").at(-1) ?? "";
    if (YOUTUBE_ID.test(id)) return `youtube:${id}`;
  }
  parsed.hash = "";
  parsed.protocol = "https:";
  return parsed.href;
}

function questionsOf({ questions }: DescribedVideo): string | null {
  const distinct = new Set(questions.map((text) => captionWords(text).join(" ")));
  distinct.delete("");
  return distinct.size < LEAST_QUESTIONS ? null : JSON.stringify([...distinct].sort());
}

/** A caption, or nothing if it is too short to compare. */
const captionOf = ({ caption }: DescribedVideo): string =>
  caption !== null && new Set(captionWords(caption)).size >= LEAST_WORDS ? caption : "";

function couldLastAsLong(one: DescribedVideo | undefined, other: DescribedVideo | undefined): boolean {
  const [a, b] = [one?.durationSeconds ?? null, other?.durationSeconds ?? null];
  return a === null || b === null || Math.abs(a - b) < SECONDS;
}

/**
 * Returns the index of each question's video. Videos that may be the same all get the index of the earliest one.
 * @param clusters the index of each question's video; negative without a video
 */
export function mergeDuplicates(clusters: Int32Array, duplicates: readonly DuplicateVideo[]): Int32Array {
  const first = new Map<number, number>();
  const rootOf = (video: number): number => {
    const earlier = first.get(video);
    return earlier === undefined ? video : rootOf(earlier);
  };
  for (const { video, other } of duplicates) {
    const [a, b] = [rootOf(video), rootOf(other)];
    if (a !== b) first.set(Math.max(a, b), Math.min(a, b));
  }
  return clusters.map((video) => (video < 0 ? video : rootOf(video)));
}
