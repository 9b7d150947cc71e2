import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerKey } from "../../../src/domain/import-batch.ts";
import { ANSWER_FORMATS, type AnswerFormat } from "../../../src/domain/vocabulary.ts";
import { type Extraction, UNPARSED_RULES, unparsed } from "../../../src/reading/extraction.ts";
import { rougeL } from "../../../src/scoring/metrics/caption-overlap.ts";
import { scorerForFormat } from "../../../src/scoring/scorers/scorer-registry.ts";

const KEYS: Readonly<Record<AnswerFormat, AnswerKey>> = {
  MULTIPLE_CHOICE: { kind: "option", position: 1, text: "b" },
  MULTIPLE_SELECT: { kind: "options", positions: [0, 1], texts: ["a", "b"] },
  YES_NO: { kind: "text", text: "yes" },
  OPEN_TEXT: { kind: "text", text: "red;blue" },
  NUMBER: { kind: "number", value: 3, text: "3" },
  INSTANCE_COUNTS: { kind: "counts", counts: { dog: 2, __proto__x: 1 } },
  RETRIEVAL: { kind: "indices", indices: [0, 3] },
  CAPTION: { kind: "captions", captions: ["a dog barks"] },
  BOXES: { kind: "boxes", boxes: { dog_1: [0, 0, 10, 10] }, size: [100, 100] },
  FRAME_BOXES: { kind: "boxes", boxes: { frame_0: [0, 0, 10, 10], frame_1: null }, size: [100, 100] },
};

const PIECES = [
  "{",
  "}",
  "[",
  "]",
  "'dog'",
  '"dog_1"',
  ":",
  ",",
  "1",
  "-1",
  "1e309",
  "NaN",
  "None",
  "frame_0",
  "0.5",
  " ",
  "B",
  "yes",
  "\\",
  "'",
  '"',
  "__proto__",
  "answer=",
];
/** Any caption score will do, because the scorer only passes it on. */
const CONTEXT = { options: [], captions: { score: rougeL } };
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join("")),
  fc.json(),
);
const answered = (answer: string): Extraction => ({
  kind: "answer",
  answer,
  rule: "r",
  span: { start: 0, end: answer.length },
  ambiguous: false,
});

describe.each(ANSWER_FORMATS.map((format) => [format]))("the scorer of %s", (format) => {
  const scorer = scorerForFormat(format);
  const key = KEYS[format];

  it("never throws, is deterministic, and returns a score that fits the outcome", () => {
    fc.assert(
      fc.property(text, (answer) => {
        const verdict = scorer?.score(answered(answer), key, CONTEXT);
        expect(scorer?.score(answered(answer), key, CONTEXT)).toEqual(verdict);
        if (verdict?.outcome === "UNPARSED") expect(UNPARSED_RULES).toContain(verdict.rule);
        if (verdict?.outcome === "CORRECT") expect(verdict.score).toBe(1);
        if (verdict?.outcome === "WRONG" || verdict?.outcome === "UNPARSED") expect(verdict.score).toBe(0);
        if (verdict?.outcome === "PARTIAL") expect(verdict.score > 0 && verdict.score < 1).toBe(true);
      }),
      { numRuns: 500, seed: 20_262 },
    );
  });

  it("keeps the reason of an abstention", () => {
    expect(scorer?.score(unparsed("refusal"), key, CONTEXT)).toEqual({
      outcome: "UNPARSED",
      score: 0,
      rule: "refusal",
    });
  });

  it("does not score a key of another kind, and reports that before scoring", () => {
    const other: AnswerKey =
      format === "NUMBER" ? { kind: "text", text: "3" } : { kind: "number", value: 3, text: "3" };
    expect(scorer?.unscored(other, CONTEXT)).toBe("unscored-key");
    expect(scorer?.unscored(key, CONTEXT)).toBeNull();
    expect(scorer?.score(answered("3"), other, CONTEXT)).toEqual({ outcome: "UNSCORED", score: null });
  });

  it.each([
    ["{", "["],
    ["'a", '"a'],
    ["{'a': ", "[1, "],
    ["1 ", "dog "],
  ])("accepts long runs of %j and %j", (one, other) => {
    for (const piece of [one, other]) {
      expect(() => scorer?.score(answered(piece.repeat(200_000)), key, CONTEXT)).not.toThrow();
    }
  });
});
