import { queryOptions } from "@tanstack/react-query";
import { closedLabels } from "../../domain/dimension-labels.ts";
import { QUESTION_FLAG_NAMES, type QuestionFlag } from "../../domain/question-flags.ts";
import { OmnidexInvalidFilterError, type QuestionFilter } from "../../sdk/index.ts";
import { omnidex } from "../data/query-client.ts";
import { BINS, withRange } from "./duration-brush.tsx";
import type { FacetValue } from "./facet-group.tsx";
import { type AudioMode, audioValues, pruned, withAudio } from "./filter-edit.ts";
import { within } from "./slice-facets.ts";

type Counts = Readonly<Record<string, readonly { readonly values: readonly { readonly questions: number }[] }[]>>;

/**
 * The number of questions in each of several slices. A slice has 0 questions if the server refuses its filter because
 * no question can match it. The server then refuses the whole request, which is sent again without that slice.
 *
 * @param release the id of the release to count; null for the current one
 */
async function sliceCounts(
  filters: readonly QuestionFilter[],
  release: string | null,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const asked = new Map(filters.map((filter, place) => [`slice${place}`, filter]));
  while (asked.size > 0) {
    const counts = await countsOf(asked, release, signal).catch((error: unknown) => {
      const refused = refusedSlices(error, [...asked.keys()]).filter((name) => asked.delete(name));
      if (refused.length === 0) throw error;
    });
    if (counts !== undefined) return filters.map((_, place) => counts.get(`slice${place}`) ?? 0);
  }
  return filters.map(() => 0);
}

async function countsOf(
  filters: ReadonlyMap<string, QuestionFilter>,
  release: string | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const names = [...filters.keys()];
  const variables = { release, ...Object.fromEntries(filters) };
  const answer = await omnidex().query<Counts>(documentOf(names), variables, { signal });
  return new Map(names.map((name) => [name, (answer[name] ?? []).flatMap(({ values }) => values).reduce(sum, 0)]));
}

/**
 * The slices whose filters an error reports. If several slices were requested, its paths name them, as in
 * `slice3.filter.audioTypes`.
 */
function refusedSlices(error: unknown, asked: readonly string[]): readonly string[] {
  if (!(error instanceof OmnidexInvalidFilterError)) return [];
  return asked.length === 1 ? asked : error.faults.map(({ path }) => path.split(".", 1)[0] ?? "");
}

/**
 * A document that counts the questions of each answer format. Each question has exactly one format, so the sum of these
 * counts is the number of questions.
 */
const documentOf = (names: readonly string[]): string =>
  `query SliceCounts($release: ID, ${names.map((name) => `$${name}: QuestionFilter`).join(", ")}) {
${names.map((name) => `  ${name}: facets(filter: $${name}, by: [ANSWER_FORMAT], release: $release) { values { questions } }`).join("\n")}
}`;

const sum = (total: number, { questions }: { readonly questions: number }): number => total + questions;

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
