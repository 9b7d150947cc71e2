import { adviceText, type FilterFault } from "../../domain/slice/filter-fault.ts";
import { runOptionsFor } from "./run-options.ts";
import { optionsFor, type SliceOptions, sliceFilter } from "./slice-options.ts";

/** The server's `INVALID_FILTER` error, from the SDK or from a download. */
export interface InvalidFilter {
  readonly message: string;
  readonly details?: {
    readonly faults?: readonly FilterFault[];
    /** The number of all faults; only the first ones are listed. */
    readonly faultCount?: number;
  };
}

/**
 * Describes the faults of a filter, under the names of the command's options. The message is the first fault. The hint
 * has the advice on that fault, then a line for each other fault.
 * @param options the options of the command
 */
export function filterFailure(
  { message, details: { faults = [], faultCount = 0 } = {} }: InvalidFilter,
  options: Pick<SliceOptions, "filter">,
): { readonly message: string; readonly hint: string | null } {
  const [first, ...others] = faults;
  if (first === undefined) return { message, hint: null };
  const lineOf = (fault: FilterFault): string => `${placeOf(fault.path, options)}: ${fault.reason}`;
  const more = faultCount - faults.length;
  const hint = [
    adviceText(first),
    ...others.map((fault) => `${lineOf(fault)} ${adviceText(fault)}`.trimEnd()),
    more > 0 ? `And ${more} more.` : "",
  ];
  return { message: lineOf(first), hint: hint.filter((line) => line !== "").join("\n") || null };
}

const optionFor = (field: string): string | null => optionsFor(field) ?? runOptionsFor(field);

/**
 * The option that contains a fault: `--task` for `filter.tasks[0]`. For a fault in the value of `--filter`, the path
 * within the value follows: `--filter: or[0].tasks[0]`.
 */
function placeOf(path: string, options: Pick<SliceOptions, "filter">): string {
  const [, argument = "", place = ""] = /^(?:input\.)?(\w+)\.(.*)$/.exec(path) ?? [];
  if (options.filter !== undefined && argument !== "runs") {
    // If other options are given as well, the value of `--filter` is the first condition of the list `and`.
    const isWhole = sliceFilter(options) === options.filter;
    if (isWhole) return `--filter: ${place}`;
    if (place.startsWith("and[0].")) return `--filter: ${place.slice("and[0].".length)}`;
  }
  const named = (place.match(/[A-Za-z]+/g) ?? []).flatMap((name) => optionFor(name) ?? []);
  return named.at(-1) ?? `'${path}'`;
}
