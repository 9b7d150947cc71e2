import { describe, expect, it } from "vitest";
import { FUZZED_QUESTIONS } from "../../../scripts/measure/extraction/fuzzed-questions.ts";
import { joinTokens, newText, type TokenText } from "../../../scripts/measure/extraction/token-text.ts";
import { lengthened } from "../../../scripts/measure/extraction/worst-text.ts";
import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";
import { Random } from "../../fixtures/random.ts";
import { cases } from "../../support/cases.ts";
import { stepsOf } from "../../support/counted-steps.ts";

const SHORT = 1_000;
const LONGER = 4;
/** Linear growth gives a ratio of 4 at most. Quadratic growth gives 16. */
const MOST_GROWTH = 6;
/** A text in plain English. Its cost is the least denominator of the ratios. */
const PLAIN = lengthened("The band plays outside while the crowd waits for the second song to start. ", SHORT);

const HOSTILE = [
  "答案是",
  "the answer is ",
  "(",
  "**",
  "\\boxed{",
  "<think>",
  "| A | yes |\n",
  "A, ",
  "not ",
  '{"',
  "\n",
];

describe("the cost of reading a text", () => {
  const random = new Random(10);
  const found: TokenText[] = Array.from({ length: cases(6) }, () => newText(random, ["A guitar", "The dog", "3"]));
  const texts = [...HOSTILE, ...found.map((tokens) => joinTokens(tokens, SHORT))];

  it.each(FUZZED_QUESTIONS)("grows linearly with its length: $answerFormat, $text", (question) => {
    const stepsFor = (text: string): number => stepsOf(() => omnidexExtractor.extract(text, question));
    const least = stepsFor(PLAIN);
    for (const text of texts) {
      const [short, long] = [lengthened(text, SHORT), lengthened(text, SHORT * LONGER)].map(stepsFor) as [
        number,
        number,
      ];
      expect(long / Math.max(least, short), JSON.stringify(text.slice(0, 80))).toBeLessThanOrEqual(MOST_GROWTH);
    }
  });
});
