import type { Database } from "../../db/database.ts";
import type { ReadingPool } from "../reading/reading-pool.ts";
import type { AnswerSheets } from "../submission/answer-sheet.ts";

/** The services that statistics of questions need: a part of `RunServices`. */
export interface ItemServices {
  readonly database: Database;
  readonly sheets: AnswerSheets;
  /** The threads that compute the statistics. */
  readonly pool: ReadingPool;
}
