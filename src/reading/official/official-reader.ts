import type { Extractor } from "../extraction.ts";
import { aviBenchExtractor } from "./avi-bench-extractor.ts";
import { mmworldPostExtractor } from "./mmworld-post.ts";
import { omnivideobenchQwenExtractor } from "./omnivideobench-qwen.ts";
import { vlmevalkitWorldsenseExtractor } from "./vlmevalkit-worldsense.ts";

const OFFICIAL: ReadonlyMap<string, Extractor> = new Map([
  ["worldsense", vlmevalkitWorldsenseExtractor],
  ["mmworld", mmworldPostExtractor],
  ["omnivideobench", omnivideobenchQwenExtractor],
  ["avi-bench", aviBenchExtractor],
]);

/**
 * Returns the extractor that reproduces a benchmark's official script. For a benchmark without an official script,
 * returns VLMEvalKit's extractor for WorldSense.
 * @param benchmark a slug
 */
export const officialReader = (benchmark: string): Extractor =>
  OFFICIAL.get(benchmark) ?? vlmevalkitWorldsenseExtractor;
