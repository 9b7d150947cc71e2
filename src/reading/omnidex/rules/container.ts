import { allMatches } from "../matches.ts";
import { type Reading, within } from "../reading.ts";
import { ANSWER_CLOSE, ANSWER_OPEN, OUTPUT_OPEN } from "../structure/tagged-text.ts";

const BOX = /(?:\\|\/)(?:boxed|b?box|fbox)\s{0,2}\{/g;
const BOX_TOKEN = /<\|begin_of_box\|>/g;
const LONGEST_CONTENT = 4000;

/** The content of the last element for an answer or an output that is not empty: `<answer>…</answer>`, `[ANSWER] …`. */
export const findTagged = (reading: Reading): Reading | null => findAnswer(reading) ?? findOutput(reading);

/** The content of the last element for an answer. */
export const findAnswer = (reading: Reading): Reading | null => lastElements(reading, ANSWER_OPEN, 1)[0] ?? null;

/** The content of the last element for an output, such as `<response>` or `<option>`. */
export const findOutput = (reading: Reading): Reading | null => lastElements(reading, OUTPUT_OPEN, 1)[0] ?? null;

/** The text between two elements that answer the same question, neither of which corrects the other. */
const BESIDE = /^[\s\p{P}]{0,20}(?:and|or)?[\s\p{P}]{0,20}$/u;

/** The content of the element for an answer directly before the last one; null if there is none, or text between them. */
export function findAnswerBeside(reading: Reading): Reading | null {
  const [last, before] = lastElements(reading, ANSWER_OPEN, 2);
  if (last === undefined || before === undefined) return null;
  const end = before.offset + before.text.length - reading.offset;
  const between = reading.text.slice(end, last.offset - reading.offset);
  return between.startsWith(ANSWER_CLOSE) && BESIDE.test(between.replaceAll(MARKS, " ").trim()) ? before : null;
}

const MARKS = new RegExp(`[${ANSWER_OPEN}${ANSWER_CLOSE}]`, "g");

/** The contents of the last elements with an opening mark that are not empty, the last one first. */
function lastElements(reading: Reading, opening: string, count: number): readonly Reading[] {
  const { text } = reading;
  const found: Reading[] = [];
  let end = text.length;
  for (let at = text.lastIndexOf(opening); at >= 0 && found.length < count; at = text.lastIndexOf(opening, at - 1)) {
    const close = text.slice(at + 1, end).indexOf(ANSWER_CLOSE);
    const content = within(reading, at + 1, close < 0 ? end : at + 1 + close);
    if (content.text.trim() !== "") found.push(content);
    if (at === 0) break;
    end = at;
  }
  return found;
}

/** The content of the last pair of box tokens. */
export function findBoxToken(reading: Reading): Reading | null {
  const { text } = reading;
  if (!text.includes("<")) return null;
  const last = allMatches(text, BOX_TOKEN).at(-1);
  if (last === undefined) return null;
  const start = last.index + last[0].length;
  const end = text
    .slice(start, start + LONGEST_CONTENT)
    .toLowerCase()
    .indexOf("<|end_of_box|>");
  return within(reading, start, end < 0 ? text.length : start + end);
}

/** The content of the last `\boxed{…}`, with balanced braces. An unclosed box is ignored. */
export function findBoxed(reading: Reading): Reading | null {
  const { text } = reading;
  if (!text.includes("{")) return null;
  const all = allMatches(text, BOX);
  const last = all.at(-1);
  if (last === undefined) return null;
  const start = last.index + last[0].length;
  let depth = 1;
  for (let at = start; at < Math.min(text.length, start + LONGEST_CONTENT); at++) {
    if (text.charAt(at) === "{") depth += 1;
    if (text.charAt(at) === "}") depth -= 1;
    if (depth === 0) return unwrapped(within(reading, joinedStart(text, all, last) ?? start, at));
  }
  return null;
}

/** Removes a text command: the content of `\text{B. Twice}`. */
function unwrapped(reading: Reading): Reading {
  const match = /^(\s*\\(?:text|textbf|mathrm|mathbf|mathit|mathsf)\s{0,2}\{)([^{}]*)\}\s*$/.exec(reading.text);
  const [, opening = "", content = ""] = match ?? [];
  return match === null ? reading : within(reading, opening.length, opening.length + content.length);
}

/** The start of the first of two joined boxes: "\boxed{A} or \boxed{B}". */
function joinedStart(text: string, all: readonly RegExpExecArray[], last: RegExpExecArray): number | null {
  const before = all.at(-2);
  if (before === undefined) return null;
  const start = before.index + before[0].length;
  return /^[^{}]{0,20}\}[$\s]{0,3}(?:or|and|,|\/|&)[$\s]{0,3}$/.test(text.slice(start, last.index)) ? start : null;
}

const KEY =
  /["'](?:final[_ ]?answer|answer|choice|option|prediction|selected[_ ]?(?:option|answer)|answer[_ ]?(?:letter|choice|key|option)|correct[_ ]?(?:answer|option|choice)|response|label)["']\s{0,8}:\s{0,8}|\{\s{0,8}(?:final_answer|answer|choice)\s{0,8}:\s{0,8}/gi;

/**
 * The value of the last answer field of a JSON object, even if the object is malformed.
 * @param key a global pattern for the field's name up to its value
 */
export function findJsonAnswer(reading: Reading, key: RegExp = KEY): Reading | null {
  const { text } = reading;
  if (!text.includes("{")) return null;
  const last = allMatches(text, key).at(-1);
  if (last === undefined) return null;
  const start = last.index + last[0].length;
  const quote = text.charAt(start);
  if (quote === '"' || quote === "'") return within(reading, start + 1, closingQuote(text, start + 1, quote));
  const end = quote === "[" ? text.indexOf("]", start) : start + text.slice(start, start + 200).search(/[,}\]\n]|$/);
  return within(reading, quote === "[" ? start + 1 : start, end < 0 ? text.length : end);
}

/** Between the answers of two JSON objects: the end of the first object, and the start of the second. */
const OBJECTS_BESIDE = /^["']?\s*(?:,[^{}]{0,300})?\}\s{0,9},?\s{0,9}\{[^{}]{0,300}$/;

/** The answer of the JSON object directly before the last one; null if there is none, or text between them. */
export function findJsonAnswerBeside(reading: Reading): Reading | null {
  const { text } = reading;
  const last = text.includes("{") ? allMatches(text, KEY).at(-1) : undefined;
  if (last === undefined) return null;
  const before = findJsonAnswer(within(reading, 0, last.index));
  if (before === null) return null;
  const end = before.offset + before.text.length - reading.offset;
  return OBJECTS_BESIDE.test(text.slice(end, last.index)) ? before : null;
}

function closingQuote(text: string, start: number, quote: string): number {
  for (let at = start; at < text.length; at++) {
    if (text.charAt(at) === "\\") at += 1;
    else if (text.charAt(at) === quote) return at;
  }
  return text.length;
}
