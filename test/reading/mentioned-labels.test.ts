import { describe, expect, it } from "vitest";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import { readAnswer } from "./read-answer.ts";

const QUESTION = {
  options: ["A red car passes by", "A dog barks", "No sound at all", "The violin plays"],
  answerFormat: "MULTIPLE_CHOICE" as const,
  text: "",
};

const read = (response: string) => readAnswer(QUESTION, response);

describe("a declared answer", () => {
  it.each([
    "C is correct. What could mislead you is the barking (B).",
    "**Answer: C**\n\nThe engine noise belongs to a later clip (A).",
    "Let me think. The final answer is \\boxed{C}. Nobody plays the violin (D).",
    "First I listened. \\boxed{C}\n\nThe violin would be heard in the other clip (D).",
    "The answer is C. This leaves out the barking (B).",
    "I would say C. The microphone never picks up a passing car (A).",
    "Correct answer: C\n\nThe loudest noise elsewhere is the dog, which is B.",
    "The answer is C, unlike the barking, B.",
  ])("stands against an option that the last sentence only mentions: %j", (response) => {
    expect(read(response)).toBe("C");
  });

  it.each([
    "Answer: C\nCertainty: B",
    "Final answer: C\nDifficulty: A",
    "Answer: C\nBackground sound: A",
    "Most likely: C\nLeast likely: D",
    "First choice: C\nSecond choice: B",
    "My answer is C. My second guess is B.",
    "The best option is C. The next best option is B.",
    "Best answer: C. Second-best answer: B.",
    "C\n\nDistractor: A",
    "Answer: C\n\nRanking:\n1. C\n2. B\n3. D",
  ])("stands against a label that has another role: %j", (response) => {
    expect(read(response)).toBe("C");
  });

  it.each([
    "The answer is C. No, the violin, D.",
    "Answer: C\n\nWait, it is in fact the violin that we hear (D).",
    "The answer is C. Therefore the instrument on stage is the violin (D).",
    "Answer: B\n\nActually, the correct answer is D.",
    "I first picked A, but the sound is produced by the violin (D).",
    "A\n\nOn second thought, I choose (D).",
    "\\boxed{B}\n\nHence, the answer is D.",
  ])("is revised by a later declaration: %j", (response) => {
    expect(read(response)).toBe("D");
  });

  it("is marked as ambiguous beside a later mention in a sentence that excludes nothing", () => {
    const extraction = omnidexExtractor.extract("Answer: C\n\nThe noise at the end is the dog (B).", QUESTION);
    expect(extraction).toMatchObject({ answer: "C", ambiguous: true });
  });
});

describe("without a declared answer", () => {
  it.each([
    ["The sound in the hall belongs to the violin (D).", "D"],
    ["It is not a dog but a violin (D).", "D"],
    ["The one that does not fit is (D).", "D"],
    ["Worst: D", "D"],
    ["1. D", "D"],
  ])("the only label decides: %j", (response, label) => {
    expect(read(response)).toBe(label);
  });

  it.each([
    "There is no dog (B).",
    "I ruled out the barking dog (B).",
    "Confidence: A",
    "Ranking:\n1. B\n2. D\n3. A\n4. C",
  ])("an excluded, graded or ranked label does not decide: %j", (response) => {
    expect(read(response)).toBeNull();
  });
});
