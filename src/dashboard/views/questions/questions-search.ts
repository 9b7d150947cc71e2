import type { QuestionFilter } from "../../../sdk/index.ts";
import { filterFrom } from "../../slices/filter-edit.ts";

/** The state of the list of questions, as its address holds it. Defaults are omitted. */
export interface QuestionsSearch {
  /** A slug; by default all benchmarks. */
  readonly benchmark?: string;
  readonly filter?: QuestionFilter;
  /** `table` shows a table; by default cards. */
  readonly show?: "table";
}

/** Parses the query string of an address; invalid parts are ignored. */
export function questionsSearch(search: Record<string, unknown>): QuestionsSearch {
  const filter = filterFrom(search.filter);
  return {
    ...(typeof search.benchmark === "string" ? { benchmark: search.benchmark } : {}),
    ...(filter === null ? {} : { filter }),
    ...(search.show === "table" ? { show: "table" } : {}),
  };
}
