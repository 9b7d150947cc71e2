import { optionLabel } from "../../domain/option-label.ts";
import type { Extractor } from "../extraction.ts";
import { firstCapital, letterExtraction, withoutPhrases } from "./official-text.ts";

/**
 * The phrases that the script deletes. Two commas are missing in the script's list, so four phrases are joined into two
 * that no model ever writes.
 */
const VLMEVALKIT_WORLDSENSE_DELETED = [
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
export const readVlmevalkitWorldsense = (response: string): string =>
  firstCapital(response, VLMEVALKIT_WORLDSENSE_DELETED);

/** Whether a failure is one of the texts that VLMEvalKit stores as the prediction if the model's API fails. */
const isVlmevalkitFailure = (failure: string): boolean => failure.startsWith("Failed to obtain answer");

/**
 * VLMEvalKit's extractor for WorldSense, since 19 February 2025. The file was the same on 18 August 2026: the two commas
 * that VLMEvalKit restored on 17 June 2026 are in another of its files, which the extractor below reproduces.
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

/** The phrases that the function deletes, with the two commas that its list lacked before 17 June 2026. */
const VLMEVALKIT_2026_06_17_DELETED = [
  "The best answer is",
  "The correct answer is",
  "The answer is",
  "The answer",
  "The best option is",
  "The correct option is",
  "Best answer:",
  "Best option:",
];

/** Refusals that count as the answer Z, which no question has. */
const REFUSALS = [
  "Sorry, I can't help with images of people yet.",
  "I can't process this file.",
  "I'm sorry, but without the image provided",
];

/**
 * The letter that VLMEvalKit reads out of a response to a question with options: the first capital from A to E;
 * without one, a whole response such as "c" or "(c)"; then the label of a later option near the end, then "answer is c" with
 * a letter up to D, and last the only option whose text the response contains. Empty if it reads none.
 */
function readVlmevalkit(response: string, options: readonly string[]): string {
  return (
    firstCapital(response, VLMEVALKIT_2026_06_17_DELETED, /[ABCDE]/) ||
    loneLabel(withoutPhrases(response, VLMEVALKIT_2026_06_17_DELETED)) ||
    inferredLetter(response, options)
  );
}

/** The label from "(A)" to "(E)" that contains the text; the empty text is contained in "(A)". */
const loneLabel = (text: string): string =>
  ["A", "B", "C", "D", "E"].find((label) => `(${label.toLowerCase()})`.includes(text.toLowerCase())) ?? "";

/** What VLMEvalKit finds if there is no capital from A to E, so that only a question with more options has labels. */
function inferredLetter(response: string, options: readonly string[]): string {
  if (REFUSALS.some((refusal) => response.includes(refusal))) return "Z";
  const words = response.split(/[\s.()[\],:;!*#{}]+/).filter((word) => word !== "");
  const labels = options.map((_, position) => optionLabel(position)).filter((label) => words.includes(label));
  const [label] = labels;
  if (label === undefined && words.includes("Z")) return "Z";
  if (label !== undefined && labels.length === 1 && words.indexOf(label) > words.length - 5) return label;
  const declared = /answer\s+is\s+\**([ABCD])/i.exec(response)?.[1]?.toUpperCase();
  if (declared !== undefined && declared.charCodeAt(0) - 65 < options.length) return declared;
  return containedOption(response.toLowerCase(), options);
}

/** The label of the only option whose text is in the answer; empty if the answer is twice as long as all options. */
function containedOption(answer: string, options: readonly string[]): string {
  const room = options.reduce((length, option) => length + [...option].length, 0);
  if ([...answer].length > 2 * room) return "";
  const found = options.flatMap((option, position) => (answer.includes(option.toLowerCase()) ? [position] : []));
  return found.length === 1 ? optionLabel(found[0] ?? 0) : "";
}

/**
 * VLMEvalKit's general extractor for questions with options, since 17 June 2026. Its commit 1445ec4f restored two commas,
 * so that "Best answer: D" is D (before: B). Its commit a67ace50 added "answer is X" to the search that follows if no
 * letter is found. WorldSense has a function of its own, without these changes: `vlmevalkit-worldsense`.
 * @see https://github.com/open-compass/VLMEvalKit, vlmeval/dataset/utils/multiple_choice.py,
 *   `extract_characters_regex`; vlmeval/utils/matching_util.py, `can_infer`
 */
export const vlmevalkit20260617Extractor: Extractor = {
  name: "vlmevalkit-2026-06-17",
  version: "1",
  extract: (response, question) =>
    letterExtraction(readVlmevalkit(response, question.options), response, question, "first-capital"),
  readsFailure: isVlmevalkitFailure,
};
