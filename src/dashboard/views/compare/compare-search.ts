import { DIMENSIONS } from "../../../domain/vocabulary.ts";
import type { Dimension, QuestionFilter } from "../../../sdk/index.ts";
import { filterFrom } from "../../slices/filter-edit.ts";

/** The maximum number of runs. More runs could not be told apart in one figure. */
export const MOST_RUNS = 5;

/** The state of a comparison, as its address holds it. Defaults are omitted. */
export interface CompareSearch {
  /** Run ids, separated by commas. The first is the reference, with which the others are compared. */
  readonly runs?: string;
  readonly filter?: QuestionFilter;
  /** The dimension that differences are broken down by; by default LEVEL, or the first that varies if the level does not. */
  readonly by?: Dimension;
  /** The only run that the list of questions compares with the reference; by default it compares all runs. */
  readonly beside?: string;
  /** Lists only questions that this run has right. */
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
