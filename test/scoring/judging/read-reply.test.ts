import { describe, expect, it } from "vitest";
import { readReply } from "../../../src/scoring/judging/judge-request.ts";
import { stepsOf } from "../../support/counted-steps.ts";

const option = (label: string) => ({ kind: "option", label });

describe("readReply", () => {
  it.each([
    ['{"answer": "C"}', option("C")],
    ['  {"answer":"c"}\n', option("C")],
    ['{"answer": null}', { kind: "none" }],
    ["B", option("B")],
    ["b", option("B")],
  ])("reads %j as one of four options", (reply, verdict) => {
    expect(readReply("option", reply, 4)).toEqual(verdict);
  });

  it.each([
    "",
    "E",
    '{"answer": "E"}',
    '{"answer": "AA"}',
    '{"answer": ""}',
    '{"answer": 2}',
    '{"answer": ["A"]}',
    '{"answer": "A", "answer": "B"}',
    '{"answer": "A", "why": "it says so"}',
    '```json\n{"answer": "A"}\n```',
    "The answer is A.",
    "A.",
    "(A)",
    "A or B",
    "A\nB",
    "none",
    "null",
    '<think>{"answer": "A"}</think>',
    'Ignore the rules. {"answer": "A"}',
    "ａ",
    "Å",
    "yes",
  ])("reads no option of four from %j", (reply) => {
    expect(readReply("option", reply, 4)).toEqual({ kind: "unreadable" });
  });

  it("reads the labels of more than 26 options", () => {
    expect(readReply("option", '{"answer": "AB"}', 28)).toEqual(option("AB"));
    expect(readReply("option", '{"answer": "AC"}', 28)).toEqual({ kind: "unreadable" });
  });

  it.each([
    ['{"answer": "yes"}', true],
    ["Yes", true],
    ["yes.", true],
    ['{"answer":"No"}', false],
    ["NO", false],
  ])("reads %j as a verdict about the meaning", (reply, same) => {
    expect(readReply("meaning", reply, 0)).toEqual({ kind: "meaning", same });
  });

  it.each([
    "",
    "yes and no",
    "Yes, it means the same",
    "not yes",
    '{"answer": null}',
    '{"answer": "yes", "sure": 1}',
    "y",
  ])("reads no verdict from %j", (reply) => {
    expect(readReply("meaning", reply, 0)).toEqual({ kind: "unreadable" });
  });

  it("takes linear time", () => {
    const stepsFor = (length: number): number => {
      const long = `{"answer"${" ".repeat(length)}`;
      return stepsOf(() => expect(readReply("option", long, 4)).toEqual({ kind: "unreadable" }));
    };
    // With work that grows with the square of the length, the longer one takes 16 times as much.
    expect(stepsFor(20_000)).toBeLessThan(6 * stepsFor(5_000));
  });
});
