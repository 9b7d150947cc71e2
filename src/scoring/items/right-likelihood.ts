import type { ItemFit } from "./item-fit.ts";

/**
 * The number of nodes over the prior of the intercepts (from −3 to 3 standard deviations), and over the prior of the
 * discriminations (from −2 to 2).
 */
const INTERCEPTS = 13;
const DISCRIMINATIONS = 5;

/**
 * The likelihood that the runs that chose an option are right and all other runs are wrong, with the question's
 * parameters integrated over their prior. Runs without a choice are left out.
 * @returns a function that computes the logarithm of the likelihood from each run's choice (0 for none), the option,
 *   and each run's weight
 */
export function rightLikelihoods({
  abilities,
  prior,
}: Pick<ItemFit, "abilities" | "prior">): (choices: Uint8Array, option: number, weights: Float64Array) => number {
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
  const sums = new Float64Array(nodes.length);
  return (choices, option, weights) => {
    let most = Number.NEGATIVE_INFINITY;
    for (let node = 0, at = 0; node < nodes.length; node++) {
      let sum = nodes[node]?.logWeight ?? 0;
      for (let run = 0; run < runs; run++, at++) {
        const choice = choices[run] as number;
        if (choice === 0) continue;
        // ln(1 − p) = ln p − logit.
        const right = logRight[at] as number;
        sum += (weights[run] as number) * (choice === option ? right : right - (logOdds[at] as number));
      }
      sums[node] = sum;
      if (sum > most) most = sum;
    }
    let total = 0;
    for (const sum of sums) total += Math.exp(sum - most);
    return most + Math.log(total);
  };
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
