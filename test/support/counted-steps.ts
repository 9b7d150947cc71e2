import { type Matcher, matcherOf } from "./stepping-regexp.ts";

/** More steps than any test takes. A test that takes more would not end for minutes. */
const MOST_STEPS = 200_000_000;

let steps = 0;

/** Counts steps of work on text. */
export function step(count = 1): void {
  steps += count;
  if (steps > MOST_STEPS) throw new Error(`more than ${MOST_STEPS} steps`);
}

const matchers = new Map<string, Matcher>();

/** The matcher of a regular expression. Other objects with the same source and flags share it. */
function matcherFor({ source, flags }: RegExp): Matcher {
  const name = `${flags}/${source}`;
  const known = matchers.get(name);
  if (known !== undefined) return known;
  // The matcher's own making is not counted.
  restore();
  try {
    const made = matcherOf(source, flags, step);
    matchers.set(name, made);
    return made;
  } finally {
    replace();
  }
}

const native = RegExp.prototype.exec;

/** Like the native method. Also counts the steps of a backtracking matcher, which must find the same. */
function exec(this: RegExp, text: string): RegExpExecArray | null {
  const isAnchored = this.global || this.sticky;
  const start = isAnchored ? this.lastIndex : 0;
  const found = native.call(this, text);
  const ours = matcherFor(this)(String(text), start);
  const theirs = found === null ? null : [found.index, found.index + found[0].length];
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw new Error(`${this} finds ${theirs}, and not ${ours}, from ${start} in ${JSON.stringify(text.slice(0, 200))}`);
  return found;
}

/** Methods of strings that read characters, with the number that a call reads. */
const READING = {
  indexOf: (text: string, found: unknown, [part, from = 0]: readonly unknown[]) =>
    (found === -1 ? text.length : Number(found) + String(part).length) - Number(from),
  lastIndexOf: (text: string, found: unknown, [, from = text.length]: readonly unknown[]) =>
    Math.min(text.length, Number(from)) - Number(found),
  includes: (text: string) => text.length,
  toLowerCase: (text: string) => text.length,
  toUpperCase: (text: string) => text.length,
  normalize: (text: string) => text.length,
  trim: (text: string, found: unknown) => text.length - String(found).length,
  trimStart: (text: string, found: unknown) => text.length - String(found).length,
  trimEnd: (text: string, found: unknown) => text.length - String(found).length,
} as const;

/** The same for work that waits. Nothing else may work on texts in the meantime. */
export async function stepsDuring(work: () => Promise<unknown>): Promise<number> {
  steps = 0;
  replace();
  try {
    await work();
  } finally {
    restore();
  }
  return steps;
}

type Method = (...call: unknown[]) => unknown;
const strings = String.prototype as unknown as Record<string, Method>;
const originals = Object.entries(READING).map(([name, read]) => ({ name, read, method: strings[name] as Method }));

function replace(): void {
  RegExp.prototype.exec = exec;
  for (const { name, read, method } of originals)
    strings[name] = function (this: string, ...call) {
      const found = method.apply(this, call);
      step(Math.max(1, read(String(this), found, call)));
      return found;
    };
}

function restore(): void {
  RegExp.prototype.exec = native;
  for (const { name, method } of originals) strings[name] = method;
}

/**
 * The steps of a piece of work on texts: those of the regular expressions, by a plain backtracking matcher, and the
 * characters that methods of strings read. Unlike times, these numbers are the same on every machine.
 */
export function stepsOf(work: () => unknown): number {
  steps = 0;
  replace();
  try {
    work();
  } finally {
    restore();
  }
  return steps;
}
