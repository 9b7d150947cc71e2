/** The limits of a JSON value. */
export interface ValueLimits {
  /** How many levels it may nest. */
  readonly depth: number;
  /** How many values it may hold, including objects and lists. */
  readonly values: number;
  /** How many UTF-16 code units each text in it may have. */
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

/**
 * Whether a text with brackets, such as a GraphQL document, nests deeper than `most` levels. Brackets inside strings count
 * too, which errs towards refusal.
 */
export function textTooDeep(text: string, most: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[{}[\]()]/g)) {
    depth += "{[(".includes(bracket) ? 1 : -1;
    if (depth > most) return true;
  }
  return false;
}
