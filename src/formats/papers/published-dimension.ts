import { slugify } from "../../domain/slug.ts";
import type { Dimension } from "../../domain/vocabulary.ts";

/** The part that a figure covers: a value of a dimension, or the whole benchmark if both are `null`. */
export interface PublishedPart {
  readonly dimension: Dimension | null;
  /** The value that `QuestionFilter` takes for the dimension; the paper's own term if `dimension` is null. */
  readonly key: string | null;
}

/** Maps a paper's term for a value to our key; `null` if there is no such value. */
type KeyOf = (word: string) => string | null;

function oneOf(keys: Readonly<Record<string, string>>): KeyOf {
  const byWord = new Map(Object.entries(keys));
  return (word) => byWord.get(word) ?? null;
}

/** WorldSense's "event" is OmniVideoBench's "sound". */
const AUDIO_TYPE_KEYS = { speech: "SPEECH", music: "MUSIC", sound: "SOUND", event: "SOUND" };

/** OmniVideoBench, Table 3. The lower edges are inclusive, despite the printed brackets: see `DURATION_BUCKETS`. */
const DURATION_KEYS = {
  "(0,1] min": "under-1m",
  "(1,5] min": "1m-5m",
  "(5,10] min": "5m-10m",
  "(10,30] min": "over-10m",
};

/** AVI-Bench's four stages. */
const STAGE_KEYS = {
  perception: "PERCEPTION",
  understanding: "UNDERSTANDING",
  reasoning: "REASONING",
  primitive_sensation: "SENSATION",
};

/** AVI-Bench's capability levels L1 to L4 are averages over stages, not levels of questions. */
const CAPABILITY_LEVELS = { "1": "1", "2": "2", "3": "3", "4": "4" };

const PARTS: ReadonlyMap<string, readonly [dimension: Dimension | null, keyOf: KeyOf]> = new Map([
  ["category", ["CATEGORY", slugify]],
  ["discipline", ["CATEGORY", slugify]],
  ["task", ["TASK", slugify]],
  // MMWorld's question types are imported as tasks.
  ["reasoning_facet", ["TASK", slugify]],
  ["audio_type", ["AUDIO_TYPE", oneOf(AUDIO_TYPE_KEYS)]],
  ["duration", ["DURATION", oneOf(DURATION_KEYS)]],
  ["stage", ["LEVEL", oneOf(STAGE_KEYS)]],
  ["level", [null, oneOf(CAPABILITY_LEVELS)]],
]);

export const NATIVE_DIMENSIONS: readonly string[] = ["overall", ...PARTS.keys()];

/** The part that a paper's own terms name; `null` if they are unknown. */
export function publishedPart(nativeDimension: string, nativeKey: string): PublishedPart | null {
  if (nativeDimension === "overall") return nativeKey === "" ? { dimension: null, key: null } : null;
  const part = PARTS.get(nativeDimension);
  if (part === undefined) return null;
  const [dimension, keyOf] = part;
  const key = keyOf(nativeKey);
  return key === null || key === "" ? null : { dimension, key };
}
