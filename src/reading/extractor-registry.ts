import { badInput } from "../domain/errors.ts";
import type { Extractor } from "./extraction.ts";
import { aviBenchExtractor, mmworldPostExtractor } from "./official/avi-bench-extractor.ts";
import { lmmsEvalMmworldExtractor, lmmsEvalWorldsenseExtractor } from "./official/lmms-eval-extractors.ts";
import {
  omnivideobenchBaichuanExtractor,
  omnivideobenchGeminiExtractor,
  omnivideobenchInternvlExtractor,
  omnivideobenchMinicpmExtractor,
  omnivideobenchQwenExtractor,
  omnivideobenchThinkingExtractor,
} from "./official/omnivideobench-extractors.ts";
import { vlmevalkit20260617Extractor, vlmevalkitWorldsenseExtractor } from "./official/vlmevalkit-extractors.ts";
import { omnidexExtractor } from "./omnidex/omnidex-extractor.ts";

/** All extractors, the default first. */
export const EXTRACTORS: readonly Extractor[] = [
  omnidexExtractor,
  vlmevalkitWorldsenseExtractor,
  vlmevalkit20260617Extractor,
  lmmsEvalWorldsenseExtractor,
  lmmsEvalMmworldExtractor,
  omnivideobenchQwenExtractor,
  omnivideobenchThinkingExtractor,
  omnivideobenchInternvlExtractor,
  omnivideobenchBaichuanExtractor,
  omnivideobenchMinicpmExtractor,
  omnivideobenchGeminiExtractor,
  mmworldPostExtractor,
  aviBenchExtractor,
];

/** The extractor with which runs are scored. The other extractors read the same responses for audits and remarks. */
export const DEFAULT_EXTRACTOR: Extractor = omnidexExtractor;

/**
 * The extractor with a name.
 * @throws `BAD_USER_INPUT` for an unknown name
 */
export function extractorNamed(name: string): Extractor {
  const extractor = EXTRACTORS.find((one) => one.name === name);
  if (extractor !== undefined) return extractor;
  const known = EXTRACTORS.map((one) => one.name).join(", ");
  throw badInput(`There is no extractor '${name.slice(0, 80)}'. Extractors: ${known}.`);
}
