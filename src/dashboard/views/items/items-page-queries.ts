import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { percent } from "../../../domain/figures-text.ts";
import type { TextCell, TextColumn } from "../../../formats/tables/text-table.ts";
import type { Item, ItemOrder, QuestionFilter } from "../../../sdk/index.ts";
import { omnidex } from "../../data/query-client.ts";
import { MAIN } from "../../data/use-settled.ts";

/** The number of rows on a page: the API's maximum. Only rows in the window are drawn. */
const ITEM_PAGE = 1_000;
/** How many findings a report lists. */
const MOST_FINDINGS = 1_000;

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

export const ITEM_COLUMNS: readonly TextColumn[] = [
  { title: "Question" },
  { title: "Runs", align: "right" },
  { title: "Right", align: "right" },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "Discrimination", align: "right" },
  { title: "Agreement", align: "right" },
  { title: "Unreadable", align: "right" },
];

/** A figure from −1 to 1 with two decimals: `0.42`, `−0.10`; a dash for none. */
export const coefficient = (value: number | null): string =>
  value === null ? "–" : value.toFixed(2).replace("-", "−");

/** A share as a percentage; a dash for none. */
export const share = (value: number | null): string => (value === null ? "–" : percent(value));

/** `62.0–97.1`; a dash for none. */
export const range = (interval: { readonly lower: number; readonly upper: number } | null): string =>
  interval === null ? "–" : `${percent(interval.lower)}–${percent(interval.upper)}`;

/** The row of a question. CSV has numbers at full precision. */
export const itemCells = (item: Item): readonly TextCell[] => [
  item.question.key,
  String(item.asked),
  { text: share(item.share), values: [item.share] },
  { text: range(item.interval), values: [item.interval?.lower ?? null, item.interval?.upper ?? null] },
  { text: coefficient(item.discrimination), values: [item.discrimination] },
  { text: share(item.agreement), values: [item.agreement] },
  { text: share(item.unparsed), values: [item.unparsed] },
];
