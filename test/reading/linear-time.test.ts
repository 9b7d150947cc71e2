import { describe, expect, it } from "vitest";
import type { ExtractionQuestion, Extractor } from "../../src/reading/extraction.ts";
import { EXTRACTORS } from "../../src/reading/extractor-registry.ts";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import { isDeep } from "../support/cases.ts";
import { fastGrowth } from "../support/counted-growth.ts";
import { stepsOf } from "../support/counted-steps.ts";

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
  "<b>",
  '<a b="',
  "<a ",
  "<a b='\"",
  "<b></b>",
  "<li>A",
  "<explanation>",
  "</reflection>",
  "<think1><think2>",
  "<response>A</response>",
  "<option>",
  "<wrong>",
  "<!--",
  "<s>",
  "&lt;",
  "&amp;amp;",
  "&#",
  "[THINK]",
  "[/a",
  "<|",
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

const [SHORT, LONG] = [1_000, 4_000];

const repeated = (seed: string, length: number): string => seed.repeat(Math.ceil(length / seed.length));

/** Reads a text that repeats the seed, and one that is four times as long. */
function expectLinear(seed: string, read: (text: string) => unknown): void {
  const [short, long] = [SHORT, LONG].map((length) => stepsOf(() => read(repeated(seed, length)))) as [number, number];
  // Four times the length: linear is 4, quadratic 16.
  expect(long).toBeLessThan(6 * short);
}

/** Every seed for the extractor of this project. Those of other projects rarely change: a third each, together all. */
const seedsFor = (extractor: Extractor): readonly string[] =>
  isDeep || extractor === omnidexExtractor
    ? SEEDS
    : SEEDS.filter((_, index) => (index + EXTRACTORS.indexOf(extractor)) % 3 === 0);

describe.each(EXTRACTORS.map((extractor) => [extractor.name, extractor] as const))(
  "%s takes linear time",
  (_, extractor) => {
    it.each(seedsFor(extractor).map((seed) => [seed]))("over repetitions of %j", (seed) => {
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
  "1 and a half ",
  "two hundred and ",
  "十百",
  "5 in total ",
  "5 (2 + ",
  "2 million ",
  "minus ",
  "5 - ",
  "between 5 and ",
  "the forecast says 5 ",
];

const FREE_FORMATS = ["NUMBER", "INSTANCE_COUNTS", "RETRIEVAL", "OPEN_TEXT"] as const;

describe.each(FREE_FORMATS)("%s takes linear time", (answerFormat) => {
  it.each(FREE_SEEDS.map((seed) => [seed]))("over repetitions of %j", (seed) => {
    expectLinear(seed, (text) => omnidexExtractor.extract(text, { options: [], answerFormat, text: "" }));
  });
});

// The loops of the extractors themselves. The tests above count the work of their regular expressions.
it("no block of code runs more often than in proportion to the length of a text", async () => {
  const load = async () => {
    const { EXTRACTORS } = await import("../../src/reading/extractor-registry.ts");
    return (length: number): void => {
      for (const extractor of EXTRACTORS) for (const seed of SEEDS) extractor.extract(repeated(seed, length), QUESTION);
      const [omnidex] = EXTRACTORS;
      for (const answerFormat of FREE_FORMATS)
        for (const seed of FREE_SEEDS)
          omnidex?.extract(repeated(seed, length), { options: [], answerFormat, text: "" });
    };
  };
  expect(await fastGrowth(load, [SHORT, LONG])).toEqual([]);
});
