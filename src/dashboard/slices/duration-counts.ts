import { queryOptions } from "@tanstack/react-query";
import type { QuestionFilter } from "../../sdk/index.ts";
import { BINS, withRange } from "./duration-range.ts";
import { sliceCounts } from "./slice-counts.ts";
import { within } from "./slice-facets.ts";

/** The number of questions in each bar of the histogram, without the slice's own condition on durations. */
export const durationCountsQuery = (benchmark: string | null, filter: QuestionFilter, release: string | null) => {
  const free = withRange(filter, { lower: null, upper: null });
  return queryOptions({
    queryKey: ["durations", benchmark, free, release],
    queryFn: ({ signal }) =>
      sliceCounts(
        BINS.map((range) => within(benchmark, withRange(free, range))),
        release,
        signal,
      ),
  });
};
