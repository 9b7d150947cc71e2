import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isCountOf } from "../../../src/domain/slice/published-questions.ts";
import { taxonomyOf } from "../../../src/domain/taxonomy.ts";
import { equationOneNote } from "./avi-bench-levels.ts";
import { differenceOf, exceptionsOf } from "./check.ts";
import { DISCIPLINES_TOLD_BY_TABLE_1, SCIENCE_OF_TABLE_3 } from "./mmworld-checks.ts";
import { FACET_COUNTS, QUESTIONS_OF_NO_FACET, RIGHT_OF_NO_FACET } from "./mmworld-facets.ts";
import { SEED_SUMMARIES } from "./mmworld-seeds.ts";
import { AUDIO_COUNTS, DURATION_COUNTS, rowsThatFit, UP_TO_A_MINUTE } from "./omnivideobench-checks.ts";
import { smallestDenominator } from "./published-counts.ts";
import { COUNTED_FIGURES, cellOf, OVERALL, PUBLISHED_TABLES, tableRows } from "./published-tables.ts";
import { REPRODUCTIONS, reproductionDetails, reproductionPage } from "./reproduction-page.ts";
import { DOMAIN_COUNTS, DOMAIN_SHARES } from "./worldsense-domains.ts";

const CHECKS = REPRODUCTIONS.flatMap((reproduction) => reproduction.checks);

/** For each check: the table, what is checked, the number of compared figures, and the labels of the exceptions. */
const EXPECTED: [source: string, what: string, figures: number, exceptions: string[]][] = [
  ["WorldSense, Table 2", "averages", 17, []],
  ["WorldSense, Figure 7", "averages of the rows that Table 2 does not have", 16, []],
  ["WorldSense, Figure 7", "video and audio", 72, []],
  ["WorldSense, Table 3", "overall", 24, []],
  [
    "WorldSense, Table 3",
    "overall of the rows that Table 2 has too",
    8,
    ["VITA-1.5, video + audio: overall", "Qwen2.5-Omni, video + audio: overall"],
  ],
  ["WorldSense, Table 4", "overall", 16, []],
  ["WorldSense, Table 4", "overall of the rows that Table 2 has too", 8, []],
  ["WorldSense, Table 5", "the paper's own prompt", 1, []],
  ["MMWorld, Table 1", "disciplines", 252, []],
  ["MMWorld, Table 1", "averages", 36, []],
  ["MMWorld, Table 2", "disciplines", 21, ["Turker Set 1, video, human: Art & Sports"]],
  ["MMWorld, Table 2", "averages", 3, []],
  ["MMWorld, Table 3", "disciplines", 96, ["Video-LLaMA, video, open-ended: Embodied Tasks"]],
  ["MMWorld, Table 3", "averages", 16, ["Video-LLaMA, video, open-ended: overall"]],
  ["MMWorld, Table 6", "averages", 3, []],
  ["OmniVideoBench, Table 3", "averages", 19, ["DeepSeek-V3.1, text: overall"]],
  ["OmniVideoBench, Table 3", "averages", 19, ["DeepSeek-V3.1, text: overall"]],
  ["OmniVideoBench, Table 4", "multiple choice", 2, []],
  ["AVI-Bench, Table 3", "stages", 112, []],
  ["AVI-Bench, Table 3", "overall", 28, []],
  ["AVI-Bench, Table 4", "Gemini-2.5-Pro", 11, []],
  ["AVI-Bench, Table 5", "levels 1 to 4", 112, ["GPT-4o, video + audio: 4"]],
  ["AVI-Bench, Table 7", "multimodal, without AVC", 162, []],
  ["AVI-Bench, Table 8", "averages, both conditions", 54, []],
  ["AVI-Bench, Table 8", "double confirmation", 108, []],
  ["AVI-Bench, Table 8", "double confirmation, tasks", 81, ["GPT-4o, video + audio, double confirmation: AVSQA"]],
  ["AVI-Bench, Table 9", "levels 2 to 4", 24, []],
];

describe("every check", () => {
  it("agrees except in the named exceptions", () => {
    const found = CHECKS.map((check) => [
      check.source,
      check.what,
      check.comparisons.length,
      exceptionsOf(check).map((comparison) => comparison.label),
    ]);
    expect(found).toEqual(EXPECTED);
  });

  it.each(CHECKS.map((check) => [check.source, check.what, check] as const))("%s, %s", (_source, _what, check) => {
    expect(check.comparisons.every((comparison) => Number.isFinite(differenceOf(comparison)))).toBe(true);
    expect(new Set(check.comparisons.map(({ label }) => label)).size).toBe(check.comparisons.length);
    expect(check.reason === null).toBe(exceptionsOf(check).length === 0);
  });

  it("covers every published table, or gives a reason", () => {
    const reasons = REPRODUCTIONS.flatMap(({ unchecked }) => [...unchecked.keys()]);
    const covered = new Set([...CHECKS.map((check) => check.source), ...reasons]);
    expect(covered).toEqual(new Set(PUBLISHED_TABLES.keys()));
  });
});

it("figures are over a known number of questions in these tables only", () => {
  const counted = [...COUNTED_FIGURES].filter(([, figures]) => figures > 0);
  expect(Object.fromEntries(counted)).toEqual({
    // Not the figures by domain or sound type: the paper does not print their numbers of questions.
    "WorldSense, Table 2": 17,
    "WorldSense, Figure 7": 24,
    "WorldSense, Table 3": 24,
    "WorldSense, Table 4": 16,
    "WorldSense, Table 5": 3,
    "MMWorld, Table 1": 288,
    // All but Turker Set 1 in Art & Sports and overall: neither percentage is one of whole answers.
    "MMWorld, Table 2": 22,
    // All but Video-LLaMA's misprinted cell and its average.
    "MMWorld, Table 3": 110,
    // The averages, except Gemini-3.0-Pro's 61.79 %.
    "OmniVideoBench, Table 3": 18,
  });
});

describe("AVI-Bench", () => {
  it("Table 5: GPT-4o's fourth level is computed as 0.66 and printed as 0.55; no other level differs by 0.01", () => {
    const levels = CHECKS.find((check) => check.source === "AVI-Bench, Table 5")?.comparisons ?? [];
    const far = levels.filter((comparison) => differenceOf(comparison) > 0.01);
    expect(far).toEqual([{ label: "GPT-4o, video + audio: 4", printed: 0.55, computed: expect.closeTo(0.656, 3) }]);
  });

  it("equation 1, read as a mean over tasks, does not give the levels of Table 5", () => {
    expect(equationOneNote()).toContain("differs from the printed level by up to 1.31 points");
  });
});

describe("AVI-Bench's denominators", () => {
  /** Whether a number of right answers among `n` prints as this percentage, after the script's rounding to five decimals. */
  const isOver = (n: number, percentage: number): boolean =>
    [-1, 0, 1].some((step) => {
      const rounded = Math.round((1e5 * (Math.round((percentage * n) / 100) + step)) / n) / 1e3;
      return Math.abs(rounded - percentage) <= 0.00501;
    });
  const figures = tableRows("AVI-Bench, Table 3").map((row) => cellOf(row, "AVQA"));

  it("differ between the models, because the script leaves out questions without a response", () => {
    expect(figures).toHaveLength(28);
    expect(figures.filter((figure) => !isOver(469, figure))).toHaveLength(26);
    const fitting = Array.from({ length: 1200 }, (_, n) => figures.filter((figure) => isOver(n + 1, figure)).length);
    expect(Math.max(...fitting)).toBe(8);
  });
});

describe("MMWorld", () => {
  it("Table 1 reveals every discipline's number of questions", () => {
    expect(DISCIPLINES_TOLD_BY_TABLE_1).toEqual(taxonomyOf("mmworld").categories.map((category) => category.name));
  });

  it("Table 3 has 204 questions of Science, and its misprinted row fits no number", () => {
    expect(SCIENCE_OF_TABLE_3).toEqual({ n: 204, fits: 16 });
    expect(tableRows("MMWorld, Table 3").filter((row) => !isCountOf(cellOf(row, OVERALL), 1455, 3))).toMatchObject([
      { label: "Video-LLaMA, video, open-ended" },
    ]);
  });

  it("Table 4 reveals the number of questions of each type; 19 questions remain", () => {
    expect(FACET_COUNTS.map(({ name, n }) => [name, n])).toEqual([
      ["Explanation", 749],
      ["Counterfactual Thinking", 170],
      ["Future Prediction", 137],
      ["Domain Expertise", 280],
      ["Attribution Understanding", 85],
      ["Temporal Understanding", 119],
    ]);
    expect(FACET_COUNTS.every(({ fits }) => fits >= 11)).toBe(true);
    expect(QUESTIONS_OF_NO_FACET).toBe(19);
    expect(RIGHT_OF_NO_FACET).toHaveLength(12);
    expect(RIGHT_OF_NO_FACET.every((right) => right >= 0 && right <= 3 * 19)).toBe(true);
  });

  it("Table 6 does not come from a single number of questions", () => {
    const averages = tableRows("MMWorld, Table 6").map((row) => cellOf(row, OVERALL));
    expect(smallestDenominator(averages, { decimals: 3, most: 1559 })).toBeNull();
  });

  it("every model has three seeds", () => {
    expect(SEED_SUMMARIES).toHaveLength(12);
    expect(SEED_SUMMARIES.every(({ averages }) => averages.length === 3)).toBe(true);
    expect(SEED_SUMMARIES[0]).toMatchObject({ mean: expect.closeTo(52.3, 2), spread: expect.closeTo(0.594, 2) });
  });
});

describe("WorldSense", () => {
  it("Performance has 267 questions; the numbers of the other domains cannot be recovered", () => {
    expect([...DOMAIN_COUNTS]).toEqual([["Performance", { n: 267, fits: 33 }]]);
  });

  it("the fitted shares sum to 1", () => {
    expect([...DOMAIN_SHARES.values()].every((share) => share > 0.05 && share < 0.25)).toBe(true);
    expect([...DOMAIN_SHARES.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
  });
});

describe("OmniVideoBench", () => {
  it("the numbers of questions by duration fit 14, 15, 13 and 10 of 19 rows, and no row counts exactly one minute in the first bucket", () => {
    expect([...DURATION_COUNTS].map(([key, n]) => rowsThatFit(key, n))).toEqual([14, 15, 13, 10]);
    expect(rowsThatFit("(0,1] min", UP_TO_A_MINUTE)).toBe(0);
  });

  it.each([AUDIO_COUNTS, DURATION_COUNTS])("the counts sum to the number of all questions", (counts) => {
    const sum = [...counts.values()].reduce((total, n) => total + n, 0);
    expect(sum).toBe(taxonomyOf("omnivideobench").questions);
  });
});

it.each([
  ["docs/reproduction.md", reproductionPage],
  ["bench/results/reproduction.md", reproductionDetails],
])("%s is up to date", (path, text) => {
  const page = readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  expect(page, "run `npm run reproduce`").toBe(text());
});
