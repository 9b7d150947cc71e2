import { sql } from "drizzle-orm";
import { dimensionLabel } from "../../domain/dimension-labels.ts";
import type { Slice } from "../../domain/slice/slice.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import type { Queryable } from "../db/database.ts";
import { questions } from "../db/tables/benchmark-tables.ts";
import { dimensionValues } from "./dimension-values.ts";
import { inCurrentRelease, sliceCondition } from "./slice-condition.ts";

/** How much of a slice has one value of a dimension. */
export interface FacetCount {
  readonly key: string;
  readonly label: string;
  /** Sorted, without repeats. */
  readonly nativeLabels: readonly string[];
  readonly questions: number;
  readonly videos: number;
}

interface FacetRow {
  readonly place: number;
  readonly key: string;
  readonly label: string;
  readonly natives: readonly string[] | null;
  readonly questions: number;
  readonly videos: number;
}

/**
 * Counts the slice's questions and videos for each value of each dimension, in one statement. A value that nothing has
 * is not in the list. Most questions first, ties by key.
 */
export async function fetchFacets(
  database: Queryable,
  slice: Slice,
  dimensions: readonly Dimension[],
): Promise<readonly (readonly FacetCount[])[]> {
  const counts = dimensions.map(
    (dimension, place) => sql`
      select ${sql.raw(String(place))} as place, v.key collate "C" as key, min(v.label) as label,
        array_agg(distinct v.native) filter (where v.native is not null) as natives,
        count(distinct questions.id)::int as questions, count(distinct questions.video_id)::int as videos
      from slice questions cross join lateral (${dimensionValues(dimension, questions)}) v group by v.key`,
  );
  const rows = await database.query<FacetRow>(sql`
    with slice as materialized (
      select * from ${questions} where ${inCurrentRelease(questions)} and ${sliceCondition(slice, questions)})
    ${sql.join(counts, sql` union all `)}
    order by place, questions desc, key`);
  return dimensions.map((dimension, place) =>
    rows.filter((row) => row.place === place).map((row) => facetCount(dimension, row)),
  );
}

const facetCount = (dimension: Dimension, row: FacetRow): FacetCount => ({
  key: row.key,
  label: dimensionLabel(dimension, row.key, row.label),
  nativeLabels: row.natives ?? [],
  questions: row.questions,
  videos: row.videos,
});
