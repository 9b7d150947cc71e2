import { describe, expect, it } from "vitest";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import { readAnswer } from "./read-answer.ts";

const QUESTION = { options: [], answerFormat: "NUMBER" as const, text: "" };

const extract = (response: string) => omnidexExtractor.extract(response, QUESTION);

const read = (response: string) => readAnswer(QUESTION, response);

describe("a declared number", () => {
  it.each([
    "The answer is 4, since I hear 3 knocks and 1 bang.",
    "**4**\n\nI can see 3 men and one woman.",
    "**4 people**\n\nI can see 3 men and one woman.",
    "Total: 4\nThere were 3 red cars and 1 blue one.",
    "4\n\nFirst there is 1 knock, then there are 3 more.",
    "4, because there are 3 knocks and 1 bang.",
    "4. There are 3 knocks and 1 bang.",
    "Final answer: 4\n\n1. There are 3 knocks.\n2. There is 1 bang.",
    "I see 3 men and 1 woman.\n\n**4**",
    "Number of men: 3\nNumber of women: 1\nTotal: 4",
    "There are 3 red cars. There is also 1 blue car. In total, 4 cars.",
    "正解は4です。犬が2匹います。",
  ])("stands against numbers of things that are only observed: %j", (response) => {
    expect(read(response)).toBe("4");
  });

  it.each([
    "Answer: 4. Wait, there are 5 of them.",
    "The answer is 4. Actually, I count 5 cars.",
    "**4**\n\nNo, 5.",
    "Answer: 4\n\nAnswer: 5",
  ])("is revised by a later one, and the answer is ambiguous: %j", (response) => {
    expect(extract(response)).toMatchObject({ answer: "5", ambiguous: true });
  });
});

describe("observed numbers", () => {
  it.each(["There are 2 dogs. There is 1 cat.", "There are 2 dogs and 1 cat."])(
    "that differ make the answer ambiguous: %j",
    (response) => {
      expect(extract(response)).toMatchObject({ kind: "answer", ambiguous: true });
    },
  );

  it.each([
    ["There are 5 rings in the 30-second clip.", "5"],
    ["There are three men, and one of them sings.", "3"],
    ["I counted one, two, three, four.", "4"],
    ["I hear 1, 2, 3 knocks.", "3"],
  ])("that do not differ are certain: %j", (response, answer) => {
    expect(extract(response)).toMatchObject({ answer, ambiguous: false });
  });

  it.each(["1\n2\n3", "1\n2", "犬が2匹、猫が1匹います"])("in a list are several answers: %j", (response) => {
    expect(extract(response)).toEqual({ kind: "unparsed", rule: "several-answers" });
  });
});

describe("numbers beside scripts without spaces", () => {
  it.each([
    ["笛が7回鳴ります", "7"],
    ["人数は1,200人です", "1200"],
    ["距離は2.5キロです", "2.5"],
    ["총 7번 울립니다", "7"],
    ["정답은 7입니다", "7"],
    ["画面里有7辆车", "7"],
    ["共有12个人", "12"],
    ["听到三声枪响", "3"],
    ["有两只狗", "2"],
    ["十三只狗", "13"],
    ["ทั้งหมด7ครั้ง", "7"],
  ])("are read: %j", (response, answer) => {
    expect(read(response)).toBe(answer);
  });

  it.each(["第3个", "第三只狗", "第十三只狗", "MP3です", "5-6回です"])(
    "are not read if they are ordinals, or parts of words, numerals or ranges: %j",
    (response) => {
      expect(read(response)).toBeNull();
    },
  );
});
