import { badInput } from "../../domain/errors.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { type Dimension, type ReferenceKind, referenceKind } from "../../domain/vocabulary.ts";
import { uniquelyRight } from "../../scoring/metrics/slice-comparison.ts";
import type { Queryable } from "../db/database.ts";
import { rememberedAnswer } from "../memory/server-memory.ts";
import {
  adjustedTogether,
  comparableOf,
  comparePair,
  type RunComparison,
  requireComparable,
  requireVectors,
} from "./compare-runs.ts";
import { currentRelease, type LeaderboardRequest, partOf } from "./leaderboard.ts";
import { type ConditionalFigure, fetchConditionalFigures } from "./published-figure-queries.ts";
import type { RunAggregates } from "./run-aggregates.ts";

/** The questions that only one of several runs has right. */
export interface UniquelyRight {
  readonly run: number;
  readonly release: number;
  readonly ordinals: readonly number[];
}

/** Several runs, each compared with one reference. */
export interface ReferenceComparison {
  readonly reference: number;
  /** `a` is the run, `b` the reference. */
  readonly comparisons: readonly RunComparison[];
  /** The reference is listed first. */
  readonly uniquelyRight: readonly UniquelyRight[];
}

const MOST_RUNS = 9;

/**
 * Compares runs with a reference over a slice of their release, with intervals and p-values that are corrected together.
 * @throws `BAD_USER_INPUT` for no run, more than nine runs, or a run that is named twice; also the errors of
 *   `compareRuns`
 */
export async function compareWithReference(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  { reference, runs }: { readonly reference: number; readonly runs: readonly number[] },
  slice: Slice,
  by: readonly Dimension[],
): Promise<ReferenceComparison> {
  if (runs.length === 0 || runs.length > MOST_RUNS)
    throw badInput(`'runs' must name 1 to ${MOST_RUNS} runs; got ${runs.length}.`);
  if (new Set([reference, ...runs]).size <= runs.length)
    throw badInput("'runs' must name each run once, and not the reference.");
  const [first, ...others] = (await requireComparable(database, viewer, [reference, ...runs])).map((run) =>
    comparableOf(viewer, run),
  );
  if (first === undefined) throw badInput("There must be a reference.");
  const [questions, vectors, compared] = await Promise.all([
    aggregates.slice(first.release, slice),
    Promise.all([first, ...others].map((run) => requireVectors(aggregates, run))),
    Promise.all(others.map((run) => comparePair(aggregates, [run, first], slice, by))),
  ]);
  const unique = uniquelyRight(vectors, questions);
  return {
    reference,
    comparisons: adjustedTogether(compared),
    uniquelyRight: [first, ...others].map(({ run, release }, place) => ({
      run,
      release,
      ordinals: unique[place] ?? [],
    })),
  };
}

/** A printed figure that is shown beside a leaderboard without a rank. */
interface ReferenceFigure extends Omit<ConditionalFigure, "condition"> {
  readonly kind: ReferenceKind;
  /** 0 to 1. */
  readonly value: number;
}

/** The figures of people, judges, single modalities and other prompts over the slice of a leaderboard. */
export async function referenceFigures(
  database: Queryable,
  aggregates: RunAggregates,
  { benchmark, slice, published, runs }: LeaderboardRequest,
): Promise<readonly ReferenceFigure[]> {
  // All of them answered questions with options.
  if (!published || runs.openEnded === true) return [];
  const { release } = await currentRelease(database, aggregates, benchmark);
  const part = await partOf(database, aggregates, { benchmark, slice, published, release });
  if (part === null) return [];
  const figures = await rememberedAnswer(aggregates.memory, ["conditional figures", benchmark, part], () =>
    fetchConditionalFigures(database, benchmark, part),
  );
  return figures.flatMap(({ condition, value, ...figure }) => {
    const kind = referenceKind(condition);
    // Removes the rounding error of dividing 47.7 by 100.
    return kind === null ? [] : [{ ...figure, kind, value: Number((value / 100).toPrecision(12)) }];
  });
}
