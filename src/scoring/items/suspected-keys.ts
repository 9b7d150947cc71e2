import { logGamma } from "../metrics/distributions.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import { familyCorrelation, familySizes } from "./family-effect.ts";
import type { ItemFit } from "./item-fit.ts";
import { scoreTable } from "./item-scores.ts";
import type { KeySuspect } from "./key-suspect.ts";
import { type AnswerMatrix, hasBit } from "./outcome-matrix.ts";

/**
 * The number of nodes over the prior of the intercepts (from −3 to 3 standard deviations), and over the prior of the
 * discriminations (from −2 to 2).
 */
const INTERCEPTS = 13;
const DISCRIMINATIONS = 5;

/**
 * For each option of a question, the likelihood that the runs that chose it are right and all other runs are wrong, with
 * the question's parameters integrated over their prior. Runs without a choice are left out.
 * @returns a function that computes the logarithms of the likelihoods, by option, from each run's choice (0 for none),
 *   one more than the number of options, and each run's weight; index 0 is not used
 */
function rightLikelihoods({
  abilities,
  prior,
}: Pick<ItemFit, "abilities" | "prior">): (choices: Uint8Array, width: number, weights: Float64Array) => Float64Array {
  const runs = abilities.length;
  const nodes = priorNodes(prior);
  const logRight = new Float64Array(nodes.length * runs);
  const logOdds = new Float64Array(nodes.length * runs);
  for (const [node, { a, c }] of nodes.entries()) {
    for (let run = 0; run < runs; run++) {
      const logit = a * (abilities[run] ?? 0) + c;
      logOdds[node * runs + run] = logit;
      logRight[node * runs + run] = -Math.log1p(Math.exp(-logit));
    }
  }
  return (choices, width, weights) => {
    // By option, then by node.
    const sums = new Float64Array(width * nodes.length);
    for (let node = 0, at = 0; node < nodes.length; node++) {
      // As if all runs were wrong: ln(1 − p) = ln p − logit. The runs that chose an option then get their logits back.
      let wrong = nodes[node]?.logWeight ?? 0;
      for (let run = 0; run < runs; run++, at++) {
        const choice = choices[run] as number;
        if (choice === 0) continue;
        const weight = weights[run] as number;
        const odds = logOdds[at] as number;
        wrong += weight * ((logRight[at] as number) - odds);
        const place = choice * nodes.length + node;
        sums[place] = (sums[place] as number) + weight * odds;
      }
      for (let place = nodes.length + node; place < sums.length; place += nodes.length)
        sums[place] = (sums[place] as number) + wrong;
    }
    return Float64Array.from({ length: width }, (_, option) =>
      logOfSum(sums.subarray(option * nodes.length, (option + 1) * nodes.length)),
    );
  };
}

/** The logarithm of the sum of numbers that are given by their logarithms. */
function logOfSum(logarithms: Float64Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const each of logarithms) most = Math.max(most, each);
  let total = 0;
  for (const each of logarithms) total += Math.exp(each - most);
  return most + Math.log(total);
}

interface PriorNode {
  readonly a: number;
  readonly c: number;
  readonly logWeight: number;
}

/**
 * A grid over both priors with normal weights. The discrimination is at least 0, because abler runs do not choose the
 * right option less often.
 */
function priorNodes({ discrimination, intercept }: ItemFit["prior"]): PriorNode[] {
  const along = (count: number, reach: number): number[] =>
    Array.from({ length: count }, (_, index) => reach * ((2 * index) / (count - 1) - 1));
  const nodes = along(DISCRIMINATIONS, 2).flatMap((x) =>
    along(INTERCEPTS, 3).map((z) => ({
      a: Math.max(0, discrimination.mean + x * discrimination.deviation),
      c: intercept.mean + z * intercept.deviation,
      logWeight: -(x * x + z * z) / 2,
    })),
  );
  const total = Math.log(nodes.reduce((sum, { logWeight }) => sum + Math.exp(logWeight), 0));
  return nodes.map((node) => ({ ...node, logWeight: node.logWeight - total }));
}

interface SuspectOptions {
  /** The share of wrong keys that is assumed before any answer is seen; 0.02 if missing. */
  readonly prior?: number;
  /** The Dirichlet parameter of the wrong options. The smaller, the more the wrong answers concentrate on one. */
  readonly attraction?: number;
}

/**
 * The default of `attraction`: the value that worked best on one set of flipped keys. The other sets were not used to
 * choose it (`docs/item-analysis.md`).
 */
const ATTRACTION = 0.5;
/**
 * The default of `prior`. It is not estimated from the answers, because misconceptions that models share look like
 * wrong keys.
 */
const PRIOR = 0.02;

/** The logarithms of the likelihoods of "this option is right", by option from 1 on; index 0 is not used. */
type OptionLikelihoods = Float64Array;

/**
 * All questions with a key and choices, the strongest evidence against the key first. For each option, the likelihood
 * of all choices is computed under the hypothesis that the option is right. The runs that chose the option are then
 * right, with the probability that the 2PL model gives for their abilities. The question's parameters are
 * integrated over their prior. The other choices are spread over the other options by a Dirichlet-multinomial
 * distribution. Able runs that agree on an option are therefore strong evidence for it, and weak runs that share a
 * distractor are hardly any evidence. Together, the runs of a family count as the family's effective number of
 * independent runs.
 * @param fit the fit of the same runs
 * @see A. P. Dawid and A. M. Skene (1979), Applied Statistics 28:20–28, for the likelihood of each answer being right;
 *   R. D. Bock (1972), Psychometrika 37:29–51, for options as responses; F. Mosteller and D. L. Wallace (1964) for
 *   Dirichlet-multinomial likelihood ratios
 */
export function suspectedKeys(matrix: AnswerMatrix, fit: ItemFit, options: SuspectOptions = {}): KeySuspect[] {
  const weights = familyWeights(matrix);
  const nodes = rightLikelihoods(fit);
  const questions = Array.from({ length: matrix.questions }, (_, question) => question).filter(
    (question) => (matrix.key[question] ?? 0) > 0 && (matrix.options[question] ?? 0) > 1,
  );
  const likelihoods = questions.map((question) =>
    optionLikelihoods(matrix, question, weights, nodes, options.attraction ?? ATTRACTION),
  );
  const prior = options.prior ?? PRIOR;
  return questions
    .map((question, index) => describe(matrix, question, likelihoods[index] as OptionLikelihoods, prior))
    .sort((a, b) => b.evidence - a.evidence || a.question - b.question);
}

/** The weight of each run: 1 / (1 + (m − 1)ρ) in a family of m runs. */
export function familyWeights(matrix: AnswerMatrix): Float64Array {
  const table = scoreTable(matrix);
  const sizes = familySizes(table.families);
  const correlation = familyCorrelation(table);
  return Float64Array.from(table.families, (family) => 1 / (1 + ((sizes[family] ?? 1) - 1) * correlation));
}

function optionLikelihoods(
  { runs, options }: AnswerMatrix,
  question: number,
  weights: Float64Array,
  rightLikelihood: ReturnType<typeof rightLikelihoods>,
  attraction: number,
): OptionLikelihoods {
  const width = (options[question] ?? 0) + 1;
  const counts = new Float64Array(width);
  const choices = new Uint8Array(runs.length);
  for (const [run, { choices: chosen, asked }] of runs.entries()) {
    const choice = chosen?.[question] ?? 0;
    if (choice === 0 || choice >= width || !hasBit(asked, question)) continue;
    choices[run] = choice;
    counts[choice] = (counts[choice] ?? 0) + (weights[run] ?? 0);
  }
  return rightLikelihood(choices, width, weights).map((likelihood, option) =>
    option === 0 ? 0 : likelihood + spreadLikelihood(counts, option, attraction),
  );
}

/** The log of the Dirichlet-multinomial likelihood of the choices of wrong options, if the option `right` is right. */
function spreadLikelihood(counts: Float64Array, right: number, attraction: number): number {
  const wrong = counts.length - 2;
  if (wrong < 1) return 0;
  let total = 0;
  let sum = 0;
  for (let option = 1; option < counts.length; option++) {
    const count = counts[option] ?? 0;
    if (option === right || count === 0) continue;
    total += count;
    sum += logGamma(attraction + count) - logGamma(attraction);
  }
  return sum + logGamma(wrong * attraction) - logGamma(wrong * attraction + total);
}

function probabilityOfError(likelihoods: OptionLikelihoods, key: number, prior: number): number {
  const others = likelihoods.length - 2;
  const own = likelihoods[key] ?? 0;
  let ratio = 0;
  for (let option = 1; option < likelihoods.length; option++)
    if (option !== key) ratio += Math.exp(Math.min(600, (likelihoods[option] ?? 0) - own)) / others;
  const odds = (ratio * prior) / (1 - prior);
  return odds / (1 + odds);
}

function describe(
  { runs, key, options }: AnswerMatrix,
  question: number,
  likelihoods: OptionLikelihoods,
  prior: number,
): KeySuspect {
  const own = key[question] ?? 0;
  let proposed = 0;
  for (let option = 1; option < likelihoods.length; option++) {
    const best = proposed === 0 ? Number.NEGATIVE_INFINITY : (likelihoods[proposed] ?? 0);
    if (option !== own && (likelihoods[option] ?? 0) > best) proposed = option;
  }
  const choosing = (holds: (choice: number) => boolean): Evidence =>
    evidenceOf(runs.filter(({ choices, asked }) => holds(choices?.[question] ?? 0) && hasBit(asked, question)));
  return {
    question,
    key: own,
    proposed,
    evidence: (likelihoods[proposed] ?? 0) - (likelihoods[own] ?? 0),
    probability: probabilityOfError(likelihoods, own, prior),
    proposedBy: choosing((choice) => choice === proposed),
    keyChosenBy: choosing((choice) => choice === own),
    answeredBy: choosing((choice) => choice > 0 && choice <= (options[question] ?? 0)),
  };
}
