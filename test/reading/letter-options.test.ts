import { expect, it } from "vitest";
import { optionLabel } from "../../src/domain/option-label.ts";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";

const FORMS: readonly ((label: string, text: string) => string)[] = [
  (label) => label,
  (label, text) => `(${label}) ${text}`,
  (label, text) => `${label}. ${text}`,
  (label, text) => `${label}: ${text}`,
  (label, text) => `The answer is ${label}. ${text}`,
];
const SETS = [
  ["E", "F", "C", "B"],
  ["a", "o", "e", "i"],
  ["Q", "E", "R", "T"],
  ["B", "A", "D", "C"],
];

const read = (response: string, options: readonly string[]) => {
  const question = { options, answerFormat: "MULTIPLE_CHOICE" as const, text: "Which letter?" };
  const extraction = omnidexExtractor.extract(response, question);
  return extraction.kind === "answer" ? extraction.answer : null;
};

it.each(SETS)("every option of %s, %s, %s, %s is read in the usual forms", (...options) => {
  for (const [position, text] of options.entries()) {
    for (const form of FORMS) {
      const response = form(optionLabel(position), text);
      expect([response, read(response, options)]).toEqual([response, optionLabel(position)]);
    }
  }
});

it("a letter is read if it is an option's text but not a label", () => {
  expect(read("i", ["a", "o", "e", "i"])).toBe("D");
  expect(read("o", ["a", "o", "e", "i"])).toBe("B");
});

it("a list of all options is not an answer", () => {
  expect(read("A. E\nB. F\nC. C\nD. B", ["E", "F", "C", "B"])).toBeNull();
});
