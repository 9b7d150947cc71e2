import { type ReferenceKind, referenceKind } from "../../domain/reference-kind.ts";
import type { Queryable } from "../db/database.ts";
import { rememberedAnswer } from "../memory/server-memory.ts";
import { currentRelease, type LeaderboardRequest, partOf } from "./leaderboard.ts";
import { type ConditionalFigure, fetchConditionalFigures } from "./published-figure-queries.ts";
import type { RunAggregates } from "./run-aggregates.ts";

/** A printed figure that is shown beside a leaderboard without a rank. */
export interface ReferenceFigure extends Omit<ConditionalFigure, "condition"> {
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
