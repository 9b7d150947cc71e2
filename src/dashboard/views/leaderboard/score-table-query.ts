import { queryOptions } from "@tanstack/react-query";
import { omnidex } from "../../data/omnidex.ts";
import { MAIN } from "../../data/use-settled.ts";
import type { Asked } from "./copy-snippets.ts";

/** The largest page that the API allows. */
const MOST_ROWS = 1_000;

export const scoreTableQuery = ({ benchmark, by, ...options }: Asked) =>
  queryOptions({
    queryKey: ["score-table", benchmark, by, options],
    meta: MAIN,
    queryFn: ({ signal }) =>
      omnidex()
        .scoreTable(benchmark, { ...options, by: by === null ? [] : [by], pageSize: MOST_ROWS, signal })
        .page(),
  });
