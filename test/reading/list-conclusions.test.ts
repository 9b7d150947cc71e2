import { describe, expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";

const CHOICE = {
  options: ["dog", "cat", "piano", "violin"],
  answerFormat: "MULTIPLE_CHOICE" as const,
  text: "Which instrument is heard after the applause?",
};
const NUMBER = { options: [], answerFormat: "NUMBER" as const, text: "How many times does the bell ring?" };

describe("a label that the sentence after it rejects", () => {
  it.each([
    "A. is wrong. The music comes from the violin (D).",
    "B. is incorrect, since no dog appears. The sound comes from the violin (D).",
    "A. This is wrong.\n\nThe violin (D) is what plays.",
    "B. It's ruled out. The sound comes from the violin (D).",
  ])("is not the answer: %j", (response) => {
    expect(readAnswer(CHOICE, response)).toBe("D");
  });

  it.each([
    "D. It is wrong to say that the dog barked.",
    "D. It is not the dog.",
    "The answer is D. Isn't it obvious?",
  ])("differs from a label that the next sentence explains: %j", (response) => {
    expect(readAnswer(CHOICE, response)).toBe("D");
  });
});

describe("a label alone on the last line", () => {
  it.each([
    "1. A: Not present\n2. B: Not present\n3. C: Not present\n4. D: Present\n\nD",
    "A: dog - no\nB: cat - no\n\n**D**",
    "1. A\n2. B\n\nD",
  ])("concludes the list before it: %j", (response) => {
    expect(readAnswer(CHOICE, response)).toBe("D");
  });

  it.each(["1. A\n2. B\n3. D", "A.\n\nB.\n\nD."])("is no answer if it may belong to a list: %j", (response) => {
    expect(readAnswer(CHOICE, response)).toBe(null);
  });
});

it.each([
  "First answer: A. Revised: D",
  "First answer: A. Second look: D",
  "The instrument can't be anything other than the violin (D).",
])("a revision and a double negation name the answer: %j", (response) => {
  expect(readAnswer(CHOICE, response)).toBe("D");
});

describe("a number", () => {
  it.each([
    "Thus 30 seconds later there are 5 people.",
    "So 3 minutes into the video there are 5 people.",
    "The answer is 5. In total 7 people are in the video, but 2 don't speak.",
    "Answer: 5. That makes 2 more than in the first scene.",
    "答案是5。视频中共有7个人，其中2人没说话。",
    "2 barks + 3 barks = 5 barks",
    "So we have 2 men and 3 women = 5",
    "2个男人加3个女人等于5个人",
    "狗先叫了2声，后来又叫了3声，所以是5声。",
  ])("is neither a time nor a later tally, but the answer or the sum: %j", (response) => {
    expect(readAnswer(NUMBER, response)).toBe("5");
  });

  it.each([
    "Answer: 3\nNo, that makes 5.",
    "The answer is 2 men and 3 women, in total 5.",
    "答案是2个男人和3个女人，共5人",
  ])("is a tally that revises or completes the answer: %j", (response) => {
    expect(readAnswer(NUMBER, response)).toBe("5");
  });
});
