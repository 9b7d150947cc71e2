import type { Extractor } from "../extraction.ts";
import { aviBenchExtractor, mmworldPostExtractor } from "./avi-bench-extractor.ts";
import { omnivideobenchQwenExtractor } from "./omnivideobench-extractors.ts";
import { vlmevalkitWorldsenseExtractor } from "./vlmevalkit-extractors.ts";

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
