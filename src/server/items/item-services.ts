import type { SheetServices } from "../runs/reading/answer-sheet.ts";
import type { ReadingPool } from "../workers/reading-pool.ts";

/** The services that statistics of questions need: a part of `RunServices`. */
export interface ItemServices extends SheetServices {
  /** The threads that compute the statistics. */
  readonly pool: ReadingPool;
}
