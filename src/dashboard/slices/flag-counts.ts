import { queryOptions } from "@tanstack/react-query";
import { QUESTION_FLAG_NAMES, type QuestionFlag } from "../../domain/question-flags.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { pruned } from "./filter-edit.ts";
import { sliceCounts } from "./slice-counts.ts";
import { within } from "./slice-facets.ts";

/** For each value of a flag, the number of questions that would remain. */
export interface FlagCounts {
  readonly yes: number;
  readonly no: number;
}

/** The filter with another condition on a flag; undefined removes it. */
export const withFlag = (filter: QuestionFilter, flag: QuestionFlag, value: boolean | undefined): QuestionFilter =>
  pruned({ ...filter, [flag]: value });

/**
 * The counts of every flag. The counts of a flag ignore the condition on that flag, like the other counts of the slice
 * builder.
 */
export const flagCountsQuery = (benchmark: string | null, filter: QuestionFilter, release: string | null) =>
  queryOptions({
    queryKey: ["flags", benchmark, filter, release],
    queryFn: async ({ signal }): Promise<ReadonlyMap<QuestionFlag, FlagCounts>> => {
      const slices = QUESTION_FLAG_NAMES.flatMap((flag) =>
        [true, false].map((value) => within(benchmark, withFlag(filter, flag, value))),
      );
      const counts = await sliceCounts(slices, release, signal);
      return new Map(
        QUESTION_FLAG_NAMES.map((flag, place) => [
          flag,
          { yes: counts[2 * place] ?? 0, no: counts[2 * place + 1] ?? 0 },
        ]),
      );
    },
  });
