import type { ItemFit } from "./item-fit.ts";

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
export function rightLikelihoods({
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
