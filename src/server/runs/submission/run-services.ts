import pLimit, { type LimitFunction } from "p-limit";
import type { Extractor } from "../../../reading/extraction.ts";
import { DEFAULT_EXTRACTOR } from "../../../reading/extractor-registry.ts";
import type { RowNumbers } from "../../conditions/row-numbers.ts";
import type { StorageLimits } from "../../config/limits-config.ts";
import type { Database } from "../../db/database.ts";
import { ReadingPool, UNLIMITED } from "../../workers/reading-pool.ts";
import type { FenseScores } from "../captions/fense-scores.ts";
import type { Judge } from "../judging/judge.ts";
import { AnswerSheets } from "../reading/answer-sheet.ts";
import type { ReadingMeans } from "../reading/row-reader.ts";

/** The dependencies that the run services share. The creator of this object closes the pool. */
export interface RunServices extends ReadingMeans {
  readonly database: Database;
  readonly sheets: AnswerSheets;
  readonly extractor: Extractor;
  /**
   * Limits the number of concurrent audits. Each audit reads all responses of a run from the database, and extracts
   * their answers again.
   */
  readonly audits: Readonly<Record<"withKey" | "withoutKey", LimitFunction>>;
  /** The judge of responses that the extractor cannot read; null without a judge. */
  readonly judge: Judge | null;
  /** How new runs and models are numbered. */
  readonly numbers: RowNumbers;
  /** What one owner may store; null for no limits. */
  readonly storage: StorageLimits | null;
}

/**
 * The most concurrent audits. More would take connections and memory from other requests without being faster, because
 * they share the reading threads. Callers without a key have a separate limit, so that they cannot delay the others.
 */
const AUDITS_AT_ONCE = { withKey: 2, withoutKey: 1 };

/**
 * Creates the services.
 * @param captions the scorer of captions; null if captions are not scored
 */
export const runServices = (
  database: Database,
  judge: Judge | null = null,
  captions: FenseScores | null = null,
): RunServices => ({
  database,
  sheets: new AnswerSheets(captions),
  extractor: DEFAULT_EXTRACTOR,
  audits: { withKey: pLimit(AUDITS_AT_ONCE.withKey), withoutKey: pLimit(AUDITS_AT_ONCE.withoutKey) },
  pool: new ReadingPool(),
  budget: UNLIMITED,
  judge,
  numbers: "RANDOM",
  storage: null,
});
