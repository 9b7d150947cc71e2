import type { Viewer } from "../../../domain/viewer.ts";
import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import { requireMaintainer } from "../../access/maintainers.ts";
import type { RunAggregates } from "../../boards/run-aggregates.ts";
import type { Database, Queryable } from "../../db/database.ts";
import type { RunServices } from "../submission/run-services.ts";
import { correctInTransaction } from "./correct-in-transaction.ts";
import { type AnswerCorrectionInput, checkCorrectionInput } from "./read-corrections.ts";
import type { RescoringReport } from "./rescore-affected.ts";
import { isMoved, meanScore, meansBoard, type Standing, standingsAfter } from "./standings.ts";

/** `PreviewCorrectionsInput` of the schema. */
export interface PreviewCorrectionsInput {
  readonly benchmark: string;
  readonly corrections: readonly AnswerCorrectionInput[];
}

/** The effects that the corrections would have. */
export interface PreviewedCorrections extends RescoringReport {
  readonly release: number;
  /** The runs whose score or rank would change, in the order of the leaderboard after the corrections. */
  readonly standings: readonly Standing[];
}

/** The reason and author of the temporary revision. Every revision needs them. */
const UNSTORED = { reason: "A preview.", author: "A preview." };

/**
 * Computes what `correctAnswers` would do. It makes the correction in a transaction that it rolls back, so the preview
 * cannot differ from the correction.
 * @throws as `correctAnswers` does
 */
export async function previewCorrections(
  services: RunServices,
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  { benchmark, corrections }: PreviewCorrectionsInput,
): Promise<PreviewedCorrections> {
  requireMaintainer(viewer, benchmark, "Correcting answers");
  const input = { benchmark, corrections, ...UNSTORED };
  checkCorrectionInput(input);
  const board = await meansBoard(database, aggregates, viewer, benchmark);
  const values = new Map<number, number>();
  const keep = (run: number, before: RunVectors, after: RunVectors): void => {
    const [was, is] = [meanScore(before), meanScore(after)];
    if (was !== is) values.set(run, is);
  };
  const { release, rescored, changed, judging } = await rolledBack(services.database, (tx) =>
    correctInTransaction(tx, services, input, keep),
  );
  return { release, rescored, changed, judging, standings: standingsAfter(board, values).filter(isMoved) };
}

/** Carries the result of a transaction out of it, past the rollback. */
class RolledBack<T> extends Error {
  constructor(readonly result: T) {
    super("rolled back as intended");
  }
}

async function rolledBack<T>(database: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await database.transaction<never>(async (tx) => {
      throw new RolledBack(await work(tx));
    }, "internal");
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}
