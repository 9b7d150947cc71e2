import { type Extraction, type UnparsedRule, unparsed } from "../../extraction.ts";
import { allMatches } from "./all-matches.ts";
import { OptionTexts } from "./option-texts.ts";
import { readNumber } from "./read-number-answer.ts";
import { type Reading, Work, within } from "./reading.ts";
import { readApiError } from "./rules/api-error.ts";
import { findBoxed, findBoxToken, findTagged } from "./rules/container.ts";
import { readRefusal } from "./rules/refusal.ts";

/** NUMBER: reads the number that the text gives as its answer. */
export function readNumberAnswer(reading: Reading): Extraction {
  const part = answerPlace(reading);
  const failure = failureOf(part);
  return failure === null ? readNumber(part) : unparsed(failure);
}

/** RETRIEVAL: reads the list of indices. A refusal that mentions images is not a list. */
export function readIndicesAnswer(reading: Reading, response: string): Extraction {
  const part = answerPlace(reading);
  const refused = failureOf(part) === null && !/\[[^\]]{0,200}\d/.test(part.text) && readRefusal(part) !== null;
  return refused ? unparsed("refusal") : readLiteralAnswer(reading, response, "[");
}

/**
 * For formats whose answers are objects or lists. Reads the text from the last object or list that is declared as the
 * answer ("Final answer: {…}"). If none is declared, reads the whole text. The scorer then takes the first object or
 * list, and the answer is ambiguous if another one follows it.
 */
export function readLiteralAnswer(reading: Reading, response: string, opening: "{" | "["): Extraction {
  const part = answerPlace(reading);
  const declared = failureOf(part) === null ? allMatches(part.text, DECLARED_LITERAL[opening]).at(-1) : undefined;
  if (declared !== undefined)
    return wholeText(within(part, declared.index + declared[0].length, part.text.length), response, "declared-answer");
  const extraction = wholeText(part, response, "whole-text");
  const second = extraction.kind === "answer" && hasSecond(extraction.answer, opening);
  return second ? { ...extraction, ambiguous: true } : extraction;
}

const ANSWER_IS =
  "(?:\\banswer|答案|答え|正解|정답)[\\s*_:=是为は은]{0,8}(?:\\b(?:is|would be)\\b)?[\\s*_:=]{0,8}(?:```\\w{0,10}\\s{0,3})?";
/** A declaration directly before an object or a list. Indices may be declared without brackets. */
const DECLARED_LITERAL = {
  "{": new RegExp(`${ANSWER_IS}(?=\\{)`, "gi"),
  "[": new RegExp(`${ANSWER_IS}(?=\\[|\\d)`, "gi"),
};

/** Whether the text has another object or list after the end of the first one. */
function hasSecond(text: string, opening: "{" | "["): boolean {
  const closing = opening === "{" ? "}" : "]";
  let depth = 0;
  for (let at = text.indexOf(opening); at >= 0 && at < text.length; at++) {
    if (text.charAt(at) === opening) depth += 1;
    if (text.charAt(at) === closing) depth -= 1;
    if (depth === 0) return text.includes(opening, at);
  }
  return false;
}

/**
 * OPEN_TEXT: reads the line that is declared as the answer ("Answer: red", "The answer is red."), or the whole response
 * if there is no such line.
 */
export function readTextAnswer(reading: Reading, response: string): Extraction {
  const part = answerPlace(reading);
  const declared = failureOf(part) === null ? allMatches(part.text, DECLARED_TEXT).at(-1) : undefined;
  if (declared === undefined) return wholeText(part, response, "whole-text");
  const start = declared.index + declared[0].length;
  const line = /^[^\n]*/.exec(part.text.slice(start))?.[0] ?? "";
  const marks = /[\s*_]{1,8}$/.exec(line)?.[0].length ?? 0;
  return wholeText(within(part, start, start + line.length - marks), response, "declared-answer");
}

const DECLARED_TEXT =
  /(?:^|\n)[\s*_#>]{0,8}(?:(?:so|therefore|thus|hence),? )?(?:(?:the|my) )?(?:(?:final|correct|right|best|short) ){0,2}answer(?:[\s*_]{0,4}[:=]|[*_]{0,2} is\b:?)[\s*_]{0,6}(?=\S)/gi;

/** CAPTION: reads the text in the container meant for the answer, or the whole response if there is no container. */
export const readWholeAnswer = (reading: Reading, response: string): Extraction =>
  wholeText(answerPlace(reading), response, "whole-text");

function wholeText(part: Reading, response: string, rule: string): Extraction {
  const failure = failureOf(part);
  if (failure !== null) return unparsed(failure);
  const start = part.offset + part.text.search(/\S/);
  const end = part.offset + part.text.trimEnd().length;
  return {
    kind: "answer",
    answer: response.slice(start, end),
    rule,
    span: { start, end },
    ambiguous: false,
  };
}

/** The content of the last tag or box; the whole reading if there is neither. */
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
  work: new Work(text.length),
});
