import { describe, expect, it } from "vitest";
import type { AnswerFormat } from "../../src/domain/vocabulary.ts";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import { readCounts } from "../../src/scoring/scorers/counts.ts";
import { readIndices } from "../../src/scoring/scorers/retrieval.ts";

const extract = (answerFormat: AnswerFormat, response: string) =>
  omnidexExtractor.extract(response, { options: [], answerFormat, text: "" });

function read(answerFormat: AnswerFormat, response: string): string {
  const extraction = extract(answerFormat, response);
  return extraction.kind === "answer" ? extraction.answer : extraction.rule;
}

describe("counts of instances", () => {
  it.each([
    'At first: {"bird": 4}\n\nAnswer: {"bird": 2, "horse": 1}',
    'My draft was {"bird": 4}. The final answer is {"bird": 2, "horse": 1}, not {"bird": 3}.',
    '{"bird": 4}\n\n**Final answer:**\n```json\n{"bird": 2, "horse": 1}\n```',
  ])("are those that are declared as the answer: %j", (response) => {
    expect(readCounts(read("INSTANCE_COUNTS", response))).toEqual(
      new Map([
        ["bird", 2],
        ["horse", 1],
      ]),
    );
  });

  it("are the first ones if none are declared, and ambiguous if others follow", () => {
    const extraction = extract("INSTANCE_COUNTS", 'First half: {"bird": 4}. Second half: {"bird": 2}.');
    expect(extraction).toMatchObject({ ambiguous: true });
    expect(readCounts(extraction.kind === "answer" ? extraction.answer : "")).toEqual(new Map([["bird", 4]]));
  });

  it("are certain if there is only one object, even if another one is nested in it", () => {
    expect(extract("INSTANCE_COUNTS", 'I see {"bird": 4}.')).toMatchObject({ ambiguous: false });
    expect(extract("BOXES", '{"bird_1": {"bbox": [0, 0, 1, 1]}}')).toMatchObject({ ambiguous: false });
  });
});

describe("lists of indices", () => {
  it.each([
    "I considered [5, 6, 7]. Answer: [0, 2]",
    "Relevant: [5, 6]. After checking, the answer is **[0, 2]**.",
    "Relevant: [5, 6]. So the answer is 0, 2",
  ])("are those that are declared as the answer: %j", (response) => {
    expect(readIndices(read("RETRIEVAL", response))).toEqual([0, 2]);
  });

  it("are ambiguous if none is declared and there are two", () => {
    expect(extract("RETRIEVAL", "Relevant: [5, 6], of which [6] is the best")).toMatchObject({ ambiguous: true });
    expect(extract("RETRIEVAL", "Relevant: [5, 6]")).toMatchObject({ ambiguous: false });
  });
});

describe("open text", () => {
  it.each([
    ["The answer is a tuba.", "a tuba."],
    ["answer: a tuba", "a tuba"],
    ["**Final answer:** a tuba\n\nIt is low and loud.", "a tuba"],
    ["It is low and loud.\n\nMy answer: **a tuba**", "a tuba"],
    ["Answer: #red; blue#", "#red; blue#"],
  ])("is the declared line: %j", (response, answer) => {
    expect(read("OPEN_TEXT", response)).toBe(answer);
  });

  it.each(["It's a tuba", "the answering machine", "He cannot answer: the line is dead"])(
    "is the whole response if no line begins with a declaration: %j",
    (response) => {
      expect(read("OPEN_TEXT", response)).toBe(response);
    },
  );

  it("is not read from a failure of the API", () => {
    expect(read("OPEN_TEXT", "Error: request timed out\nAnswer: none")).toBe("api-error");
  });
});
