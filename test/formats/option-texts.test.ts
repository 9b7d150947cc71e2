import { describe, expect, it } from "vitest";
import { readOptionTexts } from "../../src/formats/batch/imported-options.ts";
import { OddityLog } from "../../src/formats/batch/oddities.ts";

interface Case {
  readonly options: readonly string[];
  readonly texts: readonly string[];
  readonly oddity?: string;
}

const CASES: readonly Case[] = [
  { options: ["A. one", "B. two", "C. three"], texts: ["one", "two", "three"] },
  { options: ["A.one", "B.two"], texts: ["one", "two"] },
  { options: ["A: one", "B: two"], texts: ["one", "two"] },
  { options: ["A one", "B two", "C three"], texts: ["one", "two", "three"] },
  { options: ["A.\u00a0A cat", "B. A dog"], texts: ["A cat", "A dog"] },
  { options: ["A. A.", "B. B."], texts: ["A.", "B."] },
  { options: ["A. one", "B two", "C. three"], texts: ["one", "two", "three"] },
  { options: ["(A) one", "(B) two"], texts: ["one", "two"] },
  { options: ["a) one", "b) two"], texts: ["one", "two"] },
  { options: ["A cat", "Two dogs", "Three birds"], texts: ["A cat", "Two dogs", "Three birds"] },
  { options: ["A man sings", "A woman sings"], texts: ["A man sings", "A woman sings"] },
  { options: ["one", "two"], texts: ["one", "two"] },
  { options: ["A. 1", "B. 2", "A. 3", "B. 4"], texts: ["1", "2", "3", "4"], oddity: "OPTION_LABELS_OUT_OF_ORDER" },
  { options: ["B. 1", "A. 2"], texts: ["1", "2"], oddity: "OPTION_LABELS_OUT_OF_ORDER" },
  { options: ["A. one", "B. two", "none"], texts: ["one", "two", "none"], oddity: "OPTION_WITHOUT_LABEL" },
  { options: ["A. one", "B. two", "D. four"], texts: ["one", "two", "four"], oddity: "OPTION_LABELS_WITH_GAP" },
  { options: ["(a) one", "b. two", "E: five"], texts: ["one", "two", "five"], oddity: "OPTION_LABELS_WITH_GAP" },
  { options: ["A. one", "C. three"], texts: ["one", "three"], oddity: "OPTION_LABELS_WITH_GAP" },
  { options: ["B. two", "C. three", "D. four"], texts: ["two", "three", "four"], oddity: "OPTION_LABELS_WITH_GAP" },
  { options: ["A. one", "B. two", "F. six"], texts: ["one", "two", "F. six"], oddity: "OPTION_WITHOUT_LABEL" },
  { options: ["B. Russell", "C. Peirce"], texts: ["B. Russell", "C. Peirce"] },
  { options: ["A. one", "D. four", "B. two"], texts: ["one", "four", "two"], oddity: "OPTION_LABELS_WITH_GAP" },
  { options: ["A one", "B two", "D four"], texts: ["one", "two", "four"], oddity: "OPTION_LABELS_WITH_GAP" },
  { options: ["A cat", "D is it", "I think"], texts: ["A cat", "D is it", "I think"] },
  { options: ["A. thaliana", "E. coli"], texts: ["A. thaliana", "E. coli"] },
  { options: ["J. Smith", "K. Jones"], texts: ["J. Smith", "K. Jones"] },
  { options: ["A", "B", "C"], texts: ["A", "B", "C"] },
  { options: [], texts: [] },
];

describe("readOptionTexts", () => {
  it.each(CASES)("$options", ({ options, texts, oddity }) => {
    const log = new OddityLog();
    expect(readOptionTexts(options, "q", log)).toEqual(texts);
    expect(log.list().map(({ code }) => code)).toEqual(oddity === undefined ? [] : [oddity]);
  });
});
