import { expect, it } from "vitest";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import golden from "./selected-options.json" with { type: "json" };

/** The options that each response selects, as letters; null where it must not be read. */
const CASES = golden.cases as [keyof typeof golden.questions, string, string | null][];

it.each(CASES)("%s: %j selects %s", (name, response, expected) => {
  const question = { ...golden.questions[name], answerFormat: "MULTIPLE_SELECT" as const };
  const extraction = omnidexExtractor.extract(response, question);
  expect(extraction.kind === "answer" ? extraction.answer : null).toBe(expected && [...expected].join(", "));
});
