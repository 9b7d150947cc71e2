import { badInput, notFound, OmnidexError, requireUpTo } from "../../domain/errors.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import type { ScoreEstimate } from "../../domain/representative-subset.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { estimateAbility, fisherInformation, nextQuestions } from "../../scoring/items/ability.ts";
import type { ComparisonPlan, PlanOptions } from "../../scoring/items/comparison-plan.ts";
import type { Ability } from "../../scoring/items/item-fit.ts";
import { estimateFullScore } from "../../scoring/items/subset-estimator.ts";
import { type RunVectors, scoreAt } from "../../scoring/metrics/run-vectors.ts";
import type { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { SubsetRow } from "../boards/item-subset-queries.ts";
import { type RunAggregates, type RunReference, referenceOf } from "../boards/run-aggregates.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import { answersHidden } from "../conditions/answers-hidden.ts";
import type { RunConditions } from "../conditions/run-conditions.ts";
import { fetchVisibleRuns } from "../memory/run-queries.ts";
import type { ItemAnalysis } from "./item-analysis.ts";
import { questionsHash, type SubsetServices } from "./item-subsets.ts";

/** An estimate of a run's score over all questions of a slice, with the stored subset that it comes from. */
interface SubsetEstimate extends ScoreEstimate {
  readonly row: SubsetRow;
}

/**
 * The estimate of a run's score over the slice of a stored subset. Null unless the run has predictions for exactly the
 * questions of the subset. Also null for a run that was asked without options or is not scored, and if answers are
 * hidden from the viewer.
 */
export async function scoreEstimate(
  aggregates: RunAggregates,
  reference: RunReference,
): Promise<SubsetEstimate | null> {
  const { release, openEnded, answersVisible } = reference;
  if (!answersVisible || openEnded) return null;
  const sizes = await aggregates.items.subsetSizes(release);
  if (sizes.length === 0) return null;
  const vectors = await aggregates.vectors(reference);
  if (vectors === null) return null;
  const given = [...vectors.answered.or(vectors.unparsed).or(vectors.errored).or(vectors.unscored).ordinals()];
  if (!sizes.includes(given.length)) return null;
  const row = await aggregates.items.subset({ release, hash: questionsHash(given) });
  return row && { ...estimateFullScore(row.subset, scoresOver(vectors, row.subset.questions)), row };
}

/** As in every score, an errored prediction counts as wrong, and an unscored one does not count. */
const scoresOver = (vectors: RunVectors, ordinals: readonly number[]): Float64Array =>
  Float64Array.from(ordinals, (ordinal) => (vectors.unscored.has(ordinal) ? Number.NaN : scoreAt(vectors, ordinal)));

const NEXT_QUESTIONS_MOST_QUESTIONS = 1_000;

interface NextRequest {
  /** The run's primary key. */
  readonly run: number;
  readonly count: number;
  readonly slice: Slice;
  readonly runs: RunConditions;
}

/** The questions that a run should be asked next. */
interface NextChoice {
  readonly analysis: ItemAnalysis;
  readonly release: number;
  /** Null if there are too few runs to fit the 2PL model to. */
  readonly ability: Ability | null;
  readonly questions: readonly { readonly ordinal: number; readonly information: number }[];
}

/**
 * The questions that would give the most information about a run's ability.
 * @throws `BAD_USER_INPUT` for a count out of range; `NOT_FOUND` for a run that the viewer may not see; `FORBIDDEN` if
 *   answers are hidden from the viewer; `CONFLICT` for a run that is not scored, or was asked without options
 */
export async function questionsNext(
  services: SubsetServices,
  aggregates: RunAggregates,
  viewer: Viewer,
  { run: id, count, slice, runs }: NextRequest,
): Promise<NextChoice> {
  requireUpTo(NEXT_QUESTIONS_MOST_QUESTIONS, "count", count);
  const [run] = await fetchVisibleRuns(services.database, viewer, [id]);
  if (run === undefined) throw notFound("run", encodeNodeId("Run", id));
  if (!seesAnswers(viewer, run)) throw answersHidden("The questions that a run has right are not shown");
  const reference = referenceOf(viewer, run);
  const vectors = await aggregates.vectors(reference);
  if (vectors === null || run.openEnded)
    throw new OmnidexError("CONFLICT", "The run must be scored, and asked with options, before questions are chosen.");
  const { release } = run;
  const analysis = await services.items.of(services, aggregates, viewer, { release, runs, inputs: "FULLEST" });
  if (!analysis.suffices("fit")) return { analysis, release, ability: null, questions: [] };
  const fit = await analysis.fit();
  const given = [...vectors.answered.or(vectors.unparsed).or(vectors.errored).or(vectors.unscored).ordinals()];
  const scored = given.filter((ordinal) => !vectors.unscored.has(ordinal));
  const scores = scored.map((ordinal) => scoreAt(vectors, ordinal));
  const ability = estimateAbility(fit, scored, scores);
  const { ordinals } = await aggregates.slice(release, slice);
  const questions = nextQuestions(fit, ability.value, given, count, ordinals).map((ordinal) => ({
    ordinal,
    information: fisherInformation(fit, ordinal, ability.value),
  }));
  return { analysis, release, ability, questions };
}

const BYTES_OF_PLAN = 500;

/**
 * With five videos, the smallest p-value of a two-sided sign test is 2⁻⁴, so the test cannot be significant at 5 %. The
 * p-values of `compareRuns` have the same lower bound.
 */
const FEWEST_VIDEOS = 6;

/** GraphQL's Int. */
const PLAN_COMPARISON_MOST_QUESTIONS = 2 ** 31 - 1;

/**
 * The plan of a comparison over a slice; null if there are too few runs for it.
 * @throws `BAD_USER_INPUT` if difference, power or level is out of range, if the slice has fewer than 6 videos, if in
 *   most pairs of runs the difference is the same on every question, or if more questions are needed than an `Int` of
 *   GraphQL can hold
 */
export async function plannedComparison(
  analysis: ItemAnalysis,
  slice: SliceQuestions,
  options: Required<PlanOptions>,
): Promise<ComparisonPlan | null> {
  const { difference, power, level } = options;
  if (!(difference > 0 && difference <= 1))
    throw badInput(`'difference' must be above 0, at most 1; got ${difference}. 0.02 is two points.`);
  requireShare("power", power);
  requireShare("level", level);
  if (power <= level / 2) throw badInput(`'power' must be above half of 'level', ${level / 2}; got ${power}.`);
  if (slice.count === 0) throw badInput("'filter' matches no question of the current release.");
  if (!analysis.suffices("plan")) return null;
  if (slice.videos < FEWEST_VIDEOS)
    throw badInput(
      `A plan needs questions of at least ${FEWEST_VIDEOS} videos; the questions that 'filter' matches are of ${slice.videos}.`,
    );
  const plan = await analysis.stage({
    kind: "plan",
    name: `${questionsHash([...slice.ordinals])}:${difference}:${power}:${level}`,
    input: () => ({ matrix: analysis.matrix, slice: Int32Array.from(slice.ordinals), options }),
    bytes: BYTES_OF_PLAN,
  });
  return usable(plan, options);
}

function usable(plan: ComparisonPlan, { difference }: Required<PlanOptions>): ComparisonPlan {
  if (!(plan.variance > 0))
    throw badInput(
      "The variance is unknown: most pairs of runs with adjacent scores do not differ in any question of 'filter', or differ by the same in each.",
    );
  if (plan.questions > PLAN_COMPARISON_MOST_QUESTIONS) {
    const smallest = difference * Math.sqrt(plan.questions / PLAN_COMPARISON_MOST_QUESTIONS);
    throw badInput(
      `A difference of ${difference} takes more than ${PLAN_COMPARISON_MOST_QUESTIONS} questions; the smallest that can be planned is ${smallest.toPrecision(2)}.`,
    );
  }
  return plan;
}

function requireShare(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw badInput(`'${name}' must be between 0 and 1; got ${value}.`);
}
