import { queryOptions } from "@tanstack/react-query";
import { closedLabels } from "../../domain/dimension-labels.ts";
import { QUESTION_FLAG_NAMES, type QuestionFlag } from "../../domain/question-flags.ts";
import type { QuestionFilter } from "../../sdk/index.ts";
import { BINS, withRange } from "./duration-range.ts";
import type { FacetValue } from "./facet-order.ts";
import { type AudioMode, audioValues, pruned, withAudio } from "./filter-edit.ts";
import { sliceCounts } from "./slice-counts.ts";
import { within } from "./slice-facets.ts";

/** The questions that the slice builder counts. */
export interface SlicedQuestions {
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  readonly filter: QuestionFilter;
  /** The id of the release to count; null for the current one. */
  readonly release: string | null;
}

/** For each value of a flag, the number of questions that would remain. */
export interface FlagCounts {
  readonly yes: number;
  readonly no: number;
}

/** The filter with another condition on a flag; undefined removes it. */
export const withFlag = (filter: QuestionFilter, flag: QuestionFlag, value: boolean | undefined): QuestionFilter =>
  pruned({ ...filter, [flag]: value });

const TYPES = closedLabels("AUDIO_TYPE");

interface AskedCounts {
  readonly durations: boolean;
  /** The list of audio types; null if its counts are not shown. */
  readonly mode: AudioMode | null;
}

/**
 * The counts of the slice builder that are not facets of the slice, in one request. Like those, the counts of a control ignore
 * the condition that the control itself sets.
 *
 * - `flags`: of each flag
 * - `durations`: in each bar of the histogram; undefined if not asked
 * - `audio`: for each audio type, how many questions would remain if it were in the list; undefined if not asked
 */
export const builderCountsQuery = ({ benchmark, filter, release }: SlicedQuestions, asked: AskedCounts) =>
  queryOptions({
    queryKey: ["builder counts", benchmark, filter, release, asked],
    queryFn: async ({ signal }) => {
      const { durations, mode } = asked;
      const flags = QUESTION_FLAG_NAMES.flatMap((flag) => [
        withFlag(filter, flag, true),
        withFlag(filter, flag, false),
      ]);
      const free = withRange(filter, { lower: null, upper: null });
      const bars = durations ? BINS.map((range) => withRange(free, range)) : [];
      const picked = mode === null ? [] : audioValues(filter, mode);
      const types = mode === null ? [] : TYPES.map(([key]) => withAudio(filter, mode, [...picked, key]));
      const slices = [...flags, ...bars, ...types].map((slice) => within(benchmark, slice));
      const counts = await sliceCounts(slices, release, signal);
      const ofTypes = counts.slice(flags.length + bars.length);
      return {
        flags: new Map<QuestionFlag, FlagCounts>(
          QUESTION_FLAG_NAMES.map((flag, place) => [
            flag,
            { yes: counts[2 * place] ?? 0, no: counts[2 * place + 1] ?? 0 },
          ]),
        ),
        durations: durations ? counts.slice(flags.length, flags.length + bars.length) : undefined,
        audio:
          mode === null
            ? undefined
            : TYPES.map(([key, label], place): FacetValue => ({ key, label, questions: ofTypes[place] ?? 0 })),
      };
    },
  });
