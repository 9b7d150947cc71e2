import type { Modality } from "../../../src/domain/vocabulary.ts";
import { representativeSubset } from "../../../src/scoring/items/choose-subset.ts";
import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import { pickRuns, type ScoreTable, scoreTable } from "../../../src/scoring/items/item-scores.ts";
import type { AnswerMatrix } from "../../../src/scoring/items/outcome-matrix.ts";
import { questionStatistics } from "../../../src/scoring/items/question-statistics.ts";
import { sampleIndexes, seededRandom } from "../../../src/scoring/items/seeded-random.ts";
import { familyWeights, suspectedKeys } from "../../../src/scoring/items/suspected-keys.ts";
import { findDuplicates, findHealth } from "../../../src/server/workers/item-tasks.ts";
import { correlationOf, naiveAbilities, naiveMode, rankCorrelation } from "../../../test/scoring/items/naive-fit.ts";
import { naiveStatistics } from "../../../test/scoring/items/naive-statistics.ts";
import { onFittedScale, simulateAnswers } from "../../../test/scoring/items/simulated-answers.ts";
import type { MmluAnswers } from "./mmlu-answers.ts";

/** Does some work, and prints its name with the seconds of CPU that it took. */
function timed<T>(name: string, work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  console.log(`${name}: ${((user + system) / 1e6).toFixed(2)} s of CPU`);
  return result;
}

function timeAll(name: string, matrix: AnswerMatrix): void {
  timed(`${name}, all`, () => {
    const table = timed("  score table", () => scoreTable(matrix));
    timed("  statistics", () => questionStatistics(table, matrix));
    const fit = timed("  2PL fit", () => fitItems(table));
    console.log(`  ${fit.iterations} rounds, ${fit.converged ? "converged" : "not converged"}`);
    const suspects = timed("  suspected keys", () => suspectedKeys(matrix, fit));
    const statistics = questionStatistics(table, matrix);
    timed("  health findings", () => findHealth({ ...healthInput(matrix), statistics, fit, suspects }));
    timed("  duplicates of texts", () => findDuplicates(madeUpTexts(matrix)));
    timed("  subset of 100 questions, with its errors", () => representativeSubset(table, { size: 100 }));
  });
}

/** Treats the runs as pairs: the second run of each pair stands for the first run's model when it gets only the audio. */
function healthInput(matrix: AnswerMatrix) {
  const inputs: readonly (readonly Modality[])[] = [["VIDEO", "AUDIO"], ["AUDIO"]];
  const given = matrix.runs.map((answers, run) => ({ model: run >> 1, inputs: inputs[run % 2] ?? [], answers }));
  const duplicates = { videos: [], duplicates: [], repeated: [] };
  return { matrix, given, ambiguous: [], duplicates };
}

const WORDS_OF_QUESTION = 60;
const VOCABULARY = 5_000;

/** Texts as long as a question with its options, four questions to a video. */
function madeUpTexts({ questions }: AnswerMatrix) {
  const random = seededRandom(1);
  // Squared, so that a few words are frequent, as in a language.
  const word = (): string => `w${Math.floor(VOCABULARY * random() ** 2)}`;
  const texts = Array.from({ length: questions }, () => Array.from({ length: WORDS_OF_QUESTION }, word).join(" "));
  const clusters = Int32Array.from({ length: questions }, (_, question) => question >> 2);
  const videos = Array.from({ length: Math.ceil(questions / 4) }, (_, video) => ({
    url: `https://videos.example/${video}.mp4`,
    caption: null,
    durationSeconds: null,
  }));
  return { texts, clusters, videos };
}

export function printTimes({ matrix }: MmluAnswers): void {
  timeAll(`\n${matrix.runs.length} runs x ${matrix.questions} questions`, matrix);
}

export function printLargeTimes(): void {
  const { matrix } = simulateAnswers({ questions: 5_000, runs: 1_000, runsPerFamily: 10 }, 1);
  timeAll("\n1,000 runs x 5,000 simulated questions", matrix);
}

/** The largest difference between the results of two implementations, over every 200th question and all runs. */
export function printEquality({ matrix }: MmluAnswers): void {
  const table = scoreTable(matrix);
  const [statistics, fit, weights] = [questionStatistics(table, matrix), fitItems(table), familyWeights(matrix)];
  let [classical, parameters, abilities] = [0, 0, 0];
  for (let question = 0; question < matrix.questions; question += 200) {
    const naive = naiveStatistics(matrix, question);
    for (const name of ["share", "itemRest", "unparsed", "agreement"] as const) {
      const difference = Math.abs((statistics[name][question] ?? 0) - naive[name]);
      if (!Number.isNaN(naive[name])) classical = Math.max(classical, difference);
    }
    const [a, c] = naiveMode(fit, table, weights, question);
    parameters = Math.max(parameters, Math.abs(a - (fit.discrimination[question] ?? 0)));
    parameters = Math.max(parameters, Math.abs(c - (fit.intercept[question] ?? 0)));
  }
  for (const [run, ability] of naiveAbilities(fit, table).entries())
    abilities = Math.max(abilities, Math.abs(ability - (fit.abilities[run] ?? 0)));
  console.log("\nLargest difference from the second implementation:");
  console.log(
    `statistics ${classical.toExponential(1)}, a and c ${parameters.toExponential(1)}, θ ${abilities.toExponential(1)}`,
  );
}

/** How well the parameters of simulated data are recovered, compared with what the prior alone would give. */
export function printRecovery(): void {
  console.log(
    "\n| runs | r(a) | r(c) | r(θ) | RMSE of a | of the prior's mean |\n| ---: | ---: | ---: | ---: | ---: | ---: |",
  );
  for (const runs of [200, 30]) {
    const truth = simulateAnswers({ questions: 1_000, runs, runsPerFamily: 1, familySpread: 0 }, 11);
    const fit = fitItems(scoreTable(truth.matrix));
    const [expectedA, expectedC] = onFittedScale(truth);
    const rmse = (valueAt: (at: number) => number): string =>
      Math.sqrt(expectedA.reduce((sum, a, at) => sum + (a - valueAt(at)) ** 2, 0) / expectedA.length).toFixed(3);
    const correlations = [
      correlationOf(fit.discrimination, expectedA),
      correlationOf(fit.intercept, expectedC),
      correlationOf(fit.abilities, truth.abilities),
    ].map((value) => value.toFixed(3));
    const meanA = expectedA.reduce((sum, a) => sum + a, 0) / expectedA.length;
    console.log(
      `| ${runs} | ${correlations.join(" | ")} | ${rmse((at) => fit.discrimination[at] ?? 0)} | ${rmse(() => meanA)} |`,
    );
  }
}

/** The rank correlation between the statistics of the questions in two random halves of the runs. */
export function printStability({ matrix }: MmluAnswers): void {
  const table = scoreTable(matrix);
  console.log(
    "\n| halves | share right | difficulty b | discrimination a | item-rest |\n| ---: | ---: | ---: | ---: | ---: |",
  );
  for (const seed of [1, 2, 3]) {
    const order = Array.from(sampleIndexes(table.runs, table.runs, seededRandom(seed)));
    const halves = [order.slice(0, table.runs >> 1), order.slice(table.runs >> 1)].map((runs) =>
      describeHalf(table, matrix, runs),
    );
    const [one, other] = halves;
    if (one === undefined || other === undefined) continue;
    const cells = one.map((column, at) => rankCorrelation(column, other[at] ?? []).toFixed(3));
    console.log(`| ${seed} | ${cells.join(" | ")} |`);
  }
}

function describeHalf(table: ScoreTable, matrix: AnswerMatrix, runs: readonly number[]): Float64Array[] {
  const half = pickRuns(table, runs);
  const some = { ...matrix, runs: runs.flatMap((run) => matrix.runs[run] ?? []) };
  const [statistics, fit] = [questionStatistics(half, some), fitItems(half)];
  const difficulty = fit.intercept.map((c) => -c);
  return [statistics.share, difficulty, fit.discrimination, statistics.itemRest];
}
