import { notFound } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Figure, Withheld } from "../../scoring/items/evidence.ts";
import type { RunAggregates } from "../boards/run-aggregates.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import { answersHidden } from "../conditions/answers-hidden.ts";
import type { Queryable } from "../db/database.ts";
import type { ItemFigure, WithheldFigure } from "../generated/schema-types.ts";
import { missingBenchmark } from "../memory/missing-benchmark.ts";
import { fetchRankedRelease } from "../memory/release-queries.ts";
import { rememberedAnswer } from "../memory/server-memory.ts";

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

/** The names of the figures in the schema. */
const NAMES: Readonly<Record<Figure, ItemFigure>> = {
  share: "SHARE",
  bands: "BANDS",
  discrimination: "DISCRIMINATION",
  fit: "MODEL",
  "key-suspects": "KEY_SUSPECTS",
  health: "HEALTH",
  subset: "SUBSET",
  ability: "ABILITY",
  plan: "PLAN",
};

/** `WithheldFigure` of the schema. */
export const withheldFigures = (withheld: readonly Withheld[]): readonly WithheldFigure[] =>
  withheld.map(({ withheld: figure, has, needs }) => ({ figure: NAMES[figure], has, needs }));
