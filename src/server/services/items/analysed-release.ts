import { notFound } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { missingBenchmark } from "../../catalog/missing-benchmark.ts";
import { rememberedAnswer } from "../../catalog/server-memory.ts";
import { seesAnswers } from "../../data/answer-visibility.ts";
import { fetchRankedRelease } from "../../data/scoring-queries.ts";
import type { Queryable } from "../../db/database.ts";
import type { RunAggregates } from "../aggregates/run-aggregates.ts";
import { answersHidden } from "../disclosure/answers-hidden.ts";

/**
 * The current release of a benchmark whose answers the viewer may see.
 * @throws `NOT_FOUND` for an unknown benchmark or one without a release; `FORBIDDEN` if answers are hidden from the
 *   viewer
 */
export async function analysedRelease(
  database: Queryable,
  { memory }: RunAggregates,
  viewer: Viewer,
  benchmark: string,
): Promise<number> {
  const current = await rememberedAnswer(memory, ["current release", benchmark], () =>
    fetchRankedRelease(database, benchmark),
  );
  if (current === undefined) throw await missingBenchmark(database, benchmark);
  const { release, access } = current;
  if (release === null || access === null) throw notFound("release of", benchmark);
  if (!seesAnswers(viewer, { answerAccess: access, benchmark }))
    throw answersHidden("Statistics of questions are not shown");
  return release;
}
