import type { ImportBatch } from "../../../src/domain/import-batch.ts";

/** A synthetic benchmark with the given number of questions, four per video, of about the size of real ones. */
export const largeBatch = (questions: number): ImportBatch => ({
  benchmark: "large",
  source: { format: "synthetic", files: [] },
  categories: [{ slug: "film", name: "Film", parent: null }],
  tasks: [
    {
      slug: "tell",
      name: "Tell",
      level: "REASONING",
      levelSource: "PAPER",
      dominance: null,
      chance: null,
      metric: "m",
    },
  ],
  videos: Array.from({ length: Math.ceil(questions / 4) }, (_, index) => ({
    key: `v${index}`,
    category: "film",
    durationSeconds: index % 1000,
    url: null,
    subset: null,
    audioTypes: [{ type: "SPEECH" as const, nativeLabel: "Speech" }],
    caption: `A caption of some length for the video ${index}, as the benchmarks have them.`,
    native: {},
  })),
  questions: Array.from({ length: questions }, (_, index) => ({
    key: `q${index}`,
    video: `v${Math.floor(index / 4)}`,
    task: "tell",
    level: "REASONING" as const,
    text: `Which of the doors does the person in the video open after the ${index}th sound, and why?`,
    options: ["The red door", "The blue door", "The green door", `The white door number ${index}`],
    answerFormat: "MULTIPLE_CHOICE" as const,
    answer: { kind: "option" as const, position: index % 4, text: "" },
    audioTypes: [{ type: "SPEECH" as const, nativeLabel: "Speech" }],
    requiresAudio: null,
    requiresVisual: null,
    subset: null,
    reasoningSteps: [{ modality: "audio", evidence: "A door creaks.", inference: "It is opened." }],
    media: [],
    native: { index },
  })),
  oddities: [],
});
