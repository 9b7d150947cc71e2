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
  const faults: FilterFault[] = [];
  for (const [field, value] of Object.entries(filter as Fields)) {
    const place = `${path}.${field}`;
    if (field === "not") continue;
    if (!Array.isArray(value)) faults.push(...faultsIn(value, place, depth + 1));
    else if (value.length === 0) faults.push(...(MAY_BE_EMPTY.has(field) ? [] : [fault(place, field)]));
    else if (field === "and") faults.push(...partsOf(value, place, depth).flat());
    else if (field === "or") {
      const parts = partsOf(value, place, depth);
      if (parts.every((part) => part.length > 0)) faults.push(...parts.flat());
    }
  }
  return faults;
}

const partsOf = (parts: readonly unknown[], path: string, depth: number): readonly (readonly FilterFault[])[] =>
  parts.map((part, index) => faultsIn(part, `${path}[${index}]`, depth + 1));

const fault = (path: string, field: string): FilterFault => ({
  ...{ path, value: [] },
  reason: `An empty list matches nothing. Leave '${field}' out for no condition, or name at least one value.`,
  ...{ nearest: [], allowed: null, values: null },
});
