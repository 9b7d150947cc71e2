import type { ImportAudioLabel, ImportQuestion, ImportReasoningStep, ImportVideo } from "../../domain/import-batch.ts";
import type { Level } from "../../domain/vocabulary.ts";
import { DEMO_TASK_WEIGHTS } from "./demo-taxonomy.ts";
import { Random } from "./random.ts";

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
export function demoQuestions(videos: readonly ImportVideo[]): readonly ImportQuestion[] {
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
