import type { ExtractionQuestion } from "../../../src/reading/extraction.ts";

/**
 * Questions whose options differ in number and kind, because what an extractor does depends on the texts of the
 * options.
 */
export const FUZZED_QUESTIONS: readonly ExtractionQuestion[] = [
  {
    answerFormat: "MULTIPLE_CHOICE",
    text: "Which instrument starts first?",
    options: ["A guitar", "A violin", "A drum kit", "A flute"],
  },
  {
    answerFormat: "MULTIPLE_CHOICE",
    text: "Which animals are in the last scene?",
    options: ["The dog", "The dog and the cat", "The cat", "The cat and the bird", "It is unclear."],
  },
  {
    answerFormat: "MULTIPLE_CHOICE",
    text: "How often does the bell ring?",
    options: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
  },
  { answerFormat: "YES_NO", text: "Is there a dog barking in the video?", options: [] },
  { answerFormat: "NUMBER", text: "How often does the bell ring?", options: [] },
];
