import { beforeAll, expect, it } from "vitest";
import { detectionOf, suspectRanking, voteRanking } from "../../../scripts/measure/items/key-error-tables.ts";
import { flipKeys, mmluAnswers } from "../../../scripts/measure/items/mmlu-answers.ts";
import { type ScoreTable, scoreTable } from "../../../src/scoring/items/item-scores.ts";
import {
  describeErrors,
  errorScaleOf,
  estimatesKey,
  familyFolds,
  leftOutEstimates,
} from "../../../src/scoring/items/subset-errors.ts";
import { student95 } from "../../../src/scoring/metrics/score-interval.ts";
import { isDeep } from "../../support/cases.ts";
import { describeWith } from "../../support/shared-datasets.ts";

const answers = mmluAnswers();

describeWith(answers, "mmlu-pro", "29 models' answers to 12,032 questions", ({ matrix }) => {
  let table: ScoreTable;
  beforeAll(() => {
    table = scoreTable(matrix);
  });

  it("reveal more keys that were made wrong than a simple vote does, with seeds that were not used for tuning", () => {
    for (const seed of isDeep ? [12, 13] : [13]) {
      const { matrix: changed, flipped } = flipKeys(matrix, 0.02, seed);
      const ours = detectionOf(suspectRanking(changed), flipped);
      const vote = detectionOf(voteRanking(changed), flipped);
      expect(ours.auc).toBeGreaterThan(vote.auc + 0.01);
      expect(ours.found[2]).toBeGreaterThan(0.6);
      expect(ours.found[2]).toBeGreaterThan((vote.found[2] ?? 1) + 0.05);
    }
  });

  it("are predicted by 100 chosen questions at least as well as by 250 random ones, for a left-out family", () => {
    const slice = Int32Array.from({ length: table.questions }, (_, question) => question);
    const methods = ["RANDOM", "STRATIFIED"] as const;
    const task = { table, slice, sizes: [100, 250], methods, seed: 1, draws: 5 };
    const found = leftOutEstimates(task, familyFolds(table.families, 30));
    const estimates = found.get(estimatesKey("STRATIFIED", 100)) ?? [];
    const random = describeErrors(found.get(estimatesKey("RANDOM", 250)) ?? []);
    expect(describeErrors(estimates).mean).toBeLessThanOrEqual(random.mean);
    const covered = estimates.filter(({ run, error, modelError }) => {
      const others = estimates.filter((other) => table.families[other.run] !== table.families[run]);
      return Math.abs(error) <= student95(table.runs - 1) * errorScaleOf(others) * modelError;
    });
    expect(covered.length / estimates.length).toBeGreaterThan(0.92);
  });
});
