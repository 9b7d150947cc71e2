import { notFound, OmnidexError, requireUpTo } from "../../domain/errors.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { estimateAbility, fisherInformation, nextQuestions } from "../../scoring/items/ability.ts";
import type { Ability } from "../../scoring/items/item-fit.ts";
import { scoreAt } from "../../scoring/metrics/run-vectors.ts";
import { type RunAggregates, referenceOf } from "../boards/run-aggregates.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import { answersHidden } from "../conditions/answers-hidden.ts";
import type { RunConditions } from "../conditions/run-conditions.ts";
import { fetchVisibleRuns } from "../memory/run-queries.ts";
import type { ItemAnalysis } from "./item-analysis.ts";
import type { SubsetServices } from "./item-subsets.ts";

const MOST_QUESTIONS = 1_000;

export interface NextRequest {
  /** The run's primary key. */
  readonly run: number;
  readonly count: number;
  readonly slice: Slice;
  readonly runs: RunConditions;
}

/** The questions that a run should be asked next. */
export interface NextChoice {
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
  requireUpTo(MOST_QUESTIONS, "count", count);
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
