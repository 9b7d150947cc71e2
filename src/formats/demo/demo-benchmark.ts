import type {
  ImportAudioLabel,
  ImportBatch,
  ImportCategory,
  ImportQuestion,
  ImportReasoningStep,
  ImportTask,
  ImportVideo,
} from "../../domain/import-batch.ts";
import { slugify, subcategorySlug } from "../../domain/slug.ts";
import type { AudioType, Level } from "../../domain/vocabulary.ts";
import { Random } from "./random.ts";

const SUBCATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Indoors: ["Kitchen", "Workshop", "Classroom"],
  Outdoors: ["Street", "Forest"],
  Stage: ["Concert", "Theatre", "Dance"],
  Studio: ["News", "Interview"],
};

const TASKS: readonly (readonly [name: string, level: Level, weight: number])[] = [
  ["Object Counting", "PERCEPTION", 19],
  ["Sound Recognition", "PERCEPTION", 17],
  ["Event Order", "UNDERSTANDING", 15],
  ["Speaker Intent", "UNDERSTANDING", 13],
  ["Causal Reasoning", "REASONING", 13],
  ["Counterfactual Reasoning", "REASONING", 9],
  ["Loudness Comparison", "SENSATION", 8],
  ["Pitch Comparison", "SENSATION", 6],
];

/** Each parent category, followed by its children. */
const DEMO_CATEGORIES: readonly ImportCategory[] = Object.entries(SUBCATEGORIES).flatMap(([name, children]) => {
  const parent = slugify(name);
  return [
    { slug: parent, name, parent: null },
    ...children.map((child) => ({ slug: subcategorySlug(parent, child), name: child, parent })),
  ];
});

const DEMO_TASKS: readonly ImportTask[] = TASKS.map(([name, level]) => ({
  slug: slugify(name),
  name,
  level,
  levelSource: "CURATED",
  dominance: null,
  chance: null,
  metric: "accuracy",
}));

/** How often each task is asked. */
const DEMO_TASK_WEIGHTS: readonly (readonly [task: ImportTask, weight: number])[] = DEMO_TASKS.map((task, index) => [
  task,
  TASKS[index]?.[2] ?? 0,
]);

const QUESTION_COUNT = 480;

const ADJECTIVES =
  "amber brisk calm dusty early faint golden hollow icy jolly keen lively mellow noisy olive plain quiet rusty silver tall".split(
    " ",
  );
const NOUNS =
  "anchor bell candle drum engine feather garden harbour island jacket kettle lantern mirror needle orchard piano river saddle tower violin".split(
    " ",
  );

/** Questions with randomly drawn answers, as their text states. */
function demoQuestions(videos: readonly ImportVideo[]): readonly ImportQuestion[] {
  const owners = questionOwners(videos);
  return owners.map((video, ordinal) => demoQuestion(video, ordinal - owners.indexOf(video), ordinal + 1));
}

/** The video of each question, in the order of the videos: at least one question per video, for some many more. */
function questionOwners(videos: readonly ImportVideo[]): readonly ImportVideo[] {
  const random = new Random("questions of videos");
  const counts = new Map(videos.map((video) => [video, 1]));
  for (let left = QUESTION_COUNT - videos.length; left > 0; left--) {
    const video = random.pick(videos);
    counts.set(video, (counts.get(video) ?? 0) + 1);
  }
  return [...counts].flatMap(([video, count]) => Array.from({ length: count }, () => video));
}

function demoQuestion(video: ImportVideo, place: number, number: number): ImportQuestion {
  const random = new Random(`question ${number}`);
  const task = random.weighted(DEMO_TASK_WEIGHTS);
  const options = demoOptions(random);
  const position = random.between(0, options.length - 1);
  const requiresAudio = random.chance(0.7);
  return {
    key: `${video.key}/${place}`,
    video: video.key,
    task: task.slug,
    level: task.level,
    text: `Synthetic question ${number}: which words were drawn by lot for ${task.name.toLowerCase()} in synthetic ${video.key}?`,
    options,
    answerFormat: "MULTIPLE_CHOICE",
    answer: { kind: "option", position, text: options[position] ?? "" },
    audioTypes: askedAudio(video.audioTypes, random),
    requiresAudio,
    requiresVisual: !requiresAudio || random.chance(0.6),
    subset: video.subset,
    reasoningSteps: demoSteps(task.level, number, random),
    media: [],
    native: { synthetic: true },
  };
}

/** No word occurs in two options, so that an answer in words is unambiguous. */
function demoOptions(random: Random): string[] {
  const count = random.chance(0.15) ? 3 : 4;
  const nouns = random.sample(NOUNS, count);
  return random.sample(ADJECTIVES, count).map((adjective, index) => `${adjective} ${nouns[index]}`);
}

/** Some of the video's audio types, always including the first. */
function askedAudio(heard: readonly ImportAudioLabel[], random: Random): readonly ImportAudioLabel[] {
  const asked = heard.filter(() => random.chance(0.8));
  return asked.length > 0 ? asked : heard.slice(0, 1);
}

function demoSteps(level: Level, number: number, random: Random): ImportReasoningStep[] {
  const count = level === "REASONING" ? random.between(2, 4) : 1;
  return Array.from({ length: count }, (_, index) => ({
    modality: random.pick(["vision", "audio"]),
    evidence: `Synthetic evidence ${index + 1} of question ${number}.`,
    inference: `Synthetic inference ${index + 1} of question ${number}.`,
  }));
}

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
const demoVideos = (): readonly ImportVideo[] =>
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

/** The slug of the synthetic benchmark. */
export const DEMO_BENCHMARK = "omnidex-demo";

/**
 * A synthetic benchmark, labelled as such: 480 questions over 160 videos that do not exist, identical on every machine.
 * It covers every combination of level, audio type and duration bucket, so that every feature can be tried without
 * importing a real benchmark.
 */
export function demoBatch(): ImportBatch {
  const videos = demoVideos();
  return {
    benchmark: DEMO_BENCHMARK,
    about: {
      title: "Omnidex demo (synthetic)",
      description: "Made up by a program, to try Omnidex with. No video exists, and no score on it means anything.",
      license: "Apache-2.0",
      homepage: null,
    },
    source: { format: "synthetic", files: [] },
    categories: DEMO_CATEGORIES,
    tasks: DEMO_TASKS,
    videos,
    questions: demoQuestions(videos),
    oddities: [],
  };
}
