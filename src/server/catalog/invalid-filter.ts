import { OmnidexError } from "../../domain/errors.ts";
import type { FilterFault } from "../../domain/slice/filter-fault.ts";

/** The most faults that one error reports. */
export const MOST_FAULTS = 20;

/** The `INVALID_FILTER` error that reports the faults, with a sentence for each. */
export function invalidFilter(faults: readonly FilterFault[]): OmnidexError {
  const shown = faults.slice(0, MOST_FAULTS);
  const more = faults.length - shown.length;
  const sentences = shown.map(sentence).join(" ");
  return new OmnidexError("INVALID_FILTER", more === 0 ? sentences : `${sentences} And ${more} more.`, {
    path: shown[0]?.path,
    faults: shown,
    faultCount: faults.length,
  });
}

function sentence({ path, reason, nearest, allowed, values }: FilterFault): string {
  const meant = nearest.length === 0 ? "" : ` Did you mean ${nearest.map((name) => `'${name}'`).join(" or ")}?`;
  const count = allowed === null ? "" : values === null ? countText(allowed) : allowedText(values);
  return `'${path}': ${reason}${meant}${count}`;
}

const countText = (count: number): string => (count === 1 ? " One value is allowed." : ` ${count} values are allowed.`);

function allowedText(values: readonly string[]): string {
  if (values.length === 0) return " No value is allowed here.";
  const separator = values.some((value) => value.includes(",")) ? "; " : ", ";
  return ` Allowed (${values.length}): ${values.join(separator)}.`;
}
