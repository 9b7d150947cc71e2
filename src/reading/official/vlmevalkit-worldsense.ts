import type { Extractor } from "../extraction.ts";
import { firstCapital, letterExtraction } from "./option-letter.ts";

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

/** Whether a failure is one of the texts that VLMEvalKit stores as the prediction if the model's API fails. */
export const isVlmevalkitFailure = (failure: string): boolean => failure.startsWith("Failed to obtain answer");

/**
 * VLMEvalKit's extractor for WorldSense, since 19 February 2025. The file was the same on 18 August 2026: the two commas
 * that VLMEvalKit restored on 17 June 2026 are in another file (`vlmevalkit-2026-06-17.ts`).
 *
 * If it reads nothing, VLMEvalKit searches the response for an option, and then asks a judge. But its table of WorldSense
 * has no columns for the options, so neither can name one, and the answer is wrong in any case.
 *
 * VLMEvalKit also reads its own failure: "Failed to obtain answer via API." is the answer A.
 * @see https://github.com/open-compass/VLMEvalKit, vlmeval/dataset/utils/worldsense.py, `extract_characters_regex`
 */
export const vlmevalkitWorldsenseExtractor: Extractor = {
  name: "vlmevalkit-worldsense",
  version: "2",
  extract: (response, question) =>
    letterExtraction(readVlmevalkitWorldsense(response), response, question, "first-capital"),
  readsFailure: isVlmevalkitFailure,
};
