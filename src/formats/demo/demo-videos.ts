import type { ImportAudioLabel, ImportVideo } from "../../domain/import-batch.ts";
import type { AudioType } from "../../domain/vocabulary.ts";
import { DEMO_CATEGORIES } from "./demo-taxonomy.ts";
import { Random } from "./random.ts";

const VIDEO_COUNT = 160;

/** Ranges of seconds, both ends inclusive, with their weights. */
const DURATIONS: readonly (readonly [range: readonly [from: number, to: number], weight: number])[] = [
  [[12, 59], 26],
  [[60, 299], 36],
  [[300, 599], 19],
  [[601, 1800], 19],
];
/** One video of exactly 600 seconds: it is in the bucket of 10 minutes and over, but not longer than 600 seconds. */
const EDGE = { number: 60, seconds: 600 };

const AUDIO_SHARES: readonly (readonly [type: AudioType, label: string, share: number])[] = [
  ["SPEECH", "Speech", 0.78],
  ["SOUND", "Sound", 0.5],
  ["MUSIC", "Music", 0.36],
];

/** Synthetic videos with all the fields of real ones. */
export const demoVideos = (): readonly ImportVideo[] =>
  Array.from({ length: VIDEO_COUNT }, (_, index) => demoVideo(index + 1));

function demoVideo(number: number): ImportVideo {
  const random = new Random(`video ${number}`);
  const [from, to] = random.weighted(DURATIONS);
  const leaves = DEMO_CATEGORIES.filter((category) => category.parent !== null);
  return {
    key: `video-${String(number).padStart(3, "0")}`,
    // The sum of two draws favours the middle of the list: categories differ in size.
    category: leaves[(random.between(0, leaves.length) + random.between(0, leaves.length - 1)) >> 1]?.slug ?? null,
    durationSeconds: number === EDGE.number ? EDGE.seconds : random.between(from, to),
    url: null,
    subset: random.weighted([
      ["test", 3],
      ["dev", 1],
    ]),
    audioTypes: demoAudio(random),
    caption: `Synthetic video ${number}. There is no such video.`,
    native: { synthetic: true },
  };
}

function demoAudio(random: Random): ImportAudioLabel[] {
  const labels = AUDIO_SHARES.filter(([, , share]) => random.chance(share));
  const heard = labels.length > 0 ? labels : AUDIO_SHARES.slice(1, 2);
  return heard.map(([type, nativeLabel]) => ({ type, nativeLabel }));
}
