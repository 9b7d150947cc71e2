import { type Extraction, type UnparsedRule, unparsed } from "../extraction.ts";
import { allMatches } from "./matches.ts";
import { type Asked, askedIn } from "./number-role.ts";
import { OptionTexts } from "./option-texts.ts";
import { readCorrectedNumber, readNumber } from "./read-number-answer.ts";
import { type Reading, Work, within } from "./reading.ts";
import { findBoxed, findBoxToken, findJsonAnswer, findTagged } from "./rules/container.ts";
import { readApiError, readRefusal } from "./rules/refusal.ts";
import { ownEnd } from "./structure/run-on.ts";
import { upTo } from "./structure/take-apart.ts";

const ASCII = /^[\x20-\x7e\n\r\t]*$/;
const DIGIT = /^\p{Nd}$/u;
const DASHES = "−‒–﹣－";
const SUPERSCRIPT = /[⁰¹²³⁴-⁹⁻⁺]/;
const MARKS: Readonly<Record<string, string>> = { "٫": ".", "٬": ",", "٪": "%" };
const cache = new Map<string, string>();

/**
 * Replaces digits of other scripts by ASCII digits and minus signs by hyphens, each code unit by exactly one. A dash is
 * a minus sign if a number or an amount of money follows it directly and no word or number precedes it. Superscripts,
 * which the folded text has as digits, are restored: "10²" is not 102.
 * @param raw the raw text, of the same length
 */
function plainNumbers(text: string, raw: string): string {
  if (ASCII.test(raw)) return text;
  const units = text.split("");
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] ?? "";
    if (SUPERSCRIPT.test(raw.charAt(at)) && unit !== " ") units[at] = raw.charAt(at);
    else if (unit >= "\x80") units[at] = plainMark(unit);
  }
  for (let at = 0; at < units.length; at++) {
    if (!DASHES.includes(units[at] ?? "") || isJoined(units, at)) continue;
    // "− 5": the sign moves to its number.
    const sign = units[at] === "−" && units[at + 1] === " " && isDigit(units[at + 2] ?? "") ? at + 1 : at;
    if (sign > at) units[at] = " ";
    if (sign > at || opensNumber(units, at + 1)) units[sign] = "-";
  }
  return units.join("");
}

/** Whether a dash joins two words or numbers: "3–5", "3 − 5". */
const isJoined = (units: readonly string[], at: number): boolean =>
  /[\p{L}\p{N}%°)\]]/u.test(units[at - 1] ?? "") || (units[at - 1] === " " && isDigit(units[at - 2] ?? ""));

const isDigit = (unit: string): boolean => unit >= "0" && unit <= "9" && unit.length === 1;

const opensNumber = (units: readonly string[], at: number): boolean =>
  isDigit(units[/[$€£¥₹.]/.test(units[at] ?? "") ? at + 1 : at] ?? "");

function plainMark(unit: string): string {
  const known = cache.get(unit);
  if (known !== undefined) return known;
  const plain = MARKS[unit] ?? (DIGIT.test(unit) ? String(digitValue(unit)) : unit);
  cache.set(unit, plain);
  return plain;
}

/** The digits of a script have successive codes, from 0 to 9. */
function digitValue(unit: string): number {
  const code = unit.charCodeAt(0);
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCharCode(code - value - 1))) value += 1;
  return value;
}

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
