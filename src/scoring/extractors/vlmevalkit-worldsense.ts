import type { Extractor } from "../extraction.ts";
import { firstCapital, letterExtraction } from "./official/option-letter.ts";

/**
 * The phrases that the script deletes. Two commas are missing in the script's list, so four phrases are joined into two
 * that no model ever writes.
 */
const DELETED = [
  "The best answer is",
  "The correct answer is",
  "The answer is",
  "The answer",
  "The best option isThe correct option is",
  "Best answer:Best option:",
  "Answer:",
  "Option:",
];

/** The letter that VLMEvalKit reads out of a response to WorldSense; empty if it reads none. */
export const readVlmevalkitWorldsense = (response: string): string => firstCapital(response, DELETED);

/**
 * VLMEvalKit's extractor for WorldSense. If it reads nothing, VLMEvalKit asks a judge for the option but does not show
 * it the options, so the answer is wrong in any case.
 * @see https://github.com/open-compass/VLMEvalKit, vlmeval/dataset/utils/worldsense.py, `extract_characters_regex`
 */
export const vlmevalkitWorldsenseExtractor: Extractor = {
  name: "vlmevalkit-worldsense",
  version: "1",
  extract: (response, question) =>
    letterExtraction(readVlmevalkitWorldsense(response), response, question, "first-capital"),
};
