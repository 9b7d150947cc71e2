import type {
  ImportAudioLabel,
  ImportBatch,
  ImportCategory,
  ImportQuestion,
  ImportTask,
  ImportVideo,
} from "../../src/domain/import-batch.ts";
import type { Level } from "../../src/domain/vocabulary.ts";
import { Random } from "../support/random.ts";
import { benchmarkSlug, type DataSize } from "./data-size.ts";
import { sentence } from "./synthetic-text.ts";

const LEVELS: readonly Level[] = ["PERCEPTION", "UNDERSTANDING", "REASONING", "REASONING", "PERCEPTION"];
const TASKS = 13;
const TOP_CATEGORIES = 8;
const SUBCATEGORIES = 5;
const LABELS = ["A", "B", "C", "D"] as const;

/** A synthetic benchmark; equal arguments give equal benchmarks. */
export function benchmarkBatch(index: number, size: DataSize): ImportBatch {
  const random = new Random(1_000 + index);
  const tasks = Array.from({ length: TASKS }, (_, task) => importTask(task));
  const videos = Array.from({ length: size.videosPerBenchmark }, (_, place) => importVideo(random, place));
  const questions = videos.flatMap((video) =>
    Array.from({ length: size.questionsPerVideo }, (_, place) =>
      importQuestion(random, video, place, random.pick(tasks)),
    ),
  );
  const slug = benchmarkSlug(index);
  return {
    benchmark: slug,
    about: { title: `Bench ${index + 1}`, description: null, license: null, homepage: null },
    source: { format: "synthetic", files: [] },
    categories: categoryTree(),
    tasks,
    videos,
    questions,
    oddities: [],
  };
}

const importTask = (index: number): ImportTask => ({
  slug: `task-${index + 1}`,
  name: `Task ${index + 1}`,
  level: LEVELS[index % LEVELS.length] ?? "REASONING",
  levelSource: "PAPER",
  dominance: null,
  chance: null,
  metric: "accuracy",
});

function categoryTree(): ImportCategory[] {
  const tops = Array.from({ length: TOP_CATEGORIES }, (_, top) => ({
    slug: `category-${top + 1}`,
    name: `Category ${top + 1}`,
    parent: null,
  }));
  const leaves = tops.flatMap((top) =>
    Array.from({ length: SUBCATEGORIES }, (_, sub) => ({
      slug: `${top.slug}/part-${sub + 1}`,
      name: `${top.name}, part ${sub + 1}`,
      parent: top.slug,
    })),
  );
  return [...tops, ...leaves];
}

function importVideo(random: Random, place: number): ImportVideo {
  const key = `video_${place + 1}`;
  return {
    key,
    category: `category-${random.integer(1, TOP_CATEGORIES + 1)}/part-${random.integer(1, SUBCATEGORIES + 1)}`,
    durationSeconds: Math.round(random.integer(20_000, 1_200_000)) / 1_000,
    url: `https://videos.example/${key}`,
    subset: random.chance(0.3) ? "short" : "long",
    audioTypes: audioLabels(random),
    caption: sentence(random, 20),
    native: { place },
  };
}

function importQuestion(random: Random, video: ImportVideo, place: number, task: ImportTask): ImportQuestion {
  const options = Array.from({ length: LABELS.length }, () => sentence(random, random.integer(2, 9)));
  const position = random.integer(0, LABELS.length);
  return {
    key: `${video.key}/${place}`,
    video: video.key,
    task: task.slug,
    level: task.level,
    text: `${sentence(random, random.integer(8, 25))}?`,
    options,
    answerFormat: "MULTIPLE_CHOICE",
    answer: { kind: "option", position, text: options[position] ?? "" },
    audioTypes: audioLabels(random),
    requiresAudio: random.chance(0.8),
    requiresVisual: random.chance(0.7),
    subset: null,
    reasoningSteps: [],
    media: [],
    native: { place },
  };
}

function audioLabels(random: Random): ImportAudioLabel[] {
  const labels: ImportAudioLabel[] = [];
  if (random.chance(0.7)) labels.push({ type: "SPEECH", nativeLabel: "Speech" });
  if (random.chance(0.4)) labels.push({ type: "SOUND", nativeLabel: "Event" });
  if (random.chance(0.4)) labels.push({ type: "MUSIC", nativeLabel: "Music" });
  return labels;
}
