import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import { foldText } from "../../src/reading/omnidex/structure/fold-text.ts";
import { readCorpus, readFreeCorpus } from "./corpus-cases.ts";
import { extractionResults, fare, withCorpusTable } from "./extractor-table.ts";

const corpus = readCorpus();

describe("omnidex on the labelled corpus", () => {
  it("is tested with at least 400 cases in at least 15 classes", () => {
    expect(corpus.length).toBeGreaterThanOrEqual(400);
    expect(new Set(corpus.map((one) => one.class)).size).toBeGreaterThanOrEqual(15);
  });

  it("is tested with each case only once", () => {
    const keys = corpus.map((one) => JSON.stringify([one.response, one.question.options]));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("reads at least 99 % of the cases as labelled, and no abstention as an answer", () => {
    const { cases, right, guessed } = fare(omnidexExtractor, corpus);
    expect(guessed).toBe(0);
    expect(right / cases).toBeGreaterThanOrEqual(0.99);
  });

  it.each(readFreeCorpus().map((one) => [one.question.answerFormat, one.response, one] as const))(
    "reads a %s: %j",
    (_format, response, { question, expected }) => {
      const extraction = omnidexExtractor.extract(response, question);
      expect(extraction.kind === "answer" ? extraction.answer : null).toBe(expected);
    },
  );

  it.each([
    ["第2个选项", "B"],
    ["第3个选项是对的。", "C"],
    ["The second option.", "B"],
  ])("reads an option that is given by its number: %j", (response, answer) => {
    const question = {
      options: ["a cat", "a dog", "a bird", "a fish"],
      answerFormat: "MULTIPLE_CHOICE" as const,
      text: "",
    };
    expect(omnidexExtractor.extract(response, question)).toMatchObject({ kind: "answer", answer });
  });

  it.each(["A dog barks. The answer is (C).", `${"Long. ".repeat(2_000)}The answer is B.`, "The answer is D"])(
    "marks the place of the answer: case %#",
    (response) => {
      const question = {
        options: ["a cat", "a dog", "a bird", "a fish"],
        answerFormat: "MULTIPLE_CHOICE" as const,
        text: "",
      };
      const extraction = omnidexExtractor.extract(response, question);
      if (extraction.kind !== "answer") throw new Error("an answer is expected");
      const { start, end } = extraction.span ?? { start: 0, end: 0 };
      expect(response.slice(start, end)).toBe(extraction.answer);
    },
  );

  it.each([
    ["I cannot determine, images 1, 2 and 3 look alike", "unparsed"],
    ["I cannot be sure, but [1, 2]", "answer"],
    ["[3, 4]", "answer"],
  ])("reads indices of images, but not in a refusal: %j", (response, kind) => {
    const question = { options: [], answerFormat: "RETRIEVAL" as const, text: "" };
    expect(omnidexExtractor.extract(response, question).kind).toBe(kind);
  });

  it.each(["There's no doubt the answer is B.", "It is B, not A.", "C? No. It is B."])(
    "is not misled by a denial: %j",
    (response) => {
      const question = {
        options: ["Violin", "Cello", "Trumpet"],
        answerFormat: "MULTIPLE_CHOICE" as const,
        text: "",
      };
      expect(omnidexExtractor.extract(response, question)).toMatchObject({ answer: "B" });
    },
  );

  it("marks the label if the label was read", () => {
    for (const { response, question } of corpus) {
      const extraction = omnidexExtractor.extract(response, question);
      if (extraction.kind === "unparsed" || extraction.span.end - extraction.span.start !== 1) continue;
      const shown = foldText(response.slice(extraction.span.start, extraction.span.end)).replace("С", "C");
      expect([extraction.answer, /\d/.test(shown) ? shown : extraction.answer]).toContain(shown.toUpperCase());
    }
  });
});

describe("the tables of the corpus are up to date", () => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

  it("docs/extractors.md", () => {
    const page = read("docs/extractors.md");
    expect(page, "run `npm run measure -- corpus`").toBe(withCorpusTable(page));
  });

  it("bench/results/extraction.md", () => {
    const page = read("bench/results/extraction.md");
    expect(page, "run `npm run measure -- corpus`").toBe(extractionResults());
  });
});
