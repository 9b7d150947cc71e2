import { DIMENSIONS, OUTCOMES } from "../../../domain/vocabulary.ts";
import type { Dimension, Outcome, QuestionFilter } from "../../../sdk/index.ts";
import { filterFrom } from "../../slices/filter-edit.ts";

/** The state of a run's page, as its address holds it. Defaults are omitted. */
export interface RunSearch {
  readonly filter?: QuestionFilter;
  /** The dimension of the breakdown; TASK by default. */
  readonly by?: Dimension;
  /** The outcome of the predictions that are listed; all by default. */
  readonly outcome?: Outcome;
  /** The error type of the predictions that are listed; all predictions by default. */
  readonly errorType?: string;
  /** Words in the questions whose predictions are listed. */
  readonly words?: string;
  /** A part of the responses of the predictions that are listed. */
  readonly said?: string;
  /** The key of the question whose prediction is open beside the list. */
  readonly prediction?: string;
}

/** Parses the query string of an address; invalid parts are ignored. */
export function runSearch(search: Record<string, unknown>): RunSearch {
  const filter = filterFrom(search.filter);
  const by = DIMENSIONS.find((dimension) => dimension === search.by);
  const outcome = OUTCOMES.find((one) => one === search.outcome);
  return {
    ...(filter === null ? {} : { filter }),
    ...(by === undefined ? {} : { by }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(typeof search.errorType === "string" && search.errorType !== "" ? { errorType: search.errorType } : {}),
    ...(typeof search.words === "string" && search.words !== "" ? { words: search.words } : {}),
    ...(typeof search.said === "string" && search.said !== "" ? { said: search.said } : {}),
    ...(typeof search.prediction === "string" && search.prediction !== "" ? { prediction: search.prediction } : {}),
  };
}
