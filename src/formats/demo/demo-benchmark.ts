import type { ImportBatch } from "../../domain/import-batch.ts";
import { demoQuestions } from "./demo-questions.ts";
import { DEMO_CATEGORIES, DEMO_TASKS } from "./demo-taxonomy.ts";
import { demoVideos } from "./demo-videos.ts";

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
