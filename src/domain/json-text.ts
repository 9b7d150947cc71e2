const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The position after the string that begins at `start` in a JSON text, or the text's end if the string is not closed. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    if (!isEscaped(text, quote)) return quote + 1;
  }
  return text.length;
}

/** The names and indices that lead from a JSON value to a field in it. */
export type JsonWay = readonly (string | number)[];

/**
 * The way to the second of two fields that have one name in one object; null if no name is repeated. `JSON.parse`
 * silently keeps the last of such fields.
 * @param text a valid JSON text
 * @param value what `JSON.parse` makes of it
 */
export const repeatedName = (text: string, value: unknown): JsonWay | null =>
  writtenNames(text) > keptNames(value) ? findRepeated(text) : null;

/** At least the number of names in a JSON text. Strings that begin with a colon are counted, too. */
function writtenNames(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon >= 0; colon = text.indexOf(":", colon + 1)) {
    let at = colon - 1;
    while (isSpace(text.charCodeAt(at))) at -= 1;
    if (text.charCodeAt(at) === QUOTE && !isEscaped(text, at)) count += 1;
  }
  return count;
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}

/** The number of names in a value. Does not recurse, because `JSON.parse` accepts any depth. */
function keptNames(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const children: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (children !== next) count += children.length;
    for (const child of children) if (typeof child === "object" && child !== null) open.push(child);
  }
  return count;
}

/** An object or a list that contains a position of a text. */
interface Level {
  /** The names of the object so far; null for a list. */
  readonly names: Set<string> | null;
  /** The name or index of the current member. */
  step: string | number;
}

function findRepeated(text: string): JsonWay | null {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1);
    const character = text[at];
    if (character === "{") levels.push({ names: new Set(), step: "" });
    else if (character === "[") levels.push({ names: null, step: 0 });
    else if (character === "}" || character === "]") levels.pop();
    else if (character === "," && typeof level?.step === "number") level.step += 1;
    else if (character === '"') {
      const end = endOfString(text, at);
      const name = level?.names == null ? null : nameAt(text, at, end);
      if (level !== undefined && name !== null) {
        level.step = name;
        if (level.names?.has(name)) return levels.map(({ step }) => step);
        level.names?.add(name);
      }
      at = end - 1;
    }
  }
  return null;
}

/** The string from `start` to `end`, if a colon follows it. */
function nameAt(text: string, start: number, end: number): string | null {
  let at = end;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return text[at] === ":" ? String(JSON.parse(text.slice(start, end))) : null;
}
