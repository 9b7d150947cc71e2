import { wilsonInterval } from "../metrics/score-interval.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { effectiveRuns, familyCorrelation, familySizes } from "./family-effect.ts";
import { runMeans, type ScoreTable } from "./item-scores.ts";
import { type AnswerMatrix, hasBit } from "./outcome-matrix.ts";

/** The number of ability bands. Each has a third of the runs, by mean score: the weakest, the middle, the ablest. */
export const BANDS = 3;

/** The statistics of every question, by ordinal. An undefined figure is `NaN`. */
export interface QuestionStatistics {
  readonly evidence: Evidence;
  /** The correlation of the errors of two runs of one family, minus the correlation across families. */
  readonly familyCorrelation: number;
  /** The band of each run: 0 is the weakest third. */
  readonly bandOf: Uint8Array;
  /** The number of runs that were asked the question. */
  readonly asked: Uint32Array;
  /** The number of families of the runs that were asked the question. */
  readonly families: Uint32Array;
  /** The mean score, 0 to 1: the question's easiness, which classical test theory calls its difficulty p. */
  readonly share: Float64Array;
  /** The 95 % interval of the share, with runs of a family counted by their effective number. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** The share of right answers in each band: `shareByBand[question * BANDS + band]`. */
  readonly shareByBand: Float64Array;
  /**
   * The correlation of the score with the run's mean over all other questions, −1 to 1. `NaN` if all runs have the same
   * score on the question, or the same mean over the others.
   */
  readonly itemRest: Float64Array;
  /** The share of the asked runs whose response holds no readable answer. */
  readonly unparsed: Float64Array;
  /** The probability that two runs of different families chose the same option; `NaN` without two such choices. */
  readonly agreement: Float64Array;
}

/**
 * Classical statistics of each question.
 * @param table the scores of all runs of the matrix
 * @see F. M. Lord and M. R. Novick (1968), "Statistical Theories of Mental Test Scores", chapter 15, for p and the
 *   item-rest correlation; E. B. Wilson (1927), JASA 22:209–212, for the interval
 */
export function questionStatistics(table: ScoreTable, matrix: AnswerMatrix): QuestionStatistics {
  const { questions } = table;
  const means = runMeans(table);
  const bandOf = bandsOf(means);
  const correlation = familyCorrelation(table);
  const columns = {
    asked: new Uint32Array(questions),
    families: new Uint32Array(questions),
    share: new Float64Array(questions),
    lower: new Float64Array(questions),
    upper: new Float64Array(questions),
    shareByBand: new Float64Array(questions * BANDS),
  };
  for (let question = 0; question < questions; question++)
    describeShares(table, question, bandOf, correlation, columns);
  return {
    evidence: evidenceOf(matrix.runs),
    familyCorrelation: correlation,
    bandOf,
    ...columns,
    itemRest: itemRestCorrelations(table),
    unparsed: unparsedShares(matrix, columns.asked),
    agreement: agreements(matrix),
  };
}

/** Divides the runs into thirds by their mean score. Runs with equal means keep the order of the table. */
function bandsOf(means: Float64Array): Uint8Array {
  const order = Array.from(means.keys()).sort((a, b) => (means[a] ?? 0) - (means[b] ?? 0));
  const bands = new Uint8Array(means.length);
  for (const [rank, run] of order.entries()) bands[run] = Math.floor((rank * BANDS) / means.length);
  return bands;
}

type ShareColumns = Pick<QuestionStatistics, "asked" | "families" | "share" | "lower" | "upper" | "shareByBand">;

function describeShares(
  { runs, scores, families }: ScoreTable,
  question: number,
  bandOf: Uint8Array,
  correlation: number,
  columns: ShareColumns,
): void {
  const sums = new Float64Array(BANDS);
  const counts = new Float64Array(BANDS);
  const asking: number[] = [];
  for (let run = 0; run < runs; run++) {
    const score = scores[question * runs + run] ?? Number.NaN;
    if (Number.isNaN(score)) continue;
    const band = bandOf[run] ?? 0;
    sums[band] = (sums[band] ?? 0) + score;
    counts[band] = (counts[band] ?? 0) + 1;
    asking.push(families[run] ?? 0);
  }
  for (let band = 0; band < BANDS; band++)
    columns.shareByBand[question * BANDS + band] = (sums[band] ?? 0) / (counts[band] ?? 0);
  const total = sums.reduce((sum, value) => sum + value, 0);
  const n = asking.length;
  const effective = effectiveRuns(familySizes(Int32Array.from(asking)), correlation);
  const interval = n === 0 ? null : wilsonInterval(total === n ? effective : (total / n) * effective, effective);
  columns.asked[question] = n;
  columns.families[question] = new Set(asking).size;
  columns.share[question] = total / n;
  columns.lower[question] = interval?.lower ?? Number.NaN;
  columns.upper[question] = interval?.upper ?? Number.NaN;
}

/**
 * The correlation of each question's score with the run's mean score over its other questions, over the runs that were
 * asked. The question itself is left out, since it correlates with itself.
 */
export function itemRestCorrelations(table: ScoreTable): Float64Array {
  const { questions, runs, scores } = table;
  const means = runMeans(table);
  const counts = askedCounts(table);
  return Float64Array.from({ length: questions }, (_, question) => {
    let [n, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
    for (let run = 0; run < runs; run++) {
      const score = scores[question * runs + run] ?? Number.NaN;
      const count = counts[run] ?? 0;
      if (Number.isNaN(score) || count < 2) continue;
      const rest = ((means[run] ?? 0) * count - score) / (count - 1);
      n += 1;
      x += score;
      y += rest;
      xx += score * score;
      yy += rest * rest;
      xy += score * rest;
    }
    const variances = (n * xx - x * x) * (n * yy - y * y);
    return variances > 1e-12 ? (n * xy - x * y) / Math.sqrt(variances) : Number.NaN;
  });
}

/** How many questions each run was asked. */
function askedCounts({ runs, scores }: ScoreTable): Float64Array {
  const counts = new Float64Array(runs);
  for (let at = 0, run = 0; at < scores.length; at++, run = run + 1 === runs ? 0 : run + 1)
    if (!Number.isNaN(scores[at] ?? Number.NaN)) counts[run] = (counts[run] ?? 0) + 1;
  return counts;
}

function unparsedShares({ questions, runs }: AnswerMatrix, asked: Uint32Array): Float64Array {
  const counts = new Float64Array(questions);
  for (const run of runs)
    for (let question = 0; question < questions; question++)
      if (hasBit(run.unparsed, question) && hasBit(run.asked, question)) counts[question] = (counts[question] ?? 0) + 1;
  return counts.map((count, question) => count / (asked[question] ?? 0));
}

/** For each question, the share of pairs of choices that agree, over all pairs of runs of different families. */
function agreements({ questions, runs, options }: AnswerMatrix): Float64Array {
  const families = 1 + runs.reduce((most, { family }) => Math.max(most, family), 0);
  const all = new Float64Array(256);
  const ofFamily = new Float64Array(256 * families);
  return Float64Array.from({ length: questions }, (_, question) => {
    const width = (options[question] ?? 0) + 1;
    all.fill(0);
    ofFamily.fill(0, 0, width * families);
    for (const { choices, family } of runs) {
      const choice = choices?.[question] ?? 0;
      if (choice === 0 || choice >= width) continue;
      all[choice] = (all[choice] ?? 0) + 1;
      ofFamily[family * width + choice] = (ofFamily[family * width + choice] ?? 0) + 1;
    }
    return agreementOf(all.subarray(0, width), ofFamily.subarray(0, width * families));
  });
}

function agreementOf(all: Float64Array, ofFamily: Float64Array): number {
  const width = all.length;
  let [total, same, withinSame, within] = [0, 0, 0, 0];
  for (const count of all) {
    total += count;
    same += count * count;
  }
  for (let start = 0; start < ofFamily.length; start += width) {
    let size = 0;
    for (let choice = 0; choice < width; choice++) {
      const count = ofFamily[start + choice] ?? 0;
      size += count;
      withinSame += count * count;
    }
    within += size * size;
  }
  return (same - withinSame) / (total * total - within);
}
