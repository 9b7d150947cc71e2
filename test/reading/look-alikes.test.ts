import { describe, expect, it } from "vitest";
import { readAnswer } from "./read-answer.ts";

const choice = (...options: string[]) => ({
  options,
  answerFormat: "MULTIPLE_CHOICE" as const,
  text: "Which one is it?",
});
const COLOURS = choice("red", "blue", "green", "yellow");
const ANIMALS = choice("Cat", "Dog", "Bird", "Fish");
const TIMES = choice("00:15", "00:27", "01:15", "00:30");
const RAYS = choice("α-rays", "γ-rays", "β-rays", "X-rays");
const BATTERIES = choice("AAA battery", "AA battery", "C battery", "D battery");

describe("numbers beside labels", () => {
  it.each([
    ["The chart shows 20% for A and 45% for B.", null],
    ["The chart shows 20% for A and 45% for B, so the smallest is A.", null],
    ["A: 12, B: 3, C: 45, D: 7", null],
    ["A: 12s, B: 3s, C: 45s, D: 7s", null],
    ["Ranking: A: 1, B: 2, C: 3, D: 4", null],
    ["I am 90% sure it is A and 10% that it is B.", "A"],
    ["A: 0.1, B: 0.7, C: 0.1, D: 0.1", "B"],
    ["A: 10, B: 70, C: 10, D: 10", "B"],
    ["A: -0.4, B: -3.1, C: -2.5, D: -7.2", "A"],
    ["Scores: A: 2, B: 9, C: 1, D: 0", "B"],
  ])("decide only if they are scores: %j is %j", (response, answer) => {
    expect(readAnswer(COLOURS, response)).toBe(answer);
  });

  it.each([
    ["A [x] B [x] C [✓] D [x]", "C"],
    ["A [ ] B [x] C [ ] D [ ]", "B"],
  ])("and boxes: a cross beside a tick means wrong: %j is %j", (response, answer) => {
    expect(readAnswer(COLOURS, response)).toBe(answer);
  });
});

describe("letters that are a part of an option's text", () => {
  it.each([
    [RAYS, "γ", "B"],
    [RAYS, "The answer is γ.", "B"],
    [choice("乙是凶手", "甲是凶手", "丙是凶手"), "甲", null],
    [choice("three", "four", "five"), "γ", "C"],
    [BATTERIES, "AA", "B"],
    [BATTERIES, "CC", "C"],
    [COLOURS, "BB", "B"],
  ])("name that option, and not a place: %j", (question, response, answer) => {
    expect(readAnswer(question, response)).toBe(answer);
  });
});

describe("times", () => {
  it.each([
    ["1 min. 15 s", "C"],
    ["At the 27-second mark.", "B"],
    ["It is a 30-second delay.", "D"],
    ["one minute and 15 seconds", null],
    ["The 30-second clip shows a dog.", null],
    ["Shortly after 27 seconds.", null],
  ])("equal an option only as a whole: %j is %j", (response, answer) => {
    expect(readAnswer(TIMES, response)).toBe(answer);
  });

  it("of the day differ by their half of the day", () => {
    const question = choice("9:30 AM", "10:30 PM");
    expect(readAnswer(question, "It was 9:30 in the evening")).toBe(null);
    expect(readAnswer(question, "9:30 AM")).toBe("A");
  });
});

describe("an option's own text", () => {
  it.each([
    "What barks?\nCat\nDog\nBird\nFish",
    "Options:\nCat\nDog\nBird\nFish",
    "The only option that can be ruled out is Dog.",
  ])("is no answer in a list of the options, or if it is ruled out: %j", (response) => {
    expect(readAnswer(ANIMALS, response)).toBe(null);
  });

  it.each(["The correct answer is A. The wrong answer is B.", "The wrong answer is B. The right answer is A."])(
    "yields to the declared answer: %j",
    (response) => {
      expect(readAnswer(ANIMALS, response)).toBe("A");
    },
  );

  it("stands if the last line is an option, and the line before it is none", () => {
    expect(readAnswer(ANIMALS, "It barks twice.\nDog")).toBe("B");
  });
});

describe("a request in the video's own words", () => {
  it("is no refusal", () => {
    const question = choice("Please share the video", "Subscribe now");
    expect(readAnswer(question, "The narrator says please share the video, so A.")).toBe("A");
    expect(readAnswer(COLOURS, "Please share the video.")).toBe(null);
  });
});
