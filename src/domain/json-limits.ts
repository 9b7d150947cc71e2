import { exceededLimit, type ValueLimits } from "./nesting.ts";

/** The deepest nesting of a request's JSON, or of the document in it. Deeper nesting could exhaust a parser's stack. */
export const MAX_NESTING = 100;

/** The most values in a request's JSON, including objects and lists. A submission of 10,000 rows has up to 50,000. */
export const MAX_VALUES = 64_000;

/** The longest text in a request, in UTF-16 code units. A prediction's response has its own limit, half of this. */
export const MAX_STRING = 2_000_000;

export const TOO_DEEP = `The request nests more than ${MAX_NESTING} levels deep.`;

const LIMITS: ValueLimits = { depth: MAX_NESTING, values: MAX_VALUES, text: MAX_STRING };

const FAULTS: Readonly<Record<keyof ValueLimits, string>> = {
  depth: TOO_DEEP,
  values: `The request holds more than ${MAX_VALUES} values. Send less at once.`,
  text: `The request holds a text of more than ${MAX_STRING} characters.`,
};

/** The reason to refuse a request's JSON before processing it; `null` if there is none. */
export function jsonFault(value: unknown): string | null {
  const limit = exceededLimit(value, LIMITS);
  return limit === null ? null : FAULTS[limit];
}
