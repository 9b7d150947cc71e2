import { describe, expect, it } from "vitest";
import { holmAdjusted } from "../../../src/scoring/metrics/multiple-comparisons.ts";
import { compareOverSlice } from "../../../src/scoring/metrics/slice-comparison.ts";
import { SimulatedBenchmark, simulationError } from "./simulated-benchmark.ts";
import { sliceOf } from "./vectors.ts";

const RUNS = 1000;
const CELLS = 10;
const DIFFERENCE = 0.25;

/** The cells of a comparison by ten tasks, each of which asks one question of every video. */
const cellOf = (ordinal: number): number => ordinal % CELLS;

interface Errors {
  /** The share of the comparisons in which a cell without a difference is significant. */
  readonly corrected: number;
  readonly uncorrected: number;
  /** The share of the cells with a difference that are significant after the correction. */
  readonly found: number;
}

/** Comparisons of two models that differ in the first `different` cells only. */
function simulate(different: number): Errors {
  const benchmark = new SimulatedBenchmark(60, CELLS, 19);
  const cells = Array.from({ length: CELLS }, (_, cell) =>
    sliceOf(
      benchmark.questions,
      benchmark.ordinals.filter((one) => cellOf(one) === cell),
    ),
  );
  const count = { corrected: 0, uncorrected: 0, found: 0 };
  for (let run = 0; run < RUNS; run++) {
    const a = benchmark.run((ordinal) => (cellOf(ordinal) < different ? 0.5 + DIFFERENCE : 0.5));
    const b = benchmark.run(() => 0.5);
    const pValues = cells.map((cell) => compareOverSlice(a, b, cell)?.pValue ?? 1);
    const adjusted = holmAdjusted(pValues);
    if (adjusted.slice(different).some((p) => p < 0.05)) count.corrected += 1;
    if (pValues.slice(different).some((p) => p < 0.05)) count.uncorrected += 1;
    count.found += adjusted.slice(0, different).filter((p) => p < 0.05).length;
  }
  const { corrected, uncorrected, found } = count;
  return { corrected: corrected / RUNS, uncorrected: uncorrected / RUNS, found: found / (RUNS * different) };
}

const MOST = 0.05 + simulationError(0.05, RUNS);

describe("over 1,000 simulated comparisons with ten cells", () => {
  it("Holm's correction finds a difference that does not exist in at most 5 % of the comparisons", () => {
    const { corrected, uncorrected } = simulate(0);
    expect(corrected).toBeLessThan(MOST);
    expect(uncorrected).toBeGreaterThan(0.3);
  });

  it("Holm's correction keeps to 5 % if half of the cells differ, and finds more than 40 % of these cells", () => {
    const { corrected, uncorrected, found } = simulate(5);
    expect(corrected).toBeLessThan(MOST);
    expect(uncorrected).toBeGreaterThan(0.15);
    expect(found).toBeGreaterThan(0.4);
  });
});
