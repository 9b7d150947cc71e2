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
  /** Of three runs and more: the one that is listed beside the first; by default, all are. */
  readonly beside?: string;
  /** The run that is right about the questions that are listed. */
  readonly only?: string;
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
    ...(typeof search.only === "string" && runs.includes(search.only) ? { only: search.only } : {}),
  };
}

/** The ids in an address, each once, at most {@link MOST_RUNS}. */
export const idsOf = (runs: string): readonly string[] =>
  [...new Set(runs.split(",").filter((id) => id !== ""))].slice(0, MOST_RUNS);
