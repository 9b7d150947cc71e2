/** Marks around a text that are no part of it: quotation marks, emphasis, brackets, punctuation, the dollars of LaTeX. */
const BEFORE = /^[\s*_"'`«»“”「」『』$([{:：→]+/;
const AFTER = /[\s*_"'`«»“”「」『』$)\]}.!…。,;:]+$/;
const MINUS = /[−–‐‑]/g;

/** A text without the marks around it. */
export const undecorated = (text: string): string =>
  (HASHED.exec(text)?.[1] ?? text).replace(BEFORE, "").replace(AFTER, "");

/** The form that AVI-Bench asks for: "#yes#". */
const HASHED = /^\s{0,4}#{1,3}([^#]{1,300})#{1,3}[\s.]{0,4}$/;

const DECORATION = " \t\r\n*_\"'`«»“”「」『』$([{:：→";

/** The first character of a text that is not decoration; empty if there is none. */
export function firstUnit(text: string): string {
  for (let at = 0; at < text.length; at++)
    if (!DECORATION.includes(text.charAt(at))) return PLAIN_MINUS[text.charAt(at)] ?? text.charAt(at);
  return "";
}

const DECORATION_AFTER = " \t\r\n*_\"'`«»“”「」『』$)]}.!…。,;:";

/** The last characters of a text before its decoration, without white space. */
export function lastUnits(text: string, count: number): string {
  let at = text.length - 1;
  while (at >= 0 && DECORATION_AFTER.includes(text.charAt(at))) at -= 1;
  let units = "";
  for (; at >= 0 && units.length < count; at--) {
    const unit = text.charAt(at);
    if (!SPACE.includes(unit)) units = (PLAIN_MINUS[unit] ?? unit) + units;
  }
  return units;
}

const SPACE = " \t\r\n";
const PLAIN_MINUS: Readonly<Record<string, string>> = { "−": "-", "–": "-", "‐": "-", "‑": "-" };

/** Without white space, and with one kind of minus. */
const dense = (text: string): string => undecorated(text).replace(/\s+/g, "").replace(MINUS, "-");

/** The forms in which an option's text and a part of a response are compared letter for letter, the strictest first. */
export const EXACT_FORMS: readonly ((text: string) => string)[] = [
  (text) => text.trim().replace(/\.$/, ""),
  dense,
  (text) => dense(text).toLowerCase(),
];
