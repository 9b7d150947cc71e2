import type { QuestionFilter } from "../../sdk/index.ts";
import { isEmpty, pruned } from "./filter-edit.ts";

/**
 * The filter in an address, which is a JSON object. Its fields are not checked here: the server reports the faults.
 *
 * @returns null for no filter, an empty one, and anything that is not an object
 */
export function filterFrom(value: unknown): QuestionFilter | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const filter: QuestionFilter = pruned(value);
  return isEmpty(filter) ? null : filter;
}

/** The part of an address that holds a slice, for links to views of the same slice. Empty for the whole benchmark. */
export const sliceSearch = (filter: QuestionFilter): { readonly filter?: QuestionFilter } =>
  isEmpty(filter) ? {} : { filter };
