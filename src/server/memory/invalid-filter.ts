import { OmnidexError } from "../../domain/errors.ts";
import { adviceText, type FilterFault } from "../../domain/slice/filter-fault.ts";

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

const sentence = (fault: FilterFault): string => `'${fault.path}': ${fault.reason} ${adviceText(fault)}`.trimEnd();
