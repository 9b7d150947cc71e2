import { holdsLonger, holdsMore, tooDeep } from "./nesting.ts";

/** How deep a request's JSON, or the document in it, may nest. Deeper ones would exhaust the stack of a parser. */
export const MAX_NESTING = 100;

/** How many values a request's JSON may hold, objects and lists among them: a submission of 10,000 rows has up to 50,000. */
export const MAX_VALUES = 64_000;

/** How long any text in a request may be, in UTF-16 code units; for a response there is a limit of its own, of half of it. */
export const MAX_STRING = 2_000_000;

/** Why a request's JSON is refused before anything is done with it; `null` where it is not. */
export function jsonFault(value: unknown): string | null {
  if (holdsMore(value, MAX_VALUES)) return `The request holds more than ${MAX_VALUES} values. Send less at once.`;
  if (holdsLonger(value, MAX_STRING)) return `The request holds a text of more than ${MAX_STRING} characters.`;
  return tooDeep(value, MAX_NESTING) ? TOO_DEEP : null;
}

export const TOO_DEEP = `The request nests more than ${MAX_NESTING} levels deep.`;
