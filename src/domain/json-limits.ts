import { exceededLimit, type ValueLimits } from "./nesting.ts";

/**
 * The maximum number of nested levels in a request's JSON or in its GraphQL document. Deeper nesting could exhaust a
 * parser's stack.
 */
export const MAX_NESTING = 100;

/**
 * The maximum number of values in a request's JSON, including objects and lists. A submission of 10,000 rows has up to
 * 50,000 values.
 */
export const MAX_VALUES = 64_000;

/** The maximum length of a text in a request, in UTF-16 code units; a prediction's response has half of it. */
export const MAX_STRING = 2_000_000;

export const TOO_DEEP = `The request nests more than ${MAX_NESTING} levels deep.`;

const LIMITS: ValueLimits = { depth: MAX_NESTING, values: MAX_VALUES, text: MAX_STRING };

const FAULTS: Readonly<Record<keyof ValueLimits, string>> = {
  depth: TOO_DEEP,
  values: `The request holds more than ${MAX_VALUES} values. Send less at once.`,
  text: `The request holds a text of more than ${MAX_STRING} characters.`,
};

/** The reason why a request's JSON is refused before it is processed; `null` if it is not refused. */
export function jsonFault(value: unknown): string | null {
  const limit = exceededLimit(value, LIMITS);
  return limit === null ? null : FAULTS[limit];
}
