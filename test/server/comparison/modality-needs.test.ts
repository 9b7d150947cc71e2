import { beforeAll, describe, expect, it } from "vitest";
import { Bitset } from "../../../src/domain/bitset.ts";
import { SliceQuestions } from "../../../src/scoring/metrics/slice-questions.ts";
import { type ModalityNeed, modalityNeeds } from "../../../src/server/boards/modality-diagnostics.ts";
import { drawNormal } from "../../scoring/metrics/simulated/distributions.ts";
import { allOf, questionsOf, randomOf, runOf } from "../../scoring/metrics/vectors.ts";

const [VIDEOS, PER_VIDEO, TIMES] = [60, 5, 600];
const N = VIDEOS * PER_VIDEO;
const VIDEO_OF = allOf(N).map((ordinal) => Math.floor(ordinal / PER_VIDEO));

/** Runs of one model, half of which had the sound. The sound has no effect, and each run finds some videos easier. */
function withoutEffect(runs: number, random: () => number): ModalityNeed {
  const ease = allOf(N).map(() => 1.2 * drawNormal(random));
  const given = allOf(runs).map((index) => {
    const own = allOf(VIDEOS).map(() => 0.5 * drawNormal(random));
    const right = ease.map((logit, ordinal) =>
      random() < 1 / (1 + Math.exp(-logit - (own[VIDEO_OF[ordinal] ?? 0] ?? 0))) ? 1 : 0,
    );
    const hears = index >= runs / 2;
    return { inputs: hears ? (["VIDEO", "AUDIO"] as const) : (["VIDEO"] as const), release: 1, vectors: runOf(right) };
  });
  const [need] = modalityNeeds(given, SliceQuestions.of(Bitset.full(N), questionsOf(VIDEO_OF)));
  if (need === undefined) throw new Error("no modality was compared");
  return need;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each([2, 4])(`a modality without effect, in ${TIMES} simulations of %i runs`, (runs) => {
  let needs: ModalityNeed[] = [];
  beforeAll(() => {
    const random = randomOf(31);
    needs = allOf(TIMES).map(() => withoutEffect(runs, random));
  });

  it("is counted as needed in a visible share of the questions, as often as expected by chance", () => {
    const [gained, expected] = [
      meanOf(needs.map((one) => one.gained)),
      meanOf(needs.map((one) => one.expectedByChance)),
    ];
    expect(gained / N).toBeGreaterThan(0.02);
    expect(gained / expected).toBeGreaterThan(0.97);
    expect(gained / expected).toBeLessThan(1.03);
  });

  it("has a net effect whose interval contains 0 in at least 93 % of the simulations", () => {
    const held = needs.filter(({ net: { interval } }) => interval.lower <= 0 && 0 <= interval.upper).length;
    expect(held / TIMES).toBeGreaterThanOrEqual(0.93);
    expect(held / TIMES).toBeLessThan(0.99);
  });
});
