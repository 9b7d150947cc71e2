import { queryOptions } from "@tanstack/react-query";
import type { QuestionFilter } from "../../sdk/index.ts";
import { omnidex } from "../data/omnidex.ts";
import { DurationCountsDocument } from "../generated/operations.ts";
import { BINS, withRange } from "./duration-range.ts";
import { within } from "./slice-facets.ts";

/** The number of questions in each bar of the histogram, without the slice's own condition on durations. */
export const durationCountsQuery = (benchmark: string | null, filter: QuestionFilter) => {
  const free = withRange(filter, { lower: null, upper: null });
  return queryOptions({
    queryKey: ["durations", benchmark, free],
    queryFn: async ({ signal }): Promise<readonly number[]> => {
      const [a, b, c, d, e, f, g, h, i, j, k, l] = BINS.map((range) => within(benchmark, withRange(free, range)));
      const answer = await omnidex().query(DurationCountsDocument, { a, b, c, d, e, f, g, h, i, j, k, l }, { signal });
      const bars = [answer.a, answer.b, answer.c, answer.d, answer.e, answer.f];
      const longer = [answer.g, answer.h, answer.i, answer.j, answer.k, answer.l];
      return [...bars, ...longer].map(([facet]) =>
        (facet?.values ?? []).reduce((sum, { questions }) => sum + questions, 0),
      );
    },
  });
};
