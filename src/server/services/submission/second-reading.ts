import type { Viewer } from "../../../domain/viewer.ts";
import { officialReader } from "../../../scoring/extractors/official-reader.ts";
import { fetchViewedRelease } from "../../data/scoring-queries.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import { RowReader } from "../reading/row-reader.ts";
import type { SecondReading } from "./remark-summary.ts";
import type { RunServices } from "./run-services.ts";

/** The extractor that reads the rows of a suspicious run again, and whether the viewer may see the resulting score. */
export async function secondReading(
  { database, pool, budget }: Pick<RunServices, "database" | "pool" | "budget">,
  viewer: Viewer,
  sheet: AnswerSheet,
): Promise<SecondReading> {
  const { benchmark, answersVisible } = await fetchViewedRelease(database, sheet.release, viewer);
  const extractor = sheet.openEnded ? null : officialReader(benchmark);
  return {
    reader: extractor && new RowReader({ pool, budget }, sheet, extractor),
    answersVisible,
  };
}
