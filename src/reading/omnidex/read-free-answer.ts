import { type Extraction, type UnparsedRule, unparsed } from "../extraction.ts";
import { allMatches } from "./all-matches.ts";
import { plainNumbers } from "./number-marks.ts";
import { type Asked, askedIn } from "./number-role.ts";
import { OptionTexts } from "./option-texts.ts";
import { readCorrectedNumber, readNumber } from "./read-number-answer.ts";
import { type Reading, Work, within } from "./reading.ts";
import { readApiError } from "./rules/api-error.ts";
import { findBoxed, findBoxToken, findJsonAnswer, findTagged } from "./rules/container.ts";
import { readRefusal } from "./rules/refusal.ts";
import { ownEnd } from "./structure/run-on.ts";
import { upTo } from "./structure/take-apart.ts";

/**
 * NUMBER: reads the number that the text gives as its answer.
 * @param response the raw response, from which superscripts are read
 */
export function readNumberAnswer(reading: Reading, response: string, question: string): Extraction {
  const asked = askedIn(question);
  const plain = { ...reading, text: plainNumbers(reading.text, response) };
  return readNumberIn(
    ownPart(plain, question, (part) => readNumberIn(part, asked).kind === "answer"),
    asked,
  );
}

function readNumberIn(reading: Reading, asked: Asked | null): Extraction {
  const part = answerPlace(reading, NUMBER_KEY);
  const failure = failureOf(part);
  if (failure !== null) return unparsed(failure);
  const end = part.offset + part.text.length - reading.offset;
  const corrected = part === reading ? null : readCorrectedNumber(within(reading, end, reading.text.length), asked);
  return corrected ?? readNumber(part, asked);
}

const NUMBER_KEY = /["'](?:(?:total[_ ])?count|number|total|value|result)["']\s{0,8}:\s{0,8}(?=["'\d+-])/gi;

/**
 * The text up to an invented next question or turn. Without one, the whole reading.
 * @param settles whether a part of the text, from its beginning, already contains an answer
 */
const ownPart = (reading: Reading, question: string, settles: (part: Reading) => boolean): Reading =>
  upTo(
    reading,
    ownEnd(reading, question, (at, summary) => !summary && settles(upTo(reading, at))),
  );

/** RETRIEVAL: reads the list of indices. A refusal that mentions images is not a list. */
export function readIndicesAnswer(reading: Reading, response: string, question: string): Extraction {
  const part = answerPlace(reading);
  const refused = failureOf(part) === null && !/\[[^\]]{0,200}\d/.test(part.text) && readRefusal(part) !== null;
  return refused ? unparsed("refusal") : readLiteralAnswer(reading, response, question, "[");
}

/**
 * For formats whose answers are objects or lists. Reads the text from the last object or list that is declared as the
 * answer ("Final answer: {…}"). If none is declared, reads the whole text. The scorer then takes the first object or
 * list, and the answer is ambiguous if another one follows it.
 */
export function readLiteralAnswer(
  reading: Reading,
  response: string,
  question: string,
  opening: "{" | "[",
): Extraction {
  const closing = opening === "{" ? "}" : "]";
  const own = ownPart(reading, question, ({ text }) => text.includes(closing));
  const quoted = findJsonAnswer(own);
  if (quoted?.text.trimStart().startsWith(opening) === true && isQuoted(own, quoted))
    return wholeText(quoted, response, "json-answer");
  const part = findTagged(own) ?? findBoxToken(own) ?? findBoxed(own) ?? own;
  const place = part.text.trim() === "" ? own : part;
  const declared = failureOf(place) === null ? allMatches(place.text, DECLARED_LITERAL[opening]).at(-1) : undefined;
  if (declared !== undefined)
    return wholeText(
      within(place, declared.index + declared[0].length, place.text.length),
      response,
      "declared-answer",
    );
  const extraction = wholeText(place, response, "whole-text");
  const second = extraction.kind === "answer" && hasSecond(extraction.answer, opening);
  return second ? { ...extraction, ambiguous: true } : extraction;
}

/** Whether a value of JSON is a string. */
const isQuoted = (whole: Reading, value: Reading): boolean =>
  /["']/.test(whole.text.charAt(value.offset - whole.offset - 1));

const ANSWER_IS =
  "(?:\\banswer[\"']?|答案|答え|正解|정답)[\\s*_:=是为は은]{0,8}(?:\\b(?:is|would be)\\b)?[\\s*_:=]{0,8}(?:```\\w{0,10}\\s{0,3})?";
const FIELD = "[\"']\\s{0,4}:\\s{0,4}";
/** A declaration directly before an object or a list. Indices may be declared without brackets. */
const DECLARED_LITERAL = {
  "{": new RegExp(`(?:${ANSWER_IS}|["'](?:counts?|instances|objects|result|output)${FIELD})(?=\\{)`, "gi"),
  "[": new RegExp(
    `${ANSWER_IS}(?=\\[|\\d)|["'](?:indices|index|images|candidates|matches|result|output)${FIELD}(?=\\[)`,
    "gi",
  ),
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
export function readTextAnswer(reading: Reading, response: string, question: string): Extraction {
  const own = ownPart(reading, question, isSettled);
  const part = answerPlace(own);
  const declared = part === own && failureOf(part) === null ? allMatches(part.text, DECLARED_TEXT).at(-1) : undefined;
  if (declared === undefined) return wholeText(unfenced(part), response, "whole-text");
  const start = declared.index + declared[0].length;
  const line = /^[^\n]*/.exec(part.text.slice(start))?.[0] ?? "";
  const marks = /[\s*_]{1,8}$/.exec(line)?.[0].length ?? 0;
  return wholeText(within(part, start, start + line.length - marks), response, "declared-answer");
}

/** Whether a text before a turn is an answer, and does not lead to it: "Here is the question:". */
const isSettled = ({ text }: Reading): boolean => !/[:?][\s*_]*$/.test(text.slice(-20));

const DECLARED_TEXT =
  /(?:^|\n)[\s*_#>]{0,8}(?:(?:so|therefore|thus|hence),? )?(?:(?:the|my) )?(?:(?:final|correct|right|best|short) ){0,2}answer(?:[\s*_]{0,4}[:=]|[*_]{0,2} is\b:?)[\s*_]{0,6}(?=\S)/gi;

/** CAPTION: reads the text in the container meant for the answer, or the whole response if there is no container. */
export function readWholeAnswer(reading: Reading, response: string, question: string): Extraction {
  const own = ownPart(reading, question, isSettled);
  return wholeText(unfenced(answerPlace(own, CAPTION_KEY)), response, "whole-text");
}

const CAPTION_KEY = /["'](?:caption|description|summary)["']\s{0,8}:\s{0,8}(?=["'])/gi;

function wholeText(part: Reading, response: string, rule: string): Extraction {
  const failure = failureOf(part);
  if (failure !== null) return unparsed(failure);
  const start = part.offset + part.text.search(/\S/);
  const end = part.offset + part.text.trimEnd().length;
  const raw = response.slice(start, end);
  // The content of a JSON string.
  const isEscaped = raw.includes("\\") && /["']/.test(response.charAt(start - 1));
  return { kind: "answer", answer: isEscaped ? unescaped(raw) : raw, rule, span: { start, end }, ambiguous: false };
}

const unescaped = (text: string): string =>
  text.replace(/\\(u[\da-f]{4}|.)/gi, (_, code: string) =>
    code.length > 1
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : (({ n: "\n", t: "\t", r: "\r" } as Record<string, string>)[code] ?? code),
  );

/**
 * The content of the last answer field, tag or box; the whole reading if there is none.
 * @param key another field of JSON that holds answers of this format
 */
function answerPlace(reading: Reading, key?: RegExp): Reading {
  const part =
    findJsonAnswer(reading) ??
    (key === undefined ? null : findJsonAnswer(reading, key)) ??
    findTagged(reading) ??
    findBoxToken(reading) ??
    findBoxed(reading);
  return part === null || part.text.trim() === "" ? reading : part;
}

const FENCE = "```";

/** The content of a code block, if the text is nothing else. */
function unfenced(part: Reading): Reading {
  const text = part.text.trim();
  const start = part.text.indexOf("\n", part.text.indexOf(FENCE)) + 1;
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE) || start === 0) return part;
  const end = part.text.lastIndexOf(FENCE);
  return end <= start || part.text.slice(start, end).includes(FENCE) ? part : within(part, start, end);
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
