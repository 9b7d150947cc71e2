import type { ImportBatch } from "../../domain/import-batch.ts";
import type { BenchmarkAbout } from "../data/benchmark-writes.ts";

/** The benchmarks that Omnidex knows from the start. Licences are quoted from their authors. */
export const KNOWN_BENCHMARKS: readonly BenchmarkAbout[] = [
  {
    slug: "worldsense",
    title: "WorldSense: Evaluating Real-world Omnimodal Understanding for Multimodal LLMs",
    description:
      "Multiple-choice questions that need a video's pictures and sound together, in 26 tasks over 8 domains.",
    license: "CC BY-NC-SA 4.0 in the paper's appendix H, CC BY-NC 4.0 in its datasheet",
    homepage: "https://github.com/JaaackHongggg/WorldSense",
    synthetic: false,
  },
  {
    slug: "mmworld",
    title: "MMWorld: Towards Multi-discipline Multi-faceted World Model Evaluation in Videos",
    description:
      "Multiple-choice questions about videos of seven disciplines, by the facet of reasoning that they ask for.",
    license: "CC BY 4.0",
    homepage: "https://github.com/eric-ai-lab/MMWorld",
    synthetic: false,
  },
  {
    slug: "omnivideobench",
    title: "OmniVideoBench: Towards Audio-Visual Understanding Evaluation for Omni MLLMs",
    description:
      "Multiple-choice questions with their reasoning steps, about speech, sound and music in videos of up to half an hour.",
    license: "CC BY-NC-SA 4.0",
    homepage: "https://github.com/NJU-LINK/OmniVideoBench",
    synthetic: false,
  },
  {
    slug: "avi-bench",
    title: "AVI-Bench: Toward Human-like Audio-Visual Intelligence of Omni-MLLMs",
    description:
      "Fourteen audio, visual and audio-visual tasks in four stages, from perception to primitive sensation.",
    license: "CC BY-ND 4.0, not for training or redistribution",
    homepage: "https://github.com/FudanCVL/AVI-Bench",
    synthetic: false,
  },
  {
    slug: "omnidex-demo",
    title: "Omnidex demo: a synthetic benchmark",
    description: "Questions that a program made up, to try queries on. They measure no one.",
    license: "Apache-2.0",
    homepage: null,
    synthetic: true,
  },
];

/** What to say of the benchmark that a batch belongs to. */
export function aboutBenchmark(batch: ImportBatch): BenchmarkAbout {
  const known = KNOWN_BENCHMARKS.find(({ slug }) => slug === batch.benchmark);
  return known ?? { ...UNTITLED, slug: batch.benchmark, title: batch.benchmark, ...batch.about };
}

const UNTITLED = { description: null, license: null, homepage: null, synthetic: false };
