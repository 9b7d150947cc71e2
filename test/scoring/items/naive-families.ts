import type { ScoreTable } from "../../../src/scoring/items/item-scores.ts";

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A run's score minus the run's mean, minus the mean of these differences over the runs that were asked. */
function residualsOf(table: ScoreTable, question: number, means: readonly number[]): (readonly [number, number])[] {
  const known = means.flatMap((mean, run) => {
    const score = table.scores[question * table.runs + run] ?? Number.NaN;
    return Number.isNaN(score) ? [] : [[table.families[run] ?? 0, score - mean] as const];
  });
  const centre = meanOf(known.map(([, residual]) => residual));
  return known.map(([family, residual]) => [family, residual - centre] as const);
}

/** The correlation within families beyond that across families, pair by pair. */
export function naiveFamilyCorrelation(table: ScoreTable): number {
  const means = Array.from({ length: table.runs }, (_, run) =>
    meanOf(
      Array.from({ length: table.questions }, (__, at) => table.scores[at * table.runs + run] ?? 0).filter(
        (score) => !Number.isNaN(score),
      ),
    ),
  );
  const [within, between, squares]: [number[], number[], number[]] = [[], [], []];
  for (let question = 0; question < table.questions; question++) {
    const residuals = residualsOf(table, question, means);
    if (residuals.length < 2) continue;
    squares.push(...residuals.map(([, residual]) => residual ** 2));
    for (const [index, [family, residual]] of residuals.entries())
      for (const [otherFamily, other] of residuals.slice(0, index))
        (family === otherFamily ? within : between).push(residual * other);
  }
  if (within.length === 0 || between.length === 0) return 0;
  return Math.min(1, Math.max(0, (meanOf(within) - meanOf(between)) / meanOf(squares)));
}
