import type { Extractor } from "../../../scoring/extraction.ts";
import { DEFAULT_EXTRACTOR } from "../../../scoring/extractors/extractor-registry.ts";
import type { Database } from "../../db/database.ts";
import { AnswerSheets } from "./answer-sheet.ts";

/** What the services around runs share. */
export interface RunServices {
  readonly database: Database;
  readonly sheets: AnswerSheets;
  readonly extractor: Extractor;
}

export const runServices = (database: Database): RunServices => ({
  database,
  sheets: new AnswerSheets(),
  extractor: DEFAULT_EXTRACTOR,
});
