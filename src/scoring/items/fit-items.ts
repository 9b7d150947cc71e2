import { evidenceOf } from "./evidence.ts";
import { familyCorrelation, familySizes } from "./family-effect.ts";
import type { ItemFit, ItemPrior } from "./item-fit.ts";
import { runMeans, type ScoreTable } from "./item-scores.ts";

/**
 * The points (abilities with weights) from which the parameters of one question are estimated. Each run contributes the
 * same number of points, in the order of the runs.
 */
interface ItemPoints {
  readonly abilities: Float64Array;
  readonly weights: Float64Array;
}

/** The parameters a and c of a question at the mode of their posterior, and their covariance matrix at the mode. */
interface ItemMode {
  a: number;
  c: number;
  varianceA: number;
  varianceC: number;
  covariance: number;
}

/** The longest step of Newton's method. The limit keeps a first step from a distant start from overshooting. */
const LONGEST_STEP = 1.5;

/**
 * Moves `mode` towards the mode of the posterior of a and c by steps of Newton's method. There is only one mode,
 * because the logarithm of the posterior is concave.
 * @param scores the runs' scores on the question, from index `start` on; each score applies to all points of its run
 * @see F. B. Baker and S.-H. Kim (2004), "Item Response Theory", 2nd edition, chapter 7, for Bayesian modal estimates
 */
function improveMode(
  mode: ItemMode,
  { abilities, weights }: ItemPoints,
  { scores, start, runs }: { readonly scores: Float32Array; readonly start: number; readonly runs: number },
  prior: ItemPrior,
  steps: number,
): void {
  const perRun = abilities.length / runs;
  const [precisionA, precisionC] = [prior.discrimination.deviation ** -2, prior.intercept.deviation ** -2];
  for (let step = 0; step < steps; step++) {
    const { a, c } = mode;
    let gradientA = (prior.discrimination.mean - a) * precisionA;
    let gradientC = (prior.intercept.mean - c) * precisionC;
    let [aa, cc, ac] = [precisionA, precisionC, 0];
    for (let run = 0, point = 0; run < runs; run++) {
      const score = scores[start + run] as number;
      if (Number.isNaN(score)) {
        point += perRun;
        continue;
      }
      for (const end = point + perRun; point < end; point++) {
        const ability = abilities[point] as number;
        const weight = weights[point] as number;
        const p = 1 / (1 + Math.exp(-(a * ability + c)));
        const residual = weight * (score - p);
        const information = weight * p * (1 - p);
        gradientA += residual * ability;
        gradientC += residual;
        aa += information * ability * ability;
        cc += information;
        ac += information * ability;
      }
    }
    const determinant = aa * cc - ac * ac;
    const moveA = (cc * gradientA - ac * gradientC) / determinant;
    const moveC = (aa * gradientC - ac * gradientA) / determinant;
    const scale = Math.min(1, LONGEST_STEP / Math.max(1e-12, Math.abs(moveA), Math.abs(moveC)));
    mode.a = a + scale * moveA;
    mode.c = c + scale * moveC;
    mode.varianceA = cc / determinant;
    mode.varianceC = aa / determinant;
    mode.covariance = -ac / determinant;
    if (Math.abs(moveA) + Math.abs(moveC) < 1e-9) return;
  }
}

interface FitOptions {
  /** The maximum number of rounds; 60 if missing. */
  readonly rounds?: number;
  /** The fit ends when no ability changes by more than this, in standard deviations; 0.001 if missing. */
  readonly tolerance?: number;
}

/** The priors in the first round. Later rounds use estimated priors. */
const FIRST_PRIOR: ItemPrior = {
  discrimination: { mean: 1, deviation: 0.5 },
  intercept: { mean: 0, deviation: 1.5 },
};
/** The smallest standard deviation of an estimated prior. Without a minimum, it could be 0 with few runs. */
const LEAST_DEVIATION = 0.15;
/** If the standard error of any ability is larger than this, three points represent each posterior instead of one. */
const SURE = 0.06;
/** Gauss–Hermite nodes and weights of three points for a standard normal. */
const NODES = [-Math.sqrt(3), 0, Math.sqrt(3)];
const NODE_WEIGHTS = [1 / 6, 2 / 3, 1 / 6];

interface FitState {
  readonly modes: ItemMode[];
  readonly abilities: Float64Array;
  readonly errors: Float64Array;
  readonly weights: Float64Array;
  prior: ItemPrior;
}

/**
 * Fits the two-parameter logistic model by expectation–maximization. The posterior of each ability is approximated
 * by a normal distribution around its mode and represented by Gauss–Hermite points. The parameters of each question are
 * estimated at the mode of their posterior. Their normal priors are estimated from all questions (empirical Bayes).
 * Together, the runs of a family count as the family's effective number of independent runs. The same table gives the
 * same fit.
 * @see A. Birnbaum (1968), in Lord and Novick, chapter 17, for the model; R. D. Bock and M. Aitkin (1981),
 *   Psychometrika 46:443–459, for marginal maximum likelihood by EM; S. Schilling and R. D. Bock (2005), Psychometrika
 *   70:533–555, for adaptive quadrature; R. J. Mislevy (1986), Psychometrika 51:177–195, for priors of the parameters
 */
export function fitItems(table: ScoreTable, { rounds = 60, tolerance = 0.001 }: FitOptions = {}): ItemFit {
  const state = firstState(table);
  let iterations = 0;
  let move = Number.POSITIVE_INFINITY;
  while (iterations < rounds && !(move < tolerance)) {
    maximize(state, table, iterations === 0 ? 8 : 2);
    state.prior = estimatedPrior(state.modes);
    const previous = state.abilities.slice();
    for (let step = 0; step < 2; step++) improveAbilities(state, table);
    standardize(state);
    move = state.abilities.reduce((most, value, run) => Math.max(most, Math.abs(value - (previous[run] ?? 0))), 0);
    iterations += 1;
  }
  maximize(state, table, 6);
  return describeFit(state, table, iterations, move < tolerance);
}

function firstState(table: ScoreTable): FitState {
  const { questions, runs, families } = table;
  const sizes = familySizes(families);
  const correlation = familyCorrelation(table);
  const state: FitState = {
    modes: Array.from({ length: questions }, () => ({ a: 1, c: 0, varianceA: 0, varianceC: 0, covariance: 0 })),
    abilities: runMeans(table).map((mean) => Math.log((Math.max(0, mean) + 0.01) / (1.01 - Math.min(1, mean)) || 1)),
    errors: new Float64Array(runs),
    weights: Float64Array.from(families, (family) => 1 / (1 + Math.max(0, (sizes[family] ?? 1) - 1) * correlation)),
    prior: FIRST_PRIOR,
  };
  standardize(state, false);
  return state;
}

/** Improves the parameters of all questions. */
function maximize(state: FitState, { questions, runs, scores }: ScoreTable, steps: number): void {
  const points = pointsOf(state);
  for (let question = 0; question < questions; question++) {
    const row = { scores, start: question * runs, runs };
    improveMode(state.modes[question] as ItemMode, points, row, state.prior, steps);
  }
}

function pointsOf({ abilities, errors, weights }: FitState): ItemPoints {
  if (errors.every((error) => error <= SURE)) return { abilities, weights };
  const points = { abilities: new Float64Array(3 * abilities.length), weights: new Float64Array(3 * abilities.length) };
  for (let run = 0, at = 0; run < abilities.length; run++) {
    for (let node = 0; node < 3; node++, at++) {
      points.abilities[at] = (abilities[run] ?? 0) + (errors[run] ?? 0) * (NODES[node] ?? 0);
      points.weights[at] = (weights[run] ?? 0) * (NODE_WEIGHTS[node] ?? 0);
    }
  }
  return points;
}

/**
 * The estimated prior of the parameters. The variance of a parameter is the variance of its modes plus the mean of
 * their posterior variances.
 */
function estimatedPrior(modes: readonly ItemMode[]): ItemPrior {
  const moments = (valueAt: (mode: ItemMode) => number, varianceOf: (mode: ItemMode) => number) => {
    const mean = modes.reduce((sum, mode) => sum + valueAt(mode), 0) / modes.length;
    const squares = modes.reduce((sum, mode) => sum + (valueAt(mode) - mean) ** 2 + varianceOf(mode), 0);
    return { mean, deviation: Math.max(LEAST_DEVIATION, Math.sqrt(squares / modes.length)) };
  };
  return {
    discrimination: moments(
      ({ a }) => a,
      ({ varianceA }) => varianceA,
    ),
    intercept: moments(
      ({ c }) => c,
      ({ varianceC }) => varianceC,
    ),
  };
}

/** One step of Newton's method for every ability. The errors are computed from the information before the step. */
function improveAbilities({ modes, abilities, errors }: FitState, { questions, runs, scores }: ScoreTable): void {
  const gradient = abilities.map((ability) => -ability);
  const information = new Float64Array(runs).fill(1);
  for (let question = 0, at = 0; question < questions; question++) {
    const { a, c } = modes[question] as ItemMode;
    for (let run = 0; run < runs; run++, at++) {
      const score = scores[at] as number;
      if (Number.isNaN(score)) continue;
      const p = 1 / (1 + Math.exp(-(a * (abilities[run] as number) + c)));
      gradient[run] = (gradient[run] as number) + a * (score - p);
      information[run] = (information[run] as number) + a * a * p * (1 - p);
    }
  }
  for (let run = 0; run < runs; run++) {
    const move = (gradient[run] ?? 0) / (information[run] ?? 1);
    abilities[run] = (abilities[run] ?? 0) + Math.max(-1, Math.min(1, move));
    errors[run] = 1 / Math.sqrt(information[run] ?? 1);
  }
}

/**
 * Scales the abilities to mean 0 and standard deviation 1, and changes the questions' parameters so that no probability
 * changes.
 */
function standardize({ modes, abilities, errors }: FitState, withItems = true): void {
  const runs = abilities.length;
  const mean = abilities.reduce((sum, value) => sum + value, 0) / runs;
  const variance = abilities.reduce((sum, value) => sum + (value - mean) ** 2, 0) / runs;
  const deviation = variance > 1e-12 ? Math.sqrt(variance) : 1;
  for (let run = 0; run < runs; run++) {
    abilities[run] = ((abilities[run] ?? 0) - mean) / deviation;
    errors[run] = (errors[run] ?? 0) / deviation;
  }
  if (!withItems) return;
  for (const mode of modes) {
    mode.c += mode.a * mean;
    mode.a *= deviation;
  }
}

function describeFit(state: FitState, table: ScoreTable, iterations: number, converged: boolean): ItemFit {
  const { modes, abilities, errors, prior } = state;
  const isKnown = Uint8Array.from(modes, (_, question) => Number(wasAsked(table, question)));
  const column = (valueAt: (mode: ItemMode) => number): Float64Array =>
    Float64Array.from(modes, (mode, question) => (isKnown[question] === 1 ? valueAt(mode) : Number.NaN));
  return {
    evidence: evidenceOf(Array.from(table.families, (family) => ({ family }))),
    discrimination: column(({ a }) => a),
    discriminationError: column(({ varianceA }) => Math.sqrt(varianceA)),
    intercept: column(({ c }) => c),
    interceptError: column(({ varianceC }) => Math.sqrt(varianceC)),
    covariance: column(({ covariance }) => covariance),
    abilities,
    abilityErrors: errors,
    prior,
    iterations,
    converged,
  };
}

const wasAsked = ({ runs, scores }: ScoreTable, question: number): boolean =>
  scores.subarray(question * runs, (question + 1) * runs).some((score) => !Number.isNaN(score));
