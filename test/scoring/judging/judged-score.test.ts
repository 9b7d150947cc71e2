import { describe, expect, it } from "vitest";
import type { JudgeVerdict } from "../../../src/domain/vocabulary.ts";
import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";
import { judgedScore } from "../../../src/scoring/judging/judged-score.ts";
import type { ScoredQuestion } from "../../../src/scoring/score-prediction.ts";

const CHOICE: ScoredQuestion = {
  text: "Which is louder?",
  options: ["The first", "The second"],
  answerFormat: "MULTIPLE_CHOICE",
  key: { kind: "option", position: 1, text: "The second" },
};
const OPEN: ScoredQuestion = {
  ...CHOICE,
  options: [],
  answerFormat: "OPEN_TEXT",
  key: { kind: "text", text: "a dog" },
};
const CONFIRMED: ScoredQuestion = {
  ...CHOICE,
  confirmation: { text: "Do you hear it?", options: [], answerFormat: "YES_NO", key: { kind: "text", text: "yes" } },
};
const score = (question: ScoredQuestion, verdict: JudgeVerdict | null, confirmation: string | null = null) =>
  judgedScore({ response: "hmm, a hound", error: null, confirmation }, question, omnidexExtractor, verdict);
const unread = (rule: string) => ({ outcome: "UNPARSED", score: 0, answer: null, rule, span: null, ambiguous: false });

describe("judgedScore", () => {
  it("compares the judge's option with the key", () => {
    expect(score(CHOICE, { kind: "option", label: "B" })).toEqual({
      outcome: "CORRECT",
      score: 1,
      answer: "B",
      rule: "judge",
      span: { start: 0, end: 12 },
      ambiguous: false,
    });
    expect(score(CHOICE, { kind: "option", label: "A" })).toMatchObject({ outcome: "WRONG", score: 0, answer: "A" });
  });

  it("leaves the response unparsed if the judge gives no readable answer", () => {
    expect(score(CHOICE, { kind: "none" })).toEqual(unread("judge-none"));
    expect(score(CHOICE, { kind: "unreadable" })).toEqual(unread("judge-unreadable"));
    expect(score(CHOICE, null)).toEqual(unread("judge-failed"));
    expect(score(OPEN, null)).toEqual(unread("judge-failed"));
  });

  it("uses the judge's verdict on open text, and keeps the response's own answer", () => {
    const yes = score(OPEN, { kind: "meaning", same: true });
    expect(yes).toMatchObject({ outcome: "CORRECT", score: 1, rule: "judge" });
    expect(yes.answer).not.toBe("a dog");
    expect(score(OPEN, { kind: "meaning", same: false })).toMatchObject({ outcome: "WRONG", score: 0, rule: "judge" });
  });

  it("counts a wrong confirmation as it does without a judge", () => {
    const right = { kind: "option", label: "B" } as const;
    expect(score(CONFIRMED, right, "no")).toMatchObject({ outcome: "WRONG", score: 0, rule: "wrong-confirmation" });
    expect(score(CONFIRMED, right, "yes")).toMatchObject({ outcome: "CORRECT", rule: "judge" });
    expect(score(CONFIRMED, right)).toMatchObject({ outcome: "CORRECT", rule: "judge" });
  });
});
