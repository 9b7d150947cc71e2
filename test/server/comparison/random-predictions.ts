import { demoBatch } from "../../../src/formats/demo/demo-benchmark.ts";
import type { Random } from "../../fixtures/random.ts";

/** A run of random outcomes over the demo: right, wrong, unparsed, errored, missing. */
export function randomPredictions(random: Random) {
  const ability = random.next();
  return demoBatch().questions.flatMap((question): { question: string; response?: string; error?: string }[] => {
    const fate = random.next();
    if (fate < 0.05) return [];
    if (fate < 0.1) return [{ question: question.key, error: "timeout" }];
    if (fate < 0.15) return [{ question: question.key, response: "I cannot say." }];
    const right = question.answer.kind === "option" ? question.answer.position : 0;
    const chosen = random.next() < ability ? right : random.integer(0, question.options.length);
    return [{ question: question.key, response: "ABCD".charAt(chosen) }];
  });
}
