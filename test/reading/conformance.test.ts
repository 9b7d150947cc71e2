import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANSWER_FORMATS } from "../../src/domain/vocabulary.ts";
import { type ExtractionQuestion, UNPARSED_RULES } from "../../src/reading/extraction.ts";
import { EXTRACTORS } from "../../src/reading/extractor-registry.ts";
import { readCorpus } from "./corpus-cases.ts";

const QUESTION: ExtractionQuestion = {
  options: ["A red car", "Blue", "It is (C) green", "None of the above"],
  answerFormat: "MULTIPLE_CHOICE",
  text: "Which one?",
};

/** Pieces that rules search for, so that random texts resemble what the rules read. */
const PIECES = [
  "A",
  "b",
  "（Ｃ）",
  "D.",
  "answer is ",
  "Answer:",
  "\\boxed{",
  "}",
  "<answer>",
  "</answer>",
  "<think>",
  "</think>",
  '{"answer": "',
  '"',
  "Option ",
  " or ",
  "not ",
  "wait, ",
  "no",
  "Blue",
  "a red car",
  "\n",
  " ",
  "答案是",
  "第二个选项",
  "<|im_end|>",
  "assistant\n",
  "İ",
  "😀",
  "\ud800",
  "none of the above",
  "I cannot tell",
  "(",
  ")",
  "**",
  "1",
  "if ",
];

const response = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join("")),
  fc.string({ unit: fc.constantFrom(..."ABCDabcd.():*\n '\"{}<>\\"), maxLength: 80 }),
);
const question = fc.oneof(
  fc.constant(QUESTION),
  fc.record({
    options: fc.array(fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), fc.constantFrom(...PIECES)), {
      maxLength: 8,
    }),
    answerFormat: fc.constantFrom(...ANSWER_FORMATS),
    text: fc.string(),
  }),
);

describe.each(EXTRACTORS.map((extractor) => [extractor.name, extractor] as const))("%s", (_, extractor) => {
  it("has a name and a version", () => {
    expect(extractor.name).toMatch(/^[a-z0-9-]+$/);
    expect(extractor.version).toMatch(/^\d+(\.\d+)*$/);
  });

  it("never throws, is deterministic, and points into the response", () => {
    fc.assert(
      fc.property(response, question, (text, asked) => {
        const extraction = extractor.extract(text, asked);
        expect(extractor.extract(text, asked)).toEqual(extraction);
        if (extraction.kind === "unparsed") {
          expect(UNPARSED_RULES).toContain(extraction.rule);
          return;
        }
        const { start, end } = extraction.span;
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(text.length);
        if (asked.answerFormat === "MULTIPLE_CHOICE" && asked.options.length > 0) {
          expect(asked.options.map((_option, position) => String.fromCharCode(65 + position))).toContain(
            extraction.answer,
          );
        }
      }),
      { numRuns: 400, seed: 20_261 },
    );
  });

  it("has no state between responses: their order does not matter", () => {
    const cases = readCorpus();
    const forward = cases.map((one) => extractor.extract(one.response, one.question));
    const backward = [...cases].reverse().map((one) => extractor.extract(one.response, one.question));
    expect(backward.reverse()).toEqual(forward);
  });

  it("does not change its input", () => {
    const frozen = Object.freeze({ ...QUESTION, options: Object.freeze([...QUESTION.options]) });
    expect(() => extractor.extract("The answer is B.", frozen)).not.toThrow();
  });
});
