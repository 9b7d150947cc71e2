import { describe, expect, it } from "vitest";
import type { ExtractionQuestion } from "../../../src/scoring/extraction.ts";
import { EXTRACTORS } from "../../../src/scoring/extractors/extractor-registry.ts";
import { omnidexExtractor } from "../../../src/scoring/extractors/omnidex.ts";

const QUESTION: ExtractionQuestion = {
  options: ["The engine grows louder", "Blue", "a a a a a a b", "3"],
  answerFormat: "MULTIPLE_CHOICE",
  text: "",
};

/** Texts that are repeated to make backtracking slow, such as openings without an end. */
const SEEDS = [
  " ",
  "\n",
  "a",
  "A ",
  "A, ",
  "B or ",
  "(",
  "{",
  "\\boxed{",
  "/box{",
  "<answer>",
  "<think>",
  "</think>",
  "<think></think>",
  '"answer": "',
  '{"answer":',
  "answer ",
  "answer is ",
  "the answer",
  "Answer:\n",
  "option ",
  "*",
  "_",
  "**A** ",
  "no, ",
  "if the answer would be ",
  "Option A is ",
  "第",
  "答案是",
  "选",
  "a a a a a a ",
  "the engine grows ",
  "1",
  "<|im_end|>",
  "assistant\n",
  "I choose ",
  "```",
  "...",
  "\\",
  "-",
  "İ",
  "É",
  "error: ",
  "because ",
  "A) ",
  "A.\n",
  "so B or ",
  "not ",
  "B is wrong ",
  "A - false\n",
  "1. A\n",
  "no dog (B). ",
  "second best ",
  "runner-up is ",
  "which is ",
  "so the ",
  "if I would pick A ",
  "the first option is not ",
];

/** Milliseconds of processor time, so that a busy machine does not count. */
function duration(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const best = (run: () => void, times: number): number =>
  Math.min(...Array.from({ length: times }, () => duration(run)));

/**
 * Times below this many milliseconds are noise. A quadratic rule that takes this long over 50,000 characters takes
 * 2.5 s over ten times as many.
 */
const NOISE = 25;

/** Reads a text that repeats the seed, and one that is ten times as long. */
function expectLinear(seed: string, read: (text: string) => unknown): void {
  const text = (length: number): string => seed.repeat(Math.ceil(length / seed.length));
  const small = text(50_000);
  const large = text(500_000);
  const short = best(() => read(small), 3);
  const long = best(() => read(large), 2);
  // Ten times the length: linear is 10, quadratic 100.
  expect(long).toBeLessThan(40 * Math.max(short, NOISE));
}

describe.each(EXTRACTORS.map((extractor) => [extractor.name, extractor] as const))(
  "%s takes linear time",
  (_, extractor) => {
    it.each(SEEDS.map((seed) => [seed]))("over repetitions of %j", (seed) => {
      expectLinear(seed, (text) => extractor.extract(text, QUESTION));
    });
  },
);

/** Texts to repeat, which the readers of numbers, objects, lists and open text search for declarations. */
const FREE_SEEDS = [
  "1, ",
  "1\n",
  "so 1 ",
  "**1 a** ",
  "三只",
  "3回",
  "no, no, ",
  "there are 2 dogs and 1 cat. ",
  "total number of ",
  "i count 1, 2, 3, ",
  "\nanswer: ",
  "answer: {",
  '{"dog": 1} ',
  "[1, ",
];

describe.each(["NUMBER", "INSTANCE_COUNTS", "RETRIEVAL", "OPEN_TEXT"] as const)(
  "%s takes linear time",
  (answerFormat) => {
    it.each(FREE_SEEDS.map((seed) => [seed]))("over repetitions of %j", (seed) => {
      expectLinear(seed, (text) => omnidexExtractor.extract(text, { options: [], answerFormat, text: "" }));
    });
  },
);
