import { runMeans, type ScoreTable } from "./item-scores.ts";

/**
 * The correlation of the residuals of two runs of one family, minus the correlation across families, over all
 * questions. A residual is a score minus the mean of its run, centred within each question.
 * @returns 0 to 1; 0 if no question was asked of two runs of one family, if no question was asked of runs of two
 *   families, or if the residuals do not vary
 */
export function familyCorrelation(table: ScoreTable): number {
  const { questions, runs, scores, families } = table;
  const means = runMeans(table);
  const sums = { within: 0, withinCount: 0, between: 0, betweenCount: 0, squares: 0, count: 0 };
  const sizes = familySizes(families);
  const familySums = new Float64Array(sizes.length);
  const familySquares = new Float64Array(sizes.length);
  const asked = new Float64Array(sizes.length);
  const residuals = new Float64Array(runs);
  for (let question = 0; question < questions; question++) {
    const row = scores.subarray(question * runs, (question + 1) * runs);
    const known = centre(row, means, residuals);
    if (known < 2) continue;
    familySums.fill(0);
    familySquares.fill(0);
    asked.fill(0);
    for (let run = 0; run < runs; run++) {
      const residual = residuals[run] ?? Number.NaN;
      if (Number.isNaN(residual)) continue;
      const family = families[run] ?? 0;
      familySums[family] = (familySums[family] ?? 0) + residual;
      familySquares[family] = (familySquares[family] ?? 0) + residual * residual;
      asked[family] = (asked[family] ?? 0) + 1;
    }
    addPairs(sums, familySums, familySquares, asked);
  }
  const variance = sums.squares / sums.count;
  if (sums.withinCount === 0 || sums.betweenCount === 0 || !(variance > 0)) return 0;
  const beyond = sums.within / sums.withinCount - sums.between / sums.betweenCount;
  return Math.min(1, Math.max(0, beyond / variance));
}

/**
 * Fills `residuals` with the residuals of a question's scores; `NaN` for a run that was not asked. Returns the number
 * of runs that were asked.
 */
function centre(row: Float32Array, means: Float64Array, residuals: Float64Array): number {
  let sum = 0;
  let known = 0;
  for (let run = 0; run < row.length; run++) {
    const residual = (row[run] ?? Number.NaN) - (means[run] ?? 0);
    residuals[run] = residual;
    if (Number.isNaN(residual)) continue;
    sum += residual;
    known += 1;
  }
  for (let run = 0; run < row.length; run++) residuals[run] = (residuals[run] ?? 0) - sum / known;
  return known;
}

interface PairTotals {
  within: number;
  withinCount: number;
  between: number;
  betweenCount: number;
  squares: number;
  count: number;
}

/** Adds the products of all ordered pairs of residuals r of a question. The sum of these products is (Σr)² − Σr². */
function addPairs(totals: PairTotals, sums: Float64Array, squares: Float64Array, asked: Float64Array): void {
  let all = 0;
  let allCount = 0;
  let ofFamilies = 0;
  let countOfFamilies = 0;
  for (let family = 0; family < sums.length; family++) {
    const [sum, square, count] = [sums[family] ?? 0, squares[family] ?? 0, asked[family] ?? 0];
    totals.within += sum * sum - square;
    totals.withinCount += count * (count - 1);
    totals.squares += square;
    totals.count += count;
    ofFamilies += sum * sum;
    countOfFamilies += count * count;
    all += sum;
    allCount += count;
  }
  totals.between += all * all - ofFamilies;
  totals.betweenCount += allCount * allCount - countOfFamilies;
}

/** The number of runs of each family, by the family's number. */
export function familySizes(families: Int32Array): Float64Array {
  const sizes = new Float64Array(families.reduce((most, family) => Math.max(most, family + 1), 0));
  for (const family of families) sizes[family] = (sizes[family] ?? 0) + 1;
  return sizes;
}

/**
 * The effective number of independent runs, given families of these sizes and the correlation ρ of errors within a
 * family: (Σm)² / Σ m(1 + (m − 1)ρ).
 * @see L. Kish (1965), "Survey Sampling", section 8.2, for the design effect
 */
export function effectiveRuns(sizes: Float64Array, correlation: number): number {
  let total = 0;
  let variance = 0;
  for (const size of sizes) {
    total += size;
    variance += size * (1 + Math.max(0, size - 1) * correlation);
  }
  return total === 0 ? 0 : (total * total) / variance;
}

/** Prefixes that may precede a family's name: "Meta-Llama-3" is a Llama. */
const PREFIXES = new Set(["meta", "the", "gpt4", "hf"]);

/**
 * The family that a model is counted in: its organization if it is known, and otherwise the first word of its name in
 * lower case without digits. "Qwen2.5-Omni-7B" and "qwen-vl-max" belong to `qwen`. Models of one organization share
 * data, code and teacher models, and therefore errors. A family that is too large only makes the figures more cautious.
 */
export function familyName(model: string, organization: string | null = null): string {
  const known = organization?.trim().toLowerCase() ?? "";
  if (known !== "") return known;
  const words = model.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.find((word) => !PREFIXES.has(word)) ?? model.trim().toLowerCase();
}

/** Numbers families from 0 on, in the order in which they first occur. */
export function numberFamilies(names: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  return names.map((name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}
