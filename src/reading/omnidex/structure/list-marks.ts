import { isolatedLetters } from "../label-token.ts";
import { remembering } from "../matches.ts";

/** A label that begins an entry of a list: `- **B)** `. */
export interface ListMark {
  /** 0 for A. */
  readonly position: number;
  /** The start of the decoration before the label. */
  readonly start: number;
  readonly labelAt: number;
  /** The start of the entry's own text. */
  readonly textStart: number;
  /** The checkbox or tick before the label, if any. */
  readonly tick: string;
  /** The bullet, brackets, delimiter and case of the label. Entries of one list have the same style. */
  readonly style: string;
}

const TICK = "(?:\\[[ xX✓✔]?\\]|\\([ xX✓✔]\\)|[☐☑☒✅✓✔✗✘❌❎])";
/** Bullets, ticks, emphasis and "Option" before a label. */
const LINE_MARK = new RegExp(
  `([ \\t]*(?:[-*•+>#‣]{1,4}[ \\t]+|\\d{1,2}[.)][ \\t]+|\\\\item[ \\t]*|\\|[ \\t]*)?)(?:(${TICK})[ \\t]*)?(\\*\\*|__|\`)?((?:(?:answer )?(?:option|choice|opcion|opcao|opzione)[ \\t]{1,2}|选项[ \\t]?|選項[ \\t]?)?)([([]?)([A-Za-z])([)\\]]?)(\\*\\*|__|\`)?(?:[ \\t]?([.):：、|=,\\]]|->|→)|[ \\t]([-–—])(?=[ \\t])|[ \\t](?=\\()|(?=[ \\t]*(?:\\n|$)))(?:\\*\\*|__|\`)?`,
  "iy",
);
/** Patterns for the text before and after a label within a line. */
const INLINE_BEFORE = new RegExp(`(?:(${TICK})[ \\t]*)?(\\*\\*)?(?:option |choice )?([([]?)$`, "i");
const INLINE_AFTER =
  /([)\]]?)(?:\*\*)?(?:([.):])(?=[\s*])|(=)(?=[\sYNyn✓✗])|(?=[ \t]?[☐☑☒✅✓✔✗✘❌❎([])|(?<=[)\]])(?=\s)|(?=[ \t]*(?:$|\n)))/y;
const OPENING_TICK = new RegExp(`${TICK}[ \\t]*(?:\\*\\*)?(?:option |choice )?[([]?$`, "i");
const TICKED = /^[ \t]?[☐☑☒✅✓✔✗✘❌❎]/;
/** The maximum number of marks that are examined. */
const MOST_MARKS = 120;

/** The matches of a sticky pattern at the beginnings of lines. */
function matchesAtLines(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  for (let at = 0; at >= 0; at = nextLine(text, at)) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) matches.push(match);
  }
  return matches;
}

/** The start of the next line; -1 if there is none. */
function nextLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? -1 : end + 1;
}

const positionOf = (letter: string): number => letter.toUpperCase().charCodeAt(0) - 65;
const caseOf = (letter: string): string => (letter >= "a" ? "a" : "A");

/** The labels that begin a line. A letter that is alone on its line counts only after a tick or a bullet. */
export const lineMarks = remembering((text: string): readonly ListMark[] => {
  const marks: ListMark[] = [];
  for (const match of matchesAtLines(text, LINE_MARK).slice(-MOST_MARKS)) {
    const [whole, bullet = "", tick = "", bold = "", word = "", open = "", letter = "", close = "", shut = ""] = match;
    const delimiter = match[9] ?? match[10] ?? "";
    const decorated = tick !== "" || bullet.trim() !== "" || /[ \t]$/.test(whole);
    if (delimiter === "" && close === "" && shut === "" && !decorated) continue;
    const labelAt =
      match.index + bullet.length + whole.slice(bullet.length).search(/(?<![A-Za-z])[A-Za-z](?![A-Za-z])/);
    const named = word === "" ? "" : "option";
    marks.push({
      position: positionOf(letter),
      start: match.index,
      labelAt,
      textStart: match.index + whole.length,
      tick,
      style: `${bullet.trim().charAt(0)}${bold}${named}${open}${close}${delimiter}${caseOf(letter)}`,
    });
  }
  return marks;
});

/** The labels within a line: "(A) a guitar, (B) a violin", "☐ A ☑ B". */
export const inlineMarks = remembering((text: string): readonly ListMark[] => {
  const labels = isolatedLetters(text);
  const first = labels[0]?.start ?? 0;
  // In "A ❌ B ✅", ticks follow their labels. In "☐ A ☑ B", ticks come before their labels.
  const ahead = OPENING_TICK.test(text.slice(Math.max(0, first - 8), first));
  return labels.map(({ start }) => inlineMarkAt(text, start, ahead)).filter((mark) => mark !== null);
});

/**
 * A quick check whether the text after a letter may mark the letter as an entry. It avoids a pattern search for most
 * letters, which are followed by a word.
 */
function mayMark(text: string, end: number): boolean {
  const [next, second] = [text.charAt(end), text.charAt(end + 1)];
  if (next === " ") return second > "\x7f" || second === "" || "([ \t\n".includes(second);
  return next > "\x7f" || next === "" || ")]*.:=([\t\n\r\v\f".includes(next);
}

function inlineMarkAt(text: string, at: number, ahead: boolean): ListMark | null {
  if (!mayMark(text, at + 1)) return null;
  INLINE_AFTER.lastIndex = at + 1;
  const after = INLINE_AFTER.exec(text);
  if (after === null) return null;
  const before = INLINE_BEFORE.exec(text.slice(Math.max(0, at - 16), at));
  const [opening = "", boxed = "", bold = "", open = ""] = before ?? [];
  const tick = ahead ? boxed : "";
  const [, close = "", mark = "", equals = ""] = after;
  const delimiter = mark + equals;
  const ticked = tick !== "" || TICKED.test(text.slice(INLINE_AFTER.lastIndex, INLINE_AFTER.lastIndex + 3));
  if (!ticked && open === "" && close === "" && delimiter === "") return null;
  return {
    position: positionOf(text.charAt(at)),
    start: at - (ahead ? opening.length : open.length),
    labelAt: at,
    textStart: INLINE_AFTER.lastIndex,
    tick,
    style: `inline${bold}${ticked ? "tick" : ""}${open}${close}${delimiter}${caseOf(text.charAt(at))}`,
  };
}

const NUMBER_MARK = /([ \t]*(?:[-*•][ \t]+)?[*_]{0,2}[([]?)(\d{1,2})([.):\]]{1,2})[*_]{0,2}[ \t]+/y;

/** The numbers that begin a line: "2. Blue". */
export function numberMarks(text: string): ListMark[] {
  return matchesAtLines(text, NUMBER_MARK)
    .slice(-MOST_MARKS)
    .map((match) => ({
      position: Number(match[2]) - 1,
      start: match.index,
      labelAt: match.index + (match[1]?.length ?? 0),
      textStart: match.index + match[0].length,
      tick: "",
      style: `number${match[3] ?? ""}`,
    }));
}
