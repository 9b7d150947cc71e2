import { Random } from "../../../test/fixtures/random.ts";
import { distinctSentences, syntheticSentence } from "../../../test/fixtures/synthetic-text.ts";

const TASKS = [
  { name: "Listening", level: "PERCEPTION", dominance: "AUDIO", chance: 0.25 },
  { name: "Counting", level: "UNDERSTANDING", dominance: null, chance: 0.25 },
  { name: "Cause and effect", level: "REASONING", dominance: null, chance: 0.25 },
];
const CATEGORIES = ["Film/Drama", "Film/Comedy", "Sports", "Music/Concert", "News"];
const QUESTIONS_PER_VIDEO = 4;

/** A benchmark in the format of docs/import.md: four questions about each video, all text made up. */
export function omnidexRelease(slug: string, questions: number): string {
  const random = new Random(1);
  const videos = Array.from({ length: Math.ceil(questions / QUESTIONS_PER_VIDEO) }, (_, index) => ({
    key: `video-${index}`,
    category: random.pick(CATEGORIES),
    durationSeconds: random.integer(5, 3600),
    audioTypes: [random.pick(["SPEECH", "SOUND", "MUSIC"])],
    url: `https://videos.example/${index}`,
    caption: syntheticSentence(random, 12),
  }));
  return JSON.stringify({
    benchmark: { slug, title: slug, description: "Made up." },
    tasks: TASKS,
    videos,
    questions: Array.from({ length: questions }, (_, index) => question(random, index)),
  });
}

function question(random: Random, index: number): object {
  return {
    key: `question-${index}`,
    video: `video-${Math.floor(index / QUESTIONS_PER_VIDEO)}`,
    text: `${syntheticSentence(random, 12)}?`,
    options: distinctSentences(random, 4, 4),
    answer: random.integer(0, 4),
    task: random.pick(TASKS).name,
    audioTypes: [random.pick(["SPEECH", "SOUND", "MUSIC"])],
    native: { source: index },
  };
}

/** A made-up benchmark in the form of OmniVideoBench's `data.json`, with reasoning steps. */
export function omniVideoBenchRelease(questions: number): string {
  const random = new Random(2);
  const videos = Array.from({ length: Math.ceil(questions / QUESTIONS_PER_VIDEO) }, (_, index) => ({
    video: `video_${index}`,
    video_type: random.pick(["Vlog", "News", "Sports", "Cartoon"]),
    duration: `${random.integer(0, 30)}:${String(random.integer(0, 60)).padStart(2, "0")}`,
    questions: Array.from({ length: QUESTIONS_PER_VIDEO }, () => steppedQuestion(random)),
  }));
  return JSON.stringify(videos);
}

function steppedQuestion(random: Random): object {
  const texts = distinctSentences(random, 4, 4);
  const position = random.integer(0, 4);
  return {
    question: `${syntheticSentence(random, 12)}?`,
    question_type: random.pick(["counting", "causal reasoning", "summarization"]),
    audio_type: random.pick(["Speech", "Sound", "Music"]),
    reasoning_steps: Array.from({ length: random.integer(1, 7) }, () => ({
      modality: random.pick(["vision", "audio"]),
      evidence: syntheticSentence(random),
      inference: syntheticSentence(random),
    })),
    answer: texts[position],
    options: texts.map((text, index) => `${"ABCD"[index]}. ${text}`),
    correct_option: "ABCD"[position],
  };
}
