import { describe, expect, it } from "vitest";
import { FUZZED_QUESTIONS } from "../../../scripts/extraction/fuzzed-questions.ts";
import { joinTokens, newText, type TokenText } from "../../../scripts/extraction/token-text.ts";
import { costOf, lengthened } from "../../../scripts/extraction/worst-text.ts";
import { omnidexExtractor } from "../../../src/scoring/extractors/omnidex.ts";
import { Random } from "../../fixtures/random.ts";

const SHORT = 4_000;
const LONGER = 8;
/**
 * Linear growth gives a ratio of 8, or up to 16 if the longer text does not fit into a cache. Quadratic growth gives
 * 64.
 */
const MOST_GROWTH = 30;
/** A text in plain English. Its cost is the least denominator of the ratios, so that noise in tiny costs does not raise them. */
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
  const found: TokenText[] = Array.from({ length: 40 }, () => newText(random, ["A guitar", "The dog", "3"]));
  const texts = [...HOSTILE, ...found.map((tokens) => joinTokens(tokens, SHORT))];

  it.each(FUZZED_QUESTIONS)("grows linearly with its length: $answerFormat, $text", (question) => {
    const floor = costOf(omnidexExtractor, question, PLAIN, 20);
    for (const text of texts) {
      const [short, long] = [lengthened(text, SHORT), lengthened(text, SHORT * LONGER)];
      let [least, shortest, longest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      // A busy machine slows down single readings, especially long ones. If the ratio of the minimums is high, it is
      // therefore measured again.
      for (let attempt = 0; attempt < 6 && least > MOST_GROWTH; attempt++) {
        shortest = Math.min(shortest, costOf(omnidexExtractor, question, short, 9));
        longest = Math.min(longest, costOf(omnidexExtractor, question, long, 5));
        least = longest / Math.max(floor, shortest);
      }
      expect(least, JSON.stringify(text.slice(0, 80))).toBeLessThanOrEqual(MOST_GROWTH);
    }
  });
});
