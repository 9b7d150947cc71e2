import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  coarseScore,
  coarseValue,
  ditheredValue,
  Ladder,
  riseNeeded,
  scoreStep,
} from "../../../src/scoring/metrics/ladder.ts";
import { describeScore } from "../../../src/scoring/metrics/score-summary.ts";
import { seeded } from "../../server/hidden/hidden-benchmark.ts";
import { isDeep } from "../../support/cases.ts";
import {
  accuracy,
  type Boosting,
  boostedVote,
  climb,
  randomChoices,
  risenVote,
  type Seen,
  type Submit,
  walkToThreshold,
} from "./boosting.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const count = fc.integer({ min: 1, max: 5_000 });

/** For each of a submitter's scores, the index of the one that is shown. */
function ladder(values: readonly number[], n: number): readonly number[] {
  const board = new Ladder();
  return values.map((value) => board.next(value, n).shown);
}

describe("a coarse score", () => {
  it("is a multiple of the step, or 1, and at most half a step from the exact score", () => {
    fc.assert(
      fc.property(share, count, (value, n) => {
        const coarse = coarseValue(value, n);
        expect(Math.abs(coarse - value)).toBeLessThanOrEqual(scoreStep(n) / 2 + 1e-12);
        if (coarse < 1) expect(Math.abs(coarse / scoreStep(n) - Math.round(coarse / scoreStep(n)))).toBeLessThan(1e-9);
      }),
    );
  });

  it("has an error that is never below the exact one, and an interval that contains the value", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 2_000 }),
        share,
        fc.integer({ min: 1, max: 8 }),
        (clusters, value, size) => {
          const n = clusters * size;
          const correct = Math.round(value * n);
          const mean = correct / n;
          // Where possible, all questions of a video are right, or all are wrong.
          const squares =
            Math.floor(correct / size) * (size * (1 - mean)) ** 2 +
            (clusters - Math.floor(correct / size)) * (size * mean) ** 2;
          const spread = { n, clusters, sizeSquares: clusters * size ** 2, squares, fourths: squares ** 2 / clusters };
          const exact = describeScore({
            correct,
            squares: correct,
            spread,
            answered: n,
            unparsed: 0,
            errored: 0,
            chance: n / 4,
          });
          const coarse = coarseScore(exact, { videos: clusters, dither: 0 });
          expect(coarse.standardError).toBeGreaterThanOrEqual(Math.min(0.5, exact.standardError));
          expect(coarse.interval.lower).toBeLessThanOrEqual(coarse.value);
          expect(coarse.interval.upper).toBeGreaterThanOrEqual(coarse.value);
          expect(coarse).toMatchObject({ coarse: true, valueAnswered: null, n, chance: exact.chance });
        },
      ),
    );
  });
});

describe("the Ladder", () => {
  it("shows the first score, and a later one only if chance does not explain its lead over the best shown", () => {
    expect(scoreStep(400)).toBe(0.025);
    // The first 16 have to rise by 2.83 steps of 0.025, which is 0.0707.
    expect([...ladder([Number.NaN, 0.5, 0.525, 0.57, 0.5, 0.9, 0.97], 400)]).toEqual([-1, 1, 1, 1, 1, 5, 5]);
    expect([...ladder([Number.NaN, 0.5, 0.525, 0.571, 0.5, 0.9, 0.971], 400)]).toEqual([-1, 1, 1, 3, 3, 5, 6]);
    // The k-th has to rise by 0.5 + √(2 ln k) steps: the hundredth by 0.0884.
    const ninetyNine = Array<number>(99).fill(0.5);
    expect(ladder([...ninetyNine, 0.588], 400).at(-1)).toBe(0);
    expect(ladder([...ninetyNine, 0.589], 400).at(-1)).toBe(99);
  });

  it("requires a rise of at least two standard errors of a difference, and never less than for the submission before", () => {
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 10_000 }), (n, k) => {
        expect(riseNeeded(k, n)).toBeGreaterThanOrEqual(2 * Math.sqrt(2) * scoreStep(n) - 1e-12);
        expect(riseNeeded(k + 1, n)).toBeGreaterThanOrEqual(riseNeeded(k, n));
      }),
    );
  });

  it("shows at most one new score for each step from 0 to 1", () => {
    fc.assert(
      fc.property(fc.array(share, { maxLength: 300 }), count, (values, n) => {
        const shown = ladder(values, n);
        expect(new Set(shown).size).toBeLessThanOrEqual(1 / scoreStep(n) + 2);
        for (const [at, index] of shown.entries()) {
          expect(index).toBeLessThanOrEqual(at);
          if (index !== at)
            expect(values[at]).toBeLessThanOrEqual(coarseValue(values[index] ?? 0, n) + riseNeeded(at + 1, n));
        }
      }),
    );
  });
});

it("a board of 40 owners' dithered scores ranks those rightly that differ by more than two standard errors", () => {
  const n = 1_000;
  const random = seeded(40);
  for (let board = 0; board < 20; board++) {
    const owners = Array.from({ length: 40 }, () => {
      const skill = 0.3 + 0.5 * random();
      const exact = Array.from({ length: n }, () => random()).filter((draw) => draw < skill).length / n;
      return { skill, shown: coarseValue(ditheredValue(exact, n, random() - 0.5), n) };
    });
    let [right, wrong] = [0, 0];
    for (const [place, one] of owners.entries())
      for (const other of owners.slice(place + 1)) {
        const error = Math.sqrt((one.skill * (1 - one.skill) + other.skill * (1 - other.skill)) / n);
        if (Math.abs(one.skill - other.skill) <= 2 * error) continue;
        const order = (one.skill - other.skill) * (one.shown - other.shown);
        if (order > 0) right += 1;
        if (order < 0) wrong += 1;
      }
    // Kendall's τ of the pairs.
    expect((right - wrong) / (right + wrong)).toBeGreaterThan(0.98);
  }
});

describe("the boosting attack with 500 submissions over 1,000 four-option questions", () => {
  const attack = (seed: number) => {
    const setting: Boosting = { questions: 1_000, options: 4, submissions: 500, random: seeded(seed) };
    const key = randomChoices(setting);
    const choices = Array.from({ length: setting.submissions - 1 }, () => randomChoices(setting));
    const values = choices.map((own) => accuracy(own, key));
    const shown = ladder(values, setting.questions);
    const exact: Seen[] = choices.map((own, index) => ({ choices: own, shown: values[index] ?? 0 }));
    const coarse: Seen[] = choices.map((own, index) => ({
      choices: own,
      shown: coarseValue(values[shown[index] ?? 0] ?? 0, setting.questions),
    }));
    const gain = (vote: Uint8Array): number => 100 * (accuracy(vote, key) - 0.25);
    return {
      exact: gain(boostedVote(exact, setting)),
      ladder: gain(boostedVote(coarse, setting)),
      risen: gain(risenVote(coarse, setting)),
    };
  };

  it("gains only noise from the Ladder, and many points from exact scores", () => {
    const keys = isDeep ? 50 : 15;
    const found = Array.from({ length: keys }, (_, index) => attack(index + 1));
    const mean = (name: "exact" | "ladder" | "risen"): number =>
      found.reduce((sum, one) => sum + one[name], 0) / found.length;
    console.log(
      `points over chance: exact ${mean("exact").toFixed(1)}, Ladder ${mean("ladder").toFixed(1)}, votes of risen scores only ${mean("risen").toFixed(1)}`,
    );
    for (const one of found) expect(one.exact).toBeGreaterThan(10);
    // A vote without any feedback has a standard deviation of √(0.25 · 0.75 / 1,000) = 1.4 points. The mean is within its noise.
    expect(Math.abs(mean("ladder"))).toBeLessThan((3 * 100 * Math.sqrt((0.25 * 0.75) / 1_000)) / Math.sqrt(keys));
    // An attacker who knows the Ladder keeps the luckiest submission. Anyone with 500 submissions can do
    // that.
    expect(mean("risen")).toBeLessThanOrEqual(1.5);
  });
});

describe("a Ladder with a chance level", () => {
  it("shows the first score, and no rise below chance", () => {
    const board = new Ladder();
    const shown = [0.02, 0.1, 0.2, 0.28, 0.31, 0.33, 0.37].map((value) => board.next(value, 1_000, 0.25).shown);
    expect(shown).toEqual([0, 0, 0, 0, 4, 4, 6]);
  });

  it("decides as one without it where the first score is above chance", () => {
    fc.assert(
      // Over so many questions, the first score is not rounded below chance.
      fc.property(
        fc.array(fc.double({ min: 0.3, max: 1, noNaN: true })),
        fc.integer({ min: 100, max: 5_000 }),
        (values, n) => {
          const board = new Ladder();
          expect(values.map((value) => board.next(value, n, 0.25).shown)).toEqual(ladder(values, n));
        },
      ),
    );
  });
});

describe("an attacker who adapts to the shown scores", () => {
  const setting = (seed: number): Boosting => ({
    questions: 1_000,
    options: 4,
    submissions: 500,
    random: seeded(seed),
  });

  /** Shows scores as the server does to one owner. */
  function account(key: Uint8Array, isHidden: boolean): Submit {
    const values: number[] = [];
    const board = new Ladder();
    return (choices) => {
      const exact = accuracy(choices, key);
      values.push(exact);
      const shown = isHidden ? board.next(exact, key.length).shown : values.length - 1;
      const value = values[shown ?? 0] ?? 0;
      return isHidden ? coarseValue(value, key.length) : value;
    };
  }

  it.each([0.1, 0.3, 0.5, 1])(
    "gains at most 2 points by changing a share of %s of the answers each time, but more from exact scores",
    async (share) => {
      const gains = { exact: 0, hidden: 0 };
      const seeds = isDeep ? 20 : 6;
      for (let seed = 1; seed <= seeds; seed++) {
        for (const [name, isHidden] of [
          ["exact", false],
          ["hidden", true],
        ] as const) {
          const own = setting(seed);
          const key = randomChoices(own);
          gains[name] += (100 * (accuracy(await climb(own, share, account(key, isHidden)), key) - 0.25)) / seeds;
        }
      }
      console.log(
        `climbing, share ${share}: exact ${gains.exact.toFixed(1)}, hidden ${gains.hidden.toFixed(1)} points`,
      );
      expect(gains.hidden).toBeLessThanOrEqual(2);
      expect(gains.exact).toBeGreaterThan(gains.hidden + 2);
    },
  );

  it("reads at most one answer from each rise near the threshold, even if half of the changes are right", async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const own = setting(seed);
      const key = randomChoices(own);
      const exact = await walkToThreshold(own, key, 0.5, account(key, false));
      const hidden = await walkToThreshold(own, key, 0.5, account(key, true));
      expect(exact.size).toBeGreaterThan(100);
      // Every rise is one answer, and each needs more real points than the one before.
      for (const [question, option] of hidden) expect(option).toBe(key[question]);
      expect(hidden.size).toBeLessThanOrEqual(6);
    }
  });
});
