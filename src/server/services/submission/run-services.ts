import type { Extractor } from "../../../scoring/extraction.ts";
import { DEFAULT_EXTRACTOR } from "../../../scoring/extractors/extractor-registry.ts";
import type { Database } from "../../db/database.ts";
import type { FenseScores } from "../captions/fense-scores.ts";
import type { Judge } from "../judging/judge.ts";
import { ReadingPool } from "../reading/reading-pool.ts";
import { AnswerSheets } from "./answer-sheet.ts";

/** What the services around runs share. */
export interface RunServices {
  readonly database: Database;
  readonly sheets: AnswerSheets;
  readonly extractor: Extractor;
  /** The threads in which responses are read. Whoever makes the services closes them. */
  readonly pool: ReadingPool;
  /** Who reads what the extractor cannot; null where nobody does. */
  readonly judge: Judge | null;
}

/** @param captions what scores captions; null where nothing does */
export const runServices = (
  database: Database,
  judge: Judge | null = null,
  captions: FenseScores | null = null,
): RunServices => ({
  database,
  sheets: new AnswerSheets(captions),
  extractor: DEFAULT_EXTRACTOR,
  pool: new ReadingPool(),
  judge,
});
