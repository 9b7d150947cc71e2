import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { Random } from "../../fixtures/random.ts";
import { exactAnswer, isGraded } from "../../server/benchmarks/generated-avi-answers.ts";
import { isUnscored } from "../../server/benchmarks/generated-avi-run.ts";
import { plainRecords } from "../../server/benchmarks/plain-avi-bench.ts";

/** The answers of a made-up model to AVI-Bench, with their score by a plain script. */
export interface PlainAviResults {
  /** The answers by the question's key; null where the model failed. VSQA's pictures come before its videos. */
  readonly answers: ReadonlyMap<string, string | null>;
  readonly score: number;
  readonly failed: number;
}

/**
 * Makes answers, without confirmations, to the questions that a plain script can score. The model fails at all other
 * questions, and at each 40th question.
 */
export function plainAviResults(files: readonly ImportFile[], seed = 5): PlainAviResults {
  const random = new Random(seed);
  const records = plainRecords(files);
  const answers = new Map<string, string | null>();
  let right = 0;
  for (const [index, record] of records.entries()) {
    const fails = isGraded(record) || index % 40 === 0;
    const { response, outcome } = fails ? { response: null, outcome: "ERRORED" } : exactAnswer(random, record);
    answers.set(record.key, outcome === "UNPARSED" ? "I cannot tell." : response);
    if (outcome === "CORRECT") right += 1;
  }
  const counted = records.filter((record) => !isUnscored(record)).length;
  return { answers, score: right / counted, failed: [...answers.values()].filter((answer) => answer === null).length };
}
