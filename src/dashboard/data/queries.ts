import { queryOptions } from "@tanstack/react-query";
import { DIMENSIONS } from "../../domain/vocabulary.ts";
import type { Dimension, QuestionFilter, RunFilter } from "../../sdk/index.ts";
import { omnidex } from "./omnidex.ts";

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

/** The challenge that a benchmark hosts; null if it hosts none. */
export const challengeQuery = (slug: string) =>
  queryOptions({
    queryKey: ["challenge", slug],
    queryFn: ({ signal }) => omnidex().challenge(slug, { signal }),
  });

/** The final board of a benchmark's challenge; null until it is stored. */
export const finalBoardQuery = (slug: string) =>
  queryOptions({
    queryKey: ["final board", slug],
    queryFn: ({ signal }) => omnidex().finalBoard(slug, { signal }),
  });

/** The composition of a benchmark, for its card. */
export const benchmarkFacetsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["facets", slug, "card"],
    queryFn: ({ signal }) => omnidex().facets({ filter: { benchmarks: [slug] }, by: ["LEVEL", "AUDIO_TYPE"], signal }),
  });

/** The best ranked run of a benchmark, with the number of ranked runs. */
export const bestRunQuery = (slug: string) =>
  queryOptions({
    queryKey: ["best run", slug],
    queryFn: ({ signal }) => omnidex().leaderboard(slug, { published: false, pageSize: 1, signal }).page(),
  });

/**
 * The dimensions in which the questions of a benchmark have more than one value.
 *
 * @param release the id of the release to count; null for the current one
 */
export const dimensionsQuery = (slug: string, release: string | null = null) =>
  queryOptions({
    queryKey: ["dimensions", slug, release],
    queryFn: async ({ signal }): Promise<ReadonlySet<Dimension>> => {
      const by = DIMENSIONS.filter((dimension) => dimension !== "BENCHMARK");
      const facets = await omnidex().facets({
        filter: { benchmarks: [slug] },
        by,
        release: release ?? undefined,
        signal,
      });
      return new Set(facets.filter(({ values }) => values.length > 1).map(({ dimension }) => dimension));
    },
  });

/** Whether a paper publishes figures of a benchmark. */
export const hasPublishedQuery = (slug: string) =>
  queryOptions({
    queryKey: ["has published", slug],
    queryFn: async ({ signal }): Promise<boolean> => {
      const figures = omnidex().publishedResults({ filter: { benchmarks: [slug] }, pageSize: 1, signal });
      return (await figures.page()).nodes.length > 0;
    },
  });

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
