import { badInput } from "../../domain/errors.ts";
import type { Extractor } from "../extraction.ts";
import { omnidexExtractor } from "./omnidex.ts";

/** All extractors, the default first. */
export const EXTRACTORS: readonly Extractor[] = [omnidexExtractor];

/** What scores a run unless its owner asks for another. */
export const DEFAULT_EXTRACTOR: Extractor = omnidexExtractor;

/**
 * The extractor of that name.
 * @throws `BAD_USER_INPUT` where there is none
 */
export function extractorNamed(name: string): Extractor {
  const extractor = EXTRACTORS.find((one) => one.name === name);
  if (extractor !== undefined) return extractor;
  const known = EXTRACTORS.map((one) => one.name).join(", ");
  throw badInput(`There is no extractor '${name.slice(0, 80)}'; there are: ${known}.`);
}
