import { expect, it } from "vitest";
import type { AnswerFormat } from "../../src/domain/vocabulary.ts";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";

/** The answers of a model that follows its prompt can be read. */
it.each<[string, string, AnswerFormat, string]>([
  ["worldsense/audio", "B", "MULTIPLE_CHOICE", "B"],
  ["omnivideobench/multiple-choice", "B", "MULTIPLE_CHOICE", "B"],
  [
    "omnivideobench/step-by-step",
    "Step 1: A bell is heard.\nStep 2: Two follow.\nThe final choice is:\n\\bbox{B}.",
    "MULTIPLE_CHOICE",
    "B",
  ],
  ["omnivideobench/step-by-step", "Step 1: A bell.\nThe final choice is:\n\\bbox{{B}}.", "MULTIPLE_CHOICE", "B"],
  ["mmworld/single-letter", "b", "MULTIPLE_CHOICE", "B"],
  ["omnidex", "B", "MULTIPLE_CHOICE", "B"],
  ["omnidex", "yes", "YES_NO", "yes"],
  ["omnidex", "12", "NUMBER", "12"],
  ["omnidex", "[3, 0]", "RETRIEVAL", "[3, 0]"],
])("an answer in the form that %s requests is read: %j", (_, response, answerFormat, answer) => {
  const options = answerFormat === "MULTIPLE_CHOICE" ? ["One", "Two", "Three", "Four"] : [];
  expect(omnidexExtractor.extract(response, { text: "How many?", options, answerFormat })).toMatchObject({ answer });
});
