import { queryOptions } from "@tanstack/react-query";
import { DIMENSIONS } from "../../domain/vocabulary.ts";
import type { Dimension, Facet, QuestionFilter, RunFilter } from "../../sdk/index.ts";
import { BenchmarkCardDocument, BenchmarkNotesDocument } from "../generated/operations.ts";
import { omnidex } from "./query-client.ts";

/** Queries to the server, with their cache keys. A query whose result is no longer needed is aborted. */
export const benchmarksQuery = queryOptions({
  queryKey: ["benchmarks"],
  queryFn: ({ signal }) => omnidex().benchmarks({ signal }),
});

export const benchmarkQuery = (slug: string) =>
  queryOptions({
    queryKey: ["benchmark", slug],
    queryFn: ({ signal }) => omnidex().benchmark(slug, { signal }),
  });

/** What the page of a benchmark shows beside its leaderboard: the challenge that it hosts, and whether papers have figures. */
export const benchmarkNotesQuery = (benchmark: string) =>
  queryOptions({
    queryKey: ["benchmark notes", benchmark],
    queryFn: ({ signal }) => omnidex().query(BenchmarkNotesDocument, { benchmark }, { signal }),
  });

/** The final board of a benchmark's challenge; null until it is stored. */
export const finalBoardQuery = (slug: string) =>
  queryOptions({
    queryKey: ["final board", slug],
    queryFn: ({ signal }) => omnidex().finalBoard(slug, { signal }),
  });

/** What the card of a benchmark shows: its composition, and the best ranked run with the number of ranked runs. */
export const benchmarkCardQuery = (benchmark: string) =>
  queryOptions({
    queryKey: ["benchmark card", benchmark],
    queryFn: ({ signal }) => omnidex().query(BenchmarkCardDocument, { benchmark }, { signal }),
  });

/**
 * The values of every dimension in a whole benchmark, with their numbers of questions.
 *
 * @param release the id of the release to count; null for the current one
 */
export const facetsQuery = (slug: string, release: string | null) =>
  queryOptions({
    queryKey: ["facets", slug, release],
    queryFn: ({ signal }) => {
      const by = DIMENSIONS.filter((dimension) => dimension !== "BENCHMARK");
      return omnidex().facets({ filter: { benchmarks: [slug] }, by, release: release ?? undefined, signal });
    },
  });

/**
 * The dimensions in which the questions of a benchmark have more than one value.
 *
 * @param release the id of the release to count; null for the current one
 */
export const dimensionsQuery = (slug: string, release: string | null = null) =>
  queryOptions({ ...facetsQuery(slug, release), select: varied });

const varied = (facets: readonly Facet[]): ReadonlySet<Dimension> =>
  new Set(facets.filter(({ values }) => values.length > 1).map(({ dimension }) => dimension));

/** No run is older. A filter with this bound matches no run, so that only the papers' figures are counted. */
const BEFORE_ALL_RUNS = "1970-01-01T00:00:00Z";

/** How many figures of papers a leaderboard over a slice has, or a table with columns for a dimension. */
export const figureCountQuery = (slug: string, filter: QuestionFilter, by: Dimension | null) =>
  queryOptions({
    queryKey: ["figure count", slug, filter, by],
    queryFn: async ({ signal }): Promise<number> => {
      const options = { filter, runs: { createdAt: { lt: BEFORE_ALL_RUNS } }, pageSize: 1, signal };
      const page =
        by === null
          ? await omnidex().leaderboard(slug, options).page()
          : await omnidex()
              .scoreTable(slug, { ...options, by: [by] })
              .page();
      return page.totalCount;
    },
  });

/** The newest runs that the viewer may see, with their scores. */
export const latestRunsQuery = (filter: RunFilter, pageSize: number) =>
  queryOptions({
    queryKey: ["runs", filter, pageSize],
    queryFn: ({ signal }) => omnidex().runs({ filter, pageSize, signal }).page(),
  });

export interface BoardRequest {
  readonly benchmark: string;
  readonly filter: QuestionFilter;
  readonly runs: RunFilter;
  readonly published: boolean;
  readonly partial: boolean;
}

/** The number of rows on the first page, which must load quickly. */
export const BOARD_PAGE = 50;
/** The number of rows on each further page: the API's maximum. Only rows in the window are drawn. */
export const NEXT_BOARD_PAGE = 1_000;

/** The page of a leaderboard after a cursor, or the first page; `next` of a page fetches the following one. */
export const leaderboardPage = ({ benchmark, ...options }: BoardRequest, after: string | null, signal: AbortSignal) =>
  omnidex()
    .leaderboard(benchmark, {
      ...options,
      withReferences: after === null,
      pageSize: after === null ? BOARD_PAGE : NEXT_BOARD_PAGE,
      signal,
    })
    .page(after);

/** The owner of this tab's key; null without a key. */
export const viewerQuery = (hasKey: boolean) =>
  queryOptions({
    queryKey: ["viewer", hasKey],
    queryFn: ({ signal }) => (hasKey ? omnidex().viewer({ signal }) : null),
  });
