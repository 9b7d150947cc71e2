import { describe, expect, it } from "vitest";
import { extractorNamed } from "../../src/reading/extractor-registry.ts";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";
import { type ScoredQuestion, scorePrediction } from "../../src/scoring/score-prediction.ts";
import { unscoredRule } from "../../src/scoring/scorers/scorer-registry.ts";

const QUESTION: ScoredQuestion = {
  options: ["Red", "Blue", "Green"],
  answerFormat: "MULTIPLE_CHOICE",
  text: "Which colour?",
  key: { kind: "option", position: 1, text: "Blue" },
};
const output = (response: string | null, error: string | null = null, confirmation: string | null = null) => ({
  response,
  error,
  confirmation,
});
const asksFor = (answerFormat: "NUMBER" | "OPEN_TEXT"): ScoredQuestion => ({
  options: [],
  answerFormat,
  text: "What is shown?",
  key: answerFormat === "NUMBER" ? { kind: "number", value: 3, text: "3" } : { kind: "text", text: "a cat" },
});

describe("scorePrediction", () => {
  it("scores the answer that the extractor reads, and names the rule", () => {
    expect(scorePrediction(output("The answer is B."), QUESTION, omnidexExtractor)).toEqual({
      outcome: "CORRECT",
      score: 1,
      answer: "B",
      rule: "declared-answer",
      span: { start: 14, end: 15 },
      ambiguous: false,
    });
    expect(scorePrediction(output("C"), QUESTION, omnidexExtractor)).toMatchObject({
      outcome: "WRONG",
      score: 0,
      answer: "C",
    });
  });

  it.each([
    ["", "empty"],
    [" \n", "empty"],
    ["I cannot determine the answer.", "refusal"],
    ["D", "no-such-option"],
    ["A or B", "several-answers"],
    ["<think>B", "truncated"],
    ["None of the above.", "none-of-the-above"],
    ["The weather is fine.", "no-answer"],
  ])("%j is unparsed: %s", (response, rule) => {
    const score = scorePrediction(output(response), QUESTION, omnidexExtractor);
    expect(score).toEqual({ outcome: "UNPARSED", score: 0, answer: null, rule, span: null, ambiguous: false });
  });

  it.each([
    "Failed to obtain answer via API.",
    "Video corrupted: NAL unit error - unable to decode frames",
    "Video corrupted: Invalid data format",
    "Video decoding error: DECORDError",
    "Video file not found.",
    "Error: CUDA out of memory. Tried to allocate 2.00 GiB",
    "GPU memory insufficient: skipped",
    "Error code: 429 - rate limit reached",
  ])("%j is errored, because no model wrote it", (response) => {
    const score = scorePrediction(output(response), QUESTION, omnidexExtractor);
    expect(score).toMatchObject({ outcome: "ERRORED", score: 0, answer: null, rule: "api-error", ambiguous: false });
  });

  it.each(["The video is corrupted, but the answer is B.", "B. The video file is not found in the room."])(
    "%j is an answer about a video",
    (response) => {
      expect(scorePrediction(output(response), QUESTION, omnidexExtractor)).toMatchObject({ answer: "B" });
    },
  );

  it.each([
    "No response from the woman is heard, so the answer is (B).",
    "Blocked: the ball is blocked. Answer: B",
    "Error code 404 is shown on the screen.\n\nAnswer: B",
    "File not found is what the screen says, so the answer is B.",
    "Video processing error is not visible; the answer is (B).",
    "Too many requests are on the sign. Answer: B",
  ])("%j is an answer about a failure in the video", (response) => {
    expect(scorePrediction(output(response), QUESTION, omnidexExtractor)).toMatchObject({
      answer: "B",
      outcome: "CORRECT",
    });
  });

  it.each(["450", "404", "512.", "503 people"])("%j is a number", (response) => {
    expect(scorePrediction(output(response), asksFor("NUMBER"), omnidexExtractor).answer).toBe(
      String(Number.parseInt(response, 10)),
    );
  });

  it("the bare name of a failure is an error, but in open text it is an answer", () => {
    for (const response of ["error", "Out of memory", "ERROR."]) {
      expect(scorePrediction(output(response), QUESTION, omnidexExtractor).outcome).toBe("ERRORED");
      expect(scorePrediction(output(response), asksFor("NUMBER"), omnidexExtractor)).toMatchObject({
        outcome: "ERRORED",
        rule: "api-error",
      });
      expect(scorePrediction(output(response), asksFor("OPEN_TEXT"), omnidexExtractor).answer).toBe(response);
    }
    expect(scorePrediction(output("503 Service Unavailable"), asksFor("NUMBER"), omnidexExtractor).outcome).toBe(
      "ERRORED",
    );
  });

  it("a missing response is unparsed; a prediction with an error is errored, whatever its response contains", () => {
    expect(scorePrediction(output(null), QUESTION, omnidexExtractor)).toMatchObject({
      outcome: "UNPARSED",
      rule: "empty",
    });
    expect(scorePrediction(output("B", "timeout"), QUESTION, omnidexExtractor)).toMatchObject({
      outcome: "ERRORED",
      score: 0,
      rule: "error",
      answer: null,
    });
  });

  it("keeps the reading of an official extractor unchanged", () => {
    const harness = extractorNamed("lmms-eval-worldsense");
    expect(scorePrediction(output(""), QUESTION, harness)).toMatchObject({ answer: "A", outcome: "WRONG" });
  });

  it("reads VLMEvalKit's failure as A for VLMEvalKit only, and no other error", () => {
    const failed = output(null, "Failed to obtain answer via API.");
    for (const name of ["vlmevalkit-worldsense", "vlmevalkit-2026-06-17"]) {
      const harness = extractorNamed(name);
      expect(scorePrediction(failed, QUESTION, harness)).toMatchObject({ answer: "A", outcome: "WRONG" });
      expect(scorePrediction(output("B", "CUDA out of memory"), QUESTION, harness)).toMatchObject({ rule: "error" });
    }
    expect(scorePrediction(failed, QUESTION, omnidexExtractor)).toMatchObject({ outcome: "ERRORED", rule: "error" });
    const stored = output("Failed to obtain answer via API.");
    expect(scorePrediction(stored, QUESTION, omnidexExtractor)).toMatchObject({
      outcome: "ERRORED",
      rule: "api-error",
    });
  });

  it("reads formats without options", () => {
    const number = {
      ...QUESTION,
      options: [],
      answerFormat: "NUMBER",
      key: { kind: "number", value: 3, text: "3" },
    } as const;
    expect(scorePrediction(output("I hear three knocks."), number, omnidexExtractor)).toMatchObject({
      answer: "3",
      score: 1,
    });
    expect(scorePrediction(output("2 dogs and 3 cats"), number, omnidexExtractor)).toMatchObject({
      rule: "several-answers",
    });
    expect(scorePrediction(output("2 dogs and 3 cats; the answer is 3"), number, omnidexExtractor)).toMatchObject({
      score: 1,
    });
    const yes = { ...QUESTION, options: [], answerFormat: "YES_NO", key: { kind: "text", text: "yes" } } as const;
    expect(scorePrediction(output("Yes, the dog barks."), yes, omnidexExtractor)).toMatchObject({
      answer: "yes",
      score: 1,
    });
    expect(scorePrediction(output("I am not sure."), yes, omnidexExtractor)).toMatchObject({
      answer: "not sure",
      score: 0,
    });
    expect(scorePrediction(output("The answer is no."), yes, omnidexExtractor)).toMatchObject({
      answer: "no",
      score: 0,
    });
    const counts = {
      ...QUESTION,
      options: [],
      answerFormat: "INSTANCE_COUNTS",
      key: { kind: "counts", counts: { dog: 1 } },
    } as const;
    expect(scorePrediction(output("<think>{}</think>answer={'dog': 1}"), counts, omnidexExtractor)).toMatchObject({
      score: 1,
    });
  });

  describe("a question that is asked twice is scored", () => {
    const check = {
      options: ["yes", "no"],
      answerFormat: "YES_NO",
      text: "Can you hear a sound?",
      key: { kind: "text", text: "yes" },
    } as const;
    const single: ScoredQuestion = { ...QUESTION, confirmation: check };
    const double: ScoredQuestion = { ...single, confirmationRequired: true };
    const scored = (response: string, confirmation: string | null, question = double) =>
      scorePrediction(output(response, null, confirmation), question, omnidexExtractor);

    it.each([
      ["right", "Yes.", "CORRECT", "single-label"],
      ["wrong", "No.", "WRONG", "wrong-confirmation"],
      ["blank", " \n", "WRONG", "missing-confirmation"],
      ["left out", null, "WRONG", "missing-confirmation"],
      ["unreadable", "The weather is fine.", "WRONG", "unparsed-confirmation"],
      ["failed", "Error: timeout", "WRONG", "failed-confirmation"],
    ])("with a right answer and a confirmation that is %s", (_what, confirmation, outcome, rule) => {
      const score = scored("B", confirmation);
      expect(score).toMatchObject({ outcome, score: outcome === "CORRECT" ? 1 : 0, answer: "B" });
      if (outcome !== "CORRECT") expect(score.rule).toBe(rule);
    });

    it.each([
      ["right", "Yes.", "WRONG"],
      ["wrong", "No.", "WRONG"],
      ["blank", "", "WRONG"],
      ["left out", null, "WRONG"],
      ["unreadable", "The weather is fine.", "WRONG"],
      ["failed", "Error: timeout", "WRONG"],
    ])("with a wrong answer and a confirmation that is %s", (_what, confirmation, outcome) => {
      expect(scored("C", confirmation)).toMatchObject({ outcome, score: 0, answer: "C" });
      if (confirmation !== "Yes." && confirmation !== "No.")
        expect(scored("C", confirmation).rule).toBe(scored("B", confirmation).rule);
    });

    it("by the outcome of its answer if the answer cannot be read or failed", () => {
      for (const confirmation of ["Yes.", "No.", null, "", "The weather is fine."]) {
        expect(scored("I cannot tell.", confirmation)).toMatchObject({ outcome: "UNPARSED", answer: null });
        expect(scored("Video file not found.", confirmation)).toMatchObject({ outcome: "ERRORED", rule: "api-error" });
      }
    });

    it("without a confirmation in a single-response run; questions without a check never need one", () => {
      for (const absent of [null, "", " \n"]) expect(scored("B", absent, single)).toMatchObject({ outcome: "CORRECT" });
      const unchecked = { ...QUESTION, confirmationRequired: true };
      for (const confirmation of [null, "No."])
        expect(scored("B", confirmation, unchecked)).toMatchObject({ outcome: "CORRECT" });
    });
  });

  it("scores a question without its check if the check cannot be scored", () => {
    const check = {
      options: [],
      answerFormat: "CAPTION",
      text: "x",
      key: { kind: "captions", captions: ["x"] },
    } as const;
    const question = { ...QUESTION, confirmation: check };
    expect(scorePrediction(output("B", null, "y"), question, omnidexExtractor)).toMatchObject({ outcome: "CORRECT" });
  });

  it("a question that cannot be scored gets the reason, whatever was sent for it", () => {
    const boxes = { kind: "boxes", boxes: { dog: null }, size: null } as const;
    const box = { ...QUESTION, options: [], answerFormat: "BOXES", key: boxes } as const;
    const captions = { kind: "captions", captions: ["a dog"] } as const;
    const caption = { ...QUESTION, options: [], answerFormat: "CAPTION", key: captions } as const;
    for (const sent of [output("{}"), output("a dog"), output(null), output(null, "timeout")]) {
      expect(scorePrediction(sent, box, omnidexExtractor)).toMatchObject({
        outcome: "UNSCORED",
        score: null,
        rule: "no-picture-size",
      });
      expect(scorePrediction(sent, caption, omnidexExtractor)).toMatchObject({ rule: "fense-not-configured" });
    }
    expect(unscoredRule({ ...caption, captions: { score: () => 0.5 } })).toBeNull();
  });

  it("a malformed answer gets the reason", () => {
    const counts = { kind: "counts", counts: { dog: 1 } } as const;
    const question = { ...QUESTION, options: [], answerFormat: "INSTANCE_COUNTS", key: counts } as const;
    expect(scorePrediction(output("{'dog': -1}"), question, omnidexExtractor)).toMatchObject({
      outcome: "UNPARSED",
      rule: "malformed",
      reason: "the count of 'dog' is not a whole number of at least 0",
    });
  });
});
