import { endOfString } from "../../domain/json-text.ts";

/**
 * An integer of 16 digits or more, which `JSON.parse` may round. Numbers with a fraction or an exponent do not match. Nor
 * do texts that are not JSON: an integer with leading zeros, and one before a colon.
 */
const LONG = /(?<=^|[:,[\s])-?[1-9]\d{15,}(?![\d.eE]|\s*:)/g;
const hasLong = /(?:^|[:,[\s])-?\d{16}/;

/** The integer as a number if JavaScript has exactly this number, otherwise its text. */
export const exactInteger = (digits: string): number | string =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

/**
 * Quotes the integers of a JSON text that JavaScript would round, so that they are read as texts with all their digits.
 * They are ids or keys, which are texts anyway.
 */
export const quoteLongIntegers = (text: string): string =>
  hasLong.test(text)
    ? replaceOutsideStrings(text, LONG, (found) => (typeof exactInteger(found) === "number" ? found : `"${found}"`))
    : text;

/**
 * Replaces matches of a pattern outside the strings of a JSON text. One pattern that also skips strings would not do: it
 * exhausts the stack of V8's regular expressions within a long string with many escapes.
 */
export function replaceOutsideStrings(text: string, pattern: RegExp, by: (found: string) => string): string {
  let replaced = "";
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const start = quote < 0 ? text.length : quote;
    const end = endOfString(text, start);
    replaced += text.slice(at, start).replace(pattern, by) + text.slice(start, end);
    at = end;
  }
  return replaced;
}
