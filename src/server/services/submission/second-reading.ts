import type { Viewer } from "../../../domain/viewer.ts";
import { officialReader } from "../../../scoring/extractors/official-reader.ts";
import { fetchReleaseAccess } from "../../data/scoring-queries.ts";
import type { Queryable } from "../../db/database.ts";
import type { SheetReference } from "./answer-sheet.ts";
import type { SecondReading } from "./remark-summary.ts";

/** By which extractor the rows of a suspicious run are read again, and what the viewer may see of it. */
export async function secondReading(
  database: Queryable,
  viewer: Viewer,
  { release, openEnded }: SheetReference,
): Promise<SecondReading> {
  const { benchmark, answersVisible } = await fetchReleaseAccess(database, release);
  return { extractor: openEnded ? null : officialReader(benchmark), answersVisible: viewer.admin || answersVisible };
}
