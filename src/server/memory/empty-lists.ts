import { MAX_FILTER_DEPTH } from "../../domain/slice/canonical-slice.ts";
import type { FilterFault } from "../../domain/slice/filter-fault.ts";
import type { AskedFilter } from "./filter-values.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Lists that may be empty: all parts of an empty `and` hold; a question has all of no audio types, and none of them; a
 * run may have no inputs.
 */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(["and", "all", "none", "inputs"]);
/** The deepest level of nesting that is read. Valid filters are less deep. */
const DEEPEST = 2 * MAX_FILTER_DEPTH;

/**
 * The empty lists because of which a filter matches nothing. A list in one part of `or` is no fault while another part
 * has none, and neither is a list in `not`.
 */
export const emptyListFaults = ({ value, argument }: Pick<AskedFilter, "value" | "argument">): readonly FilterFault[] =>
  faultsIn(value, argument);

function faultsIn(filter: unknown, path: string, depth = 0): readonly FilterFault[] {
  // A deeper filter is rejected because of its depth.
  if (typeof filter !== "object" || filter === null || depth > DEEPEST) return [];
  return Object.entries(filter as Fields).flatMap(([field, value]): readonly FilterFault[] => {
    const place = `${path}.${field}`;
    if (field === "not") return [];
    if (!Array.isArray(value)) return faultsIn(value, place, depth + 1);
    if (value.length === 0) return MAY_BE_EMPTY.has(field) ? [] : [fault(place, field)];
    if (field !== "and" && field !== "or") return [];
    const parts = value.map((part, index) => faultsIn(part, `${place}[${index}]`, depth + 1));
    return field === "and" || parts.every((part) => part.length > 0) ? parts.flat() : [];
  });
}

const fault = (path: string, field: string): FilterFault => ({
  ...{ path, value: [] },
  reason: `An empty list matches nothing. Leave '${field}' out for no condition, or name at least one value.`,
  ...{ nearest: [], allowed: null, values: null },
});
