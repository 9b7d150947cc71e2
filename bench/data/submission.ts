import type { ImportBatch } from "../../src/domain/import-batch.ts";
import type { SubmissionInput } from "../../src/server/services/submission/submission-input.ts";
import { Random } from "../support/random.ts";

/** As many questions as AVI-Bench has. */
export const SUBMISSION_SIZE = 5_864;

/** A run that answers every question of a benchmark, in the words of a model. */
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

/** Right or wrong as it comes; now and then there is no answer in it. */
function response(random: Random): string {
  const label = random.pick(["A", "B", "C", "D"]);
  const forms = [label, `The answer is ${label}.`, `(${label})`, `Answer: ${label}`, "I cannot tell from the video."];
  return random.pick(forms);
}
