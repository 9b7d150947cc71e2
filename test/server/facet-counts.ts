import type { QuestionFilter } from "../../src/domain/slice/question-filter.ts";
import type { TestServer } from "../support/test-server.ts";

/** A value of a facet. */
export interface FacetValue {
  readonly key: string;
  readonly questions: number;
  readonly videos: number;
  readonly nativeLabels: readonly string[];
}

/** The values of one dimension in a slice. */
export async function facet(
  server: TestServer,
  dimension: string,
  filter: QuestionFilter,
): Promise<readonly FacetValue[]> {
  const { facets } = await server.data<{ facets: [{ values: FacetValue[] }] }>(
    "query ($by: [Dimension!]!, $filter: QuestionFilter) { facets(by: $by, filter: $filter) { values { key questions videos nativeLabels } } }",
    { by: [dimension], filter },
  );
  return facets[0].values;
}

/** How many questions of a benchmark have each value of a dimension. */
export const counts = async (
  server: TestServer,
  dimension: string,
  benchmark: string,
): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await facet(server, dimension, { benchmarks: [benchmark] })).map(({ key, questions: n }) => [key, n]),
  );
