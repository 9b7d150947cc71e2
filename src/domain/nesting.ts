/**
 * Whether a JSON value, or a text with brackets such as a GraphQL document, nests deeper than `most` levels. Does not
 * recurse. In a text, brackets inside strings count too, which errs towards refusal.
 */
export const tooDeep = (value: unknown, most: number): boolean =>
  typeof value === "string" ? textTooDeep(value, most) : valueTooDeep(value, most);

function textTooDeep(text: string, most: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[{}[\]()]/g)) {
    depth += "{[(".includes(bracket) ? 1 : -1;
    if (depth > most) return true;
  }
  return false;
}

function valueTooDeep(value: unknown, most: number): boolean {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== "object" || next.value === null) continue;
    if (next.depth > most) return true;
    for (const child of Object.values(next.value)) {
      if (typeof child === "object" && child !== null) open.push({ value: child, depth: next.depth + 1 });
    }
  }
  return false;
}

/** Whether a JSON value holds more than `most` values, including objects and lists. Stops as soon as it does. */
export function holdsMore(value: unknown, most: number): boolean {
  const open: unknown[] = [value];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const children: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += children.length;
    if (count > most) return true;
    for (const child of children) if (typeof child === "object" && child !== null) open.push(child);
  }
  return false;
}

/** Whether a JSON value holds a text of more than `most` UTF-16 code units. */
export function holdsLonger(value: unknown, most: number): boolean {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string" && next.length > most) return true;
    if (typeof next === "object" && next !== null) for (const child of Object.values(next)) open.push(child);
  }
  return false;
}
