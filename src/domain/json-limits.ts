/** The limits of a JSON value. */
interface ValueLimits {
  /** The maximum number of nested levels. */
  readonly depth: number;
  /** The maximum number of values, including objects and lists. */
  readonly values: number;
  /** The maximum length of each text, in UTF-16 code units. */
  readonly text: number;
}

/** The limit that a JSON value exceeds; `null` if it exceeds none. Does not recurse. */
export function exceededLimit(value: unknown, most: ValueLimits): keyof ValueLimits | null {
  if (typeof value === "string" && value.length > most.text) return "text";
  const open = [{ value, depth: 1 }];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== "object" || next.value === null) continue;
    if (next.depth > most.depth) return "depth";
    const children: readonly unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value);
    count += children.length;
    if (count > most.values) return "values";
    for (const child of children) {
      if (typeof child === "string" && child.length > most.text) return "text";
      if (typeof child === "object" && child !== null) open.push({ value: child, depth: next.depth + 1 });
    }
  }
  return null;
}

/** Whether the objects and lists of a JSON value nest deeper than `most` levels. Does not recurse. */
export const nestsDeeper = (value: unknown, most: number): boolean =>
  exceededLimit(value, { depth: most, values: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY }) !== null;

/**
 * Whether a text with brackets, such as a GraphQL document, nests deeper than `most` levels. Brackets inside strings
 * count, too, so a text that nests less may be refused.
 */
export function textTooDeep(text: string, most: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[{}[\]()]/g)) {
    depth += "{[(".includes(bracket) ? 1 : -1;
    if (depth > most) return true;
  }
  return false;
}

/**
 * The maximum number of nested levels in a request's JSON or in its GraphQL document. Deeper nesting could exhaust a
 * parser's stack.
 */
export const MAX_NESTING = 100;

/**
 * The maximum number of values in a request's JSON, including objects and lists. A submission of 10,000 rows has up to
 * 50,000 values.
 */
const MAX_VALUES = 64_000;

/** The maximum length of a text in a request, in UTF-16 code units; a prediction's response has half of it. */
const MAX_STRING = 2_000_000;

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
