import type { ImportBatch } from "../../src/domain/import-batch.ts";
import type { SubmissionInput } from "../../src/server/runs/submission/submission-input.ts";
import { Random } from "../support/random.ts";

/** The number of questions of AVI-Bench. */
export const SUBMISSION_SIZE = 5_864;

/** A run that answers every question of a benchmark, phrased as models do. */
export function submissionOf({ benchmark, questions }: ImportBatch, key: string): SubmissionInput {
  const random = new Random(99);
  return {
    benchmark,
    model: { name: "Bench model" },
    inputs: ["VIDEO", "AUDIO"],
    visibility: "PRIVATE",
    idempotencyKey: key,
    predictions: questions.map((question) => ({ question: question.key, response: response(random) })),
  };
}

/** A random response, right or wrong; sometimes it contains no answer. */
function response(random: Random): string {
  const label = random.pick(["A", "B", "C", "D"]);
  const forms = [label, `The answer is ${label}.`, `(${label})`, `Answer: ${label}`, "I cannot tell from the video."];
  return random.pick(forms);
}
