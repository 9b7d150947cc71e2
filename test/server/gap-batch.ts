import type { ImportBatch, ImportQuestion, ImportVideo } from "../../src/domain/import-batch.ts";
import type { AudioType } from "../../src/domain/vocabulary.ts";

export const GAPS = "gaps";

/** Durations in seconds: equal ones, unknown ones, and the bounds of the buckets. */
const DURATIONS = [null, 60, 60, 60, null, 12.5, 300, 599.9, 600, null, 60, 4000] as const;
const CATEGORIES = [null, "music", "music/jazz", "music-box", null] as const;
const AUDIO: readonly (readonly AudioType[])[] = [[], ["SPEECH"], ["SOUND", "MUSIC"], ["SPEECH", "SOUND", "MUSIC"]];
const LEVELS = ["PERCEPTION", "REASONING"] as const;
const LABELS = [null, "1-2min", "<1min", null, ">8min"] as const;
/** The modalities of reasoning steps: none, some that are misspelt, and some that mean nothing. */
const TRACES: readonly (readonly (string | null)[])[] = [
  [],
  ["audio", "vision"],
  ["audio"],
  ["vision", "vison", "viison."],
  [],
  ["audio,", "aduio", "vision", null],
  [null, "smell"],
  ["Audio", "vision", "vision"],
];
const FLAGS = [null, true, false] as const;
const SUBSETS = [null, "small", "large", null] as const;

const cyclic = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
const labels = (index: number): ImportVideo["audioTypes"] =>
  cyclic(AUDIO, index).map((type) => ({ type, nativeLabel: `native ${type}` }));

/** A small benchmark in which optional fields are missing, in every combination. */
export const gapBatch = (): ImportBatch => ({
  benchmark: GAPS,
  source: { format: "synthetic", files: [] },
  categories: [
    { slug: "music", name: "Music", parent: null },
    // This slug begins like the one above, but is not a subcategory of it.
    { slug: "music-box", name: "Music box", parent: null },
    { slug: "music/jazz", name: "Jazz", parent: "music" },
  ],
  tasks: [
    { slug: "count", name: "Count", level: "PERCEPTION", ...PLAIN },
    { slug: "tell", name: "Tell", level: "REASONING", ...PLAIN, dominance: "AUDIO" },
    { slug: "see", name: "See", level: "REASONING", ...PLAIN, dominance: "JOINT" },
  ],
  videos: DURATIONS.map((durationSeconds, index) => ({
    key: `v${index}`,
    category: cyclic(CATEGORIES, index),
    durationSeconds,
    url: null,
    subset: cyclic(SUBSETS, index),
    audioTypes: labels(index),
    caption: null,
    // One label is in `native`, as in WorldSense's records.
    ...labelled(cyclic(LABELS, index), index === 1),
  })),
  questions: Array.from({ length: 40 }, (_, index) => gapQuestion(index)),
  oddities: [],
});

const PLAIN = { levelSource: "PAPER", dominance: null, chance: null, metric: "accuracy" } as const;

const labelled = (label: string | null, inNative: boolean): Pick<ImportVideo, "durationLabel" | "native"> =>
  label === null ? { native: {} } : inNative ? { native: { duration: label } } : { durationLabel: label, native: {} };

/** A flag that the benchmark does not state is absent. */
const flag = (name: "questionOnly" | "requiresDomainKnowledge", value: boolean | null) =>
  value === null ? {} : { [name]: value };

const gapQuestion = (index: number): ImportQuestion => ({
  key: `q${index}`,
  video: index % 7 === 0 ? null : `v${index % DURATIONS.length}`,
  task: index % 3 === 0 ? "count" : index % 8 === 1 ? "see" : "tell",
  level: cyclic(LEVELS, index),
  text: `Which silhouette of number ${index} is rotating?`,
  ...(index % 3 === 0
    ? {
        answerFormat: "INSTANCE_COUNTS",
        options: [],
        answer: { kind: "counts", counts: { dog: 1 + (index % 4), cat: 3 } },
      }
    : {
        answerFormat: "MULTIPLE_CHOICE",
        options: ["ink", "oak"],
        answer: { kind: "option", position: index % 2, text: "" },
      }),
  audioTypes: labels(index + 1),
  requiresAudio: cyclic(FLAGS, index),
  requiresVisual: cyclic(FLAGS, index + (index % 2)),
  ...flag("questionOnly", cyclic(FLAGS, index + (index % 4))),
  ...flag("requiresDomainKnowledge", cyclic(FLAGS, index + (index % 5))),
  subset: index % 5 === 0 ? "own" : null,
  reasoningSteps: cyclic(TRACES, index).map((modality) => ({ modality, evidence: "It is there.", inference: null })),
  media: [],
  native: {},
});

/** One row of a submission. */
export interface GapPrediction {
  readonly question: string;
  readonly response?: string | null;
  readonly error?: string;
}

/** Right, wrong and partly right answers, unreadable ones, errors; every seventh question has none. */
export const GAP_PREDICTIONS: readonly GapPrediction[] = gapBatch().questions.flatMap(
  ({ key, answerFormat }, index): GapPrediction[] => {
    if (index % 7 === 6) return [];
    if (index % 11 === 10) return [{ question: key, error: "out of memory" }];
    const counts = `{"dog": ${1 + (index % 3)}, "cat": 3}`;
    return [
      { question: key, response: answerFormat === "MULTIPLE_CHOICE" ? (["A", "B", "hm"][index % 3] ?? "") : counts },
    ];
  },
);

/** The other fields of a submission over the benchmark. */
export const GAP_RUN = { benchmark: GAPS, model: { name: "m" }, inputs: ["VIDEO", "AUDIO"] as const };
