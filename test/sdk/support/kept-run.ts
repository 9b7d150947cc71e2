import { vi } from "vitest";
import { outputDigest } from "../../../src/sdk/idempotency-key.ts";
import type { PredictionInput, Run, SubmitRunOptions, ValidationReport } from "../../../src/sdk/index.ts";
import { sampleReport, sampleRun } from "./sample-run.ts";

export const rows = (count: number): PredictionInput[] =>
  Array.from({ length: count }, (_, index) => ({ question: `q/${index}`, response: "A" }));
export const submission = (count: number): SubmitRunOptions => ({
  benchmark: "worldsense",
  model: { name: "my-model" },
  inputs: ["VIDEO", "AUDIO"],
  predictions: rows(count),
});
export type Append = { input: { run: string; predictions: PredictionInput[] } };
export type Validate = { input: { predictions: PredictionInput[] } };

/** The resolvers of a server that keeps one run, over a release of 30,000 questions `q/…`. */
export function keptRun(stored: readonly PredictionInput[] = [], status: Run["status"] = "OPEN") {
  const held = new Map(stored.map((row) => [row.question, row]));
  const report = ({ predictions }: { predictions: PredictionInput[] }): ValidationReport =>
    sampleReport({
      rows: predictions.length,
      warningCount: 1,
      missingKeys: ["q/0", "q/29999"],
      issues: [{ row: 1, question: "q", code: "EMPTY_RESPONSE", severity: "WARNING", message: "empty" }],
    });
  const run = (state: Run["status"]) => ({
    ...sampleRun({ status: state, ...(state === "SCORED" && { counts: { ...NO_COUNTS, total: 30_000, missing: 7 } }) }),
    release: { id: "r", version: 1, contentHash: "00", current: true, questionCount: 30_000 },
    predictionCount: held.size,
  });
  const nodes = () => [...held.values()].map((row) => ({ question: { key: row.question }, digest: outputDigest(row) }));
  return {
    createRun: vi.fn((_: { input: { idempotencyKey: string } }) => ({ run: run(status), report: sampleReport() })),
    validateRun: vi.fn((_: Validate) => ({ report: sampleReport() })),
    appendPredictions: vi.fn(({ input }: Append) => {
      for (const row of input.predictions) held.set(row.question, row);
      return {
        run: run("OPEN"),
        added: input.predictions.length,
        repeated: 0,
        total: held.size,
        report: report(input),
      };
    }),
    finalizeRun: vi.fn(() => ({ run: run("SCORED") })),
    run: () => ({ id: "run-1", predictions: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } }),
    held,
  };
}

const NO_COUNTS = { total: 0, correct: 0, wrong: 0, partial: 0, unparsed: 0, missing: 0, errored: 0, unscored: 0 };

export const sizesOf = (mock: { mock: { calls: [Validate | Append][] } }): number[] =>
  mock.mock.calls.map(([{ input }]) => input.predictions.length).sort((a, b) => a - b);
