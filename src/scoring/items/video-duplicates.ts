import { captionWords } from "../metrics/caption-words.ts";
import { nearDuplicates } from "./near-duplicates.ts";

/**
 * Why two videos may be the same. SAME_ADDRESS: their URLs lead to the same file or YouTube video (see `addressOf`), so
 * they are the same file or clips of one video. SAME_QUESTIONS: they have the same set of at least two questions with
 * options. SAME_CAPTION: their captions have at least eight different words and are nearly the same, and their
 * durations, if known, differ by less than a second. The pictures are not compared.
 */
export const DUPLICATE_REASONS = ["SAME_ADDRESS", "SAME_QUESTIONS", "SAME_CAPTION"] as const;
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
