import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import { scoreTable } from "../../../src/scoring/items/item-scores.ts";
import type { AnswerMatrix } from "../../../src/scoring/items/outcome-matrix.ts";
import { suspectedKeys } from "../../../src/scoring/items/suspected-keys.ts";
import { flipKeys, type MmluAnswers } from "./mmlu-answers.ts";

const FLIPPED = 0.02;
const REVIEWS = [0.01, 0.05, 0.1];

/** How well a ranking of all questions finds the flipped ones. */
export interface Detection {
  /** The shares found at a review of 1, 5 and 10 % of all questions. */
  readonly found: readonly number[];
  readonly auc: number;
}

export function detectionOf(ranking: readonly number[], flipped: ReadonlySet<number>): Detection {
  const ranks = ranking.flatMap((question, index) => (flipped.has(question) ? [index + 1] : []));
  const sum = ranks.reduce((total, rank) => total + rank, 0);
  const [n, others] = [ranks.length, ranking.length - ranks.length];
  return {
    found: REVIEWS.map((review) => ranks.filter((rank) => rank <= Math.round(review * ranking.length)).length / n),
    auc: 1 - (sum - (n * (n + 1)) / 2) / (n * others),
  };
}

/**
 * Ranks questions by a vote in which each run has one vote: the votes of the most chosen wrong option minus the votes
 * of the option in the answer key, the largest difference first.
 */
export function voteRanking({ runs, key, options, questions }: AnswerMatrix): number[] {
  const lead = Float64Array.from({ length: questions }, (_, question) => {
    const votes = new Float64Array((options[question] ?? 0) + 1);
    for (const { choices } of runs) {
      const choice = choices?.[question] ?? 0;
      votes[choice] = (votes[choice] ?? 0) + 1;
    }
    const right = key[question] ?? 0;
    const others = votes.map((count, option) => (option === 0 || option === right ? 0 : count));
    return others.reduce((most, count) => Math.max(most, count), 0) - (votes[right] ?? 0);
  });
  return Array.from(lead.keys()).sort((a, b) => (lead[b] ?? 0) - (lead[a] ?? 0) || a - b);
}

/** The ranking by likelihood ratios, fitted under the answer key of the matrix. */
export const suspectRanking = (matrix: AnswerMatrix): number[] =>
  suspectedKeys(matrix, fitItems(scoreTable(matrix))).map(({ question }) => question);

const percent = (share: number): string => (100 * share).toFixed(1);

export function printKeyErrors({ matrix }: MmluAnswers): void {
  console.log("\n2 % of the keys flipped: % found at a review of 1, 5, 10 % of all questions, and AUC");
  console.log("\n| seed | likelihood ratio | AUC | simple vote | AUC |\n| ---: | ---: | ---: | ---: | ---: |");
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const { matrix: changed, flipped } = flipKeys(matrix, FLIPPED, seed);
    const [ours, vote] = [suspectRanking(changed), voteRanking(changed)].map((ranking) =>
      detectionOf(ranking, flipped),
    );
    const cells = [ours, vote].map((of) => `${of?.found.map(percent).join(", ")} | ${of?.auc.toFixed(3)}`);
    console.log(`| ${seed} | ${cells.join(" | ")} |`);
  }
}

/**
 * Compares the ranking by likelihood ratios with a ranking that was rejected, in which each run that chose the key lowers
 * the evidence.
 */
export function printOtherRanking({ matrix }: MmluAnswers): void {
  console.log("\nLess evidence for each run that chose the key: % found at a review of 1, 5, 10 %, and AUC");
  console.log("\n| seed | likelihood ratio | AUC | less 0.5 a run | AUC |\n| ---: | ---: | ---: | ---: | ---: |");
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const { matrix: changed, flipped } = flipKeys(matrix, FLIPPED, seed);
    const suspects = suspectedKeys(changed, fitItems(scoreTable(changed)));
    const less = suspects.toSorted(
      (a, b) => b.evidence - 0.5 * b.keyChosenBy.runs - (a.evidence - 0.5 * a.keyChosenBy.runs),
    );
    const cells = [suspects, less].map((ranking) => {
      const { found, auc } = detectionOf(
        ranking.map(({ question }) => question),
        flipped,
      );
      return `${found.map(percent).join(", ")} | ${auc.toFixed(3)}`;
    });
    console.log(`| ${seed} | ${cells.join(" | ")} |`);
  }
}

export function printNaturalSuspects({ matrix, ids, categories }: MmluAnswers): void {
  const suspects = suspectedKeys(matrix, fitItems(scoreTable(matrix)));
  const likely = suspects.filter(({ probability }) => probability >= 0.5).length;
  console.log(`\nKeys as published: ${likely} questions suspected with a probability of at least 1/2; the first 20:`);
  console.log(
    "\n| id | category | key (runs) | proposed (runs, families) | ln LR |\n| ---: | --- | --- | --- | ---: |",
  );
  for (const { question, key, proposed, evidence, proposedBy, keyChosenBy } of suspects.slice(0, 20)) {
    const letter = (option: number): string => String.fromCharCode(64 + option);
    console.log(
      `| ${ids[question]} | ${categories[question]} | ${letter(key)} (${keyChosenBy.runs}) | ${letter(proposed)} ` +
        `(${proposedBy.runs}, ${proposedBy.families}) | ${evidence.toFixed(1)} |`,
    );
  }
}
