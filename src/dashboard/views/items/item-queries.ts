import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ItemOrder, QuestionFilter } from "../../../sdk/index.ts";
import { omnidex } from "../../data/page-client.ts";
import { MAIN } from "../../data/use-settled.ts";

/** The number of rows on a page: the API's maximum. Only rows in the window are drawn. */
export const ITEM_PAGE = 1_000;
/** How many findings a report lists. */
export const MOST_FINDINGS = 1_000;

/** The statistics of a slice's questions, page by page. */
export const itemPagesQuery = (benchmark: string, filter: QuestionFilter, orderBy: ItemOrder) =>
  infiniteQueryOptions({
    queryKey: ["items", benchmark, filter, orderBy],
    meta: MAIN,
    queryFn: ({ pageParam: after, signal }) =>
      omnidex().itemAnalysis(benchmark, { filter, orderBy, pageSize: ITEM_PAGE, signal }).page(after),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });

/** The statistics of one question with its model; null if there is no such question. */
export const itemQuery = (benchmark: string, key: string) =>
  queryOptions({
    queryKey: ["item", benchmark, key],
    queryFn: async ({ signal }) => {
      const asked = { filter: { keys: [key] }, withModel: true, signal };
      return (await omnidex().itemAnalysis(benchmark, asked).take(1).toArray())[0] ?? null;
    },
  });

/** The health report of a benchmark, with its first findings. */
export const healthQuery = (benchmark: string) =>
  queryOptions({
    queryKey: ["health", benchmark],
    queryFn: ({ signal }) => omnidex().benchmarkHealth(benchmark, { first: MOST_FINDINGS, signal }),
  });

/** The number of suspects on a page. */
const SUSPECT_PAGE = 20;

/** The suspected answer keys of a benchmark by page: those with a review if `reviewed`, else those that await one. */
export const suspectsQuery = (benchmark: string, reviewed: boolean) =>
  infiniteQueryOptions({
    queryKey: ["suspects", benchmark, reviewed],
    meta: MAIN,
    queryFn: ({ pageParam: after, signal }) =>
      omnidex().keySuspects(benchmark, { reviewed, pageSize: SUSPECT_PAGE, signal }).page(after),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
