import { DIMENSIONS } from "../../../domain/vocabulary.ts";
import type { Dimension, QuestionFilter } from "../../../sdk/index.ts";
import { filterFrom } from "../../slices/filter-search.ts";

/** More runs than this cannot be told apart in one figure. */
export const MOST_RUNS = 5;

/** The state of a comparison, as its address holds it. Defaults are omitted. */
export interface CompareSearch {
  /** Ids, separated by commas; the others are compared with the first. */
  readonly runs?: string;
  readonly filter?: QuestionFilter;
  /** The dimension of the differences; LEVEL by default. */
  readonly by?: Dimension;
  /** The run whose questions are listed beside the first; the second by default. */
  readonly beside?: string;
}

/** Parses the query string of an address; invalid parts are ignored. */
export function compareSearch(search: Record<string, unknown>): CompareSearch {
  const filter = filterFrom(search.filter);
  const by = DIMENSIONS.find((dimension) => dimension === search.by);
  const runs = typeof search.runs === "string" ? idsOf(search.runs) : [];
  return {
    ...(runs.length === 0 ? {} : { runs: runs.join(",") }),
    ...(filter === null ? {} : { filter }),
    ...(by === undefined ? {} : { by }),
    ...(typeof search.beside === "string" && runs.includes(search.beside) ? { beside: search.beside } : {}),
  };
}

/** The ids in an address, each once, at most {@link MOST_RUNS}. */
export const idsOf = (runs: string): readonly string[] =>
  [...new Set(runs.split(",").filter((id) => id !== ""))].slice(0, MOST_RUNS);
