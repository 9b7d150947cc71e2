import { type Extraction, type UnparsedRule, unparsed } from "../../extraction.ts";
import { OptionTexts } from "./option-texts.ts";
import type { Reading } from "./reading.ts";
import { readApiError } from "./rules/api-error.ts";
import { findBoxed, findBoxToken, findTagged } from "./rules/container.ts";
import { readRefusal } from "./rules/refusal.ts";

const NUMBER_WORDS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const DECLARED =
  /\b(?:answer|total|count|number)\b[^.\d\n]{0,40}?(?:\bis\b|\bare\b|[:=])[\s*_$"'({\\]{0,6}(?:boxed\{)?(-?\d+(?:\.\d+)?|[a-z]{3,6}\b)/gi;
const DIGITS = /(?<![\p{L}\p{N}_.,:-])-?\d{1,15}(?:\.\d{1,15})?(?![\p{L}\p{N}_]|[.,:]\d)/gu;
const WORD = new RegExp(`\\b(?:${NUMBER_WORDS.join("|")})\\b`, "gi");

/** NUMBER: the last number that is declared to be the answer, else the only one there is; as digits. */
export function readNumberAnswer(reading: Reading): Extraction {
  const part = answerPlace(reading);
  const failure = failureOf(part);
  if (failure !== null) return unparsed(failure);
  const declared = [...part.text.matchAll(DECLARED)].filter((match) => numberOf(match[1] ?? "") !== null).at(-1);
  if (declared !== undefined)
    return numberAt(part, declared[1] ?? "", declared.index + declared[0].length - (declared[1] ?? "").length);
  const digits = [...part.text.matchAll(DIGITS)];
  const all = digits.length > 0 ? digits : [...part.text.matchAll(WORD)];
  const first = all[0];
  if (first === undefined) return unparsed(readRefusal(part) === null ? "no-answer" : "refusal");
  if (all.some((other) => numberOf(other[0]) !== numberOf(first[0]))) return unparsed("several-answers");
  return numberAt(part, first[0], first.index);
}

function numberOf(text: string): number | null {
  if (/^-?\d/.test(text)) return Number(text);
  const index = NUMBER_WORDS.indexOf(text.toLowerCase());
  return index < 0 ? null : index;
}

function numberAt(part: Reading, text: string, at: number): Extraction {
  const start = part.offset + at;
  return {
    kind: "answer",
    answer: String(numberOf(text)),
    rule: "number",
    span: { start, end: start + text.length },
    ambiguous: false,
  };
}

/** A format that is read by its scorer: the text where the answer is meant to stand, or else all of it. */
export function readWholeAnswer(reading: Reading, response: string): Extraction {
  const part = answerPlace(reading);
  const failure = failureOf(part);
  if (failure !== null) return unparsed(failure);
  const start = part.offset + part.text.search(/\S/);
  const end = part.offset + part.text.trimEnd().length;
  return {
    kind: "answer",
    answer: response.slice(start, end),
    rule: "whole-text",
    span: { start, end },
    ambiguous: false,
  };
}

/** The inside of the last tag or box, where there is one. */
function answerPlace(reading: Reading): Reading {
  const part = findTagged(reading) ?? findBoxToken(reading) ?? findBoxed(reading);
  return part === null || part.text.trim() === "" ? reading : part;
}

function failureOf(part: Reading): UnparsedRule | null {
  if (part.text.trim() === "") return "empty";
  return readApiError(part) === null ? null : "api-error";
}

/** A reading of a question without options. */
export const plainReading = (text: string): Reading => ({
  text,
  offset: 0,
  options: new OptionTexts([]),
  labels: false,
});
