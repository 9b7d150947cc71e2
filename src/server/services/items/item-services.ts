import type { SheetServices } from "../reading/answer-sheet.ts";
import type { ReadingPool } from "../reading/reading-pool.ts";

/** The services that statistics of questions need: a part of `RunServices`. */
export interface ItemServices extends SheetServices {
  /** The threads that compute the statistics. */
  readonly pool: ReadingPool;
}
