import { stands } from "./governance/stands.ts";
import { endsPlainly, readPlainAnswer } from "./read-plain-answer.ts";
import { readStatements } from "./read-statements.ts";
import { readYesNo } from "./read-yes-no.ts";
import { readYesNoCorrection, readYesNoWords } from "./read-yes-no-words.ts";
import { type Finding, type Reading, type Rule, renamed, within } from "./reading.ts";
import { readConclusion, readCorrections } from "./rules/conclusion.ts";
import {
  findAnswer,
  findAnswerBeside,
  findBoxed,
  findBoxToken,
  findJsonAnswer,
  findJsonAnswerBeside,
  findOutput,
} from "./rules/container.ts";
import { readElimination } from "./rules/elimination.ts";
import { readLabelWithLetter } from "./rules/label-predicate.ts";
import { readLeadingLabel } from "./rules/leading-label.ts";
import { readNativeLetter, readOnlyLetters } from "./rules/native-letter.ts";
import { readOptionNumber, readOptionTime } from "./rules/option-number.ts";
import { LONGEST, readClosingText, readMentionedText, readOwnText, readWholeText } from "./rules/option-text.ts";
import { isHedged, isRefusal, namesOtherLabel, readApiError, readRefusal, readRequest } from "./rules/refusal.ts";
import { readSeveralQuestions, readVerdictRow } from "./rules/verdict-row.ts";
import type { OptionList } from "./structure/option-lists.ts";
import { ownEnd } from "./structure/run-on.ts";
import { breaksOffInWalk, isTakenOut, Parts, upTo } from "./structure/take-apart.ts";

const RULES: readonly Rule[] = [
  readEqualText,
  readLeadingLabel,
  (reading) => readStatements(reading),
  readOptionNumber,
  readWholeText,
  readRefusal,
  readMentionedText,
];

/** Reads the content of a container meant only for the answer: a tag, a box, a JSON value. */
function readPart(reading: Reading): Finding | null {
  for (const rule of RULES) {
    const finding = rule(reading);
    if (finding !== null && stands(reading, finding)) return finding;
  }
  return null;
}

/** "A minor" is the option "A minor", not the label A. A text of a single letter is a label. */
function readEqualText(reading: Reading): Finding | null {
  const finding = readWholeText(reading);
  const single = reading.labels && /^\W*[A-Za-z]\W*$/.test(reading.text);
  return finding === null || single ? null : finding;
}

const CONTAINERS: readonly (readonly [rule: string, find: (reading: Reading) => Reading | null])[] = [
  ["json-answer", findJsonAnswer],
  ["answer-tag", findAnswer],
  ["output-tag", findOutput],
  ["box-token", findBoxToken],
  ["boxed", findBoxed],
];

/**
 * Reads a container that is meant only for the answer. The container outranks all statements outside it, with
 * two exceptions: a correction after a tag or box, and an option that is declared after a boxed value.
 */
function readContainers(reading: Reading, parts: Parts): Finding | null {
  for (const [rule, find] of CONTAINERS) {
    const part = find(reading);
    if (part === null || part.text.trim() === "") continue;
    const finding = readPart(part);
    if (rule === "boxed") return readBoxed(reading, parts, part, finding);
    if (rule === "output-tag") {
      const output = readOutput(parts, finding);
      if (output === null) continue;
      return takenBack(reading, rule, part) ?? output;
    }
    if (isContradicted(reading, rule, finding)) return { ...unread(part, rule), target: "several-answers" };
    return takenBack(reading, rule, part) ?? (finding === null ? unread(part, rule) : renamed(finding, rule));
  }
  return null;
}

const BESIDE: Readonly<Record<string, (reading: Reading) => Reading | null>> = {
  "json-answer": findJsonAnswerBeside,
  "answer-tag": findAnswerBeside,
};

/** Whether another answer stands directly beside the last one: "<answer>A</answer><answer>C</answer>". */
function isContradicted(reading: Reading, rule: string, finding: Finding | null): boolean {
  const find = BESIDE[rule];
  const beside = find === undefined ? null : find(reading);
  const other = beside === null ? null : readPart(beside);
  return typeof other?.target === "number" && other.target !== finding?.target;
}

/**
 * Reads an element that may also hold something else, such as the output of a program. It does not count if it is no
 * option, and an option that is declared outside it outranks a mere number and whatever it follows.
 */
function readOutput(parts: Parts, finding: Finding | null): Finding | null {
  if (finding === null) return null;
  const declared = parts.decide(readStatements);
  const isFirm = declared !== null && declared.mentioned !== true && typeof declared.target === "number";
  if (isFirm && (declared.start > finding.end || finding.rule === "option-number")) return declared;
  return renamed(finding, "answer-tag");
}

/**
 * Reads a boxed value. It may be the result of a calculation, so a declared option takes its place if the option comes
 * later or the value is not an option.
 */
function readBoxed(reading: Reading, parts: Parts, part: Reading, finding: Finding | null): Finding | null {
  const declared = parts.decide(readStatements);
  const isLabel = /^[\s*_("'[]*(?:\\text\{)?[A-Za-z](?![A-Za-z0-9])[\s.)*_"'\]}]*/.test(part.text);
  const after = declared !== null && declared.mentioned !== true && declared.start > part.offset;
  if (declared !== null && typeof declared.target === "number" && (after || typeof finding?.target !== "number"))
    return declared;
  if (after && isLabel && declared.target === "several-answers") return declared;
  return takenBack(reading, "boxed", part) ?? (finding === null ? unread(part, "boxed") : renamed(finding, "boxed"));
}

const unread = (part: Reading, rule: string): Finding => ({
  rule,
  start: part.offset,
  end: part.offset,
  target: "no-answer",
  ambiguous: false,
});

function takenBack(reading: Reading, rule: string, answer: Reading): Finding | null {
  if (rule === "json-answer") return null;
  const end = answer.offset + answer.text.length;
  if (!reading.labels) return readYesNoCorrection(within(reading, end - reading.offset, reading.text.length));
  return readCorrections(reading).findLast((correction) => correction.start > end) ?? null;
}

type Stage = (reading: Reading, parts: Parts, question: string) => Finding | null;

/**
 * The stages before (`PLACES`) and after (`MENTIONS`) the reading of statements, in order. The first stage with a
 * finding decides.
 */
const PLACES: readonly Stage[] = [
  (reading) => (reading.labels ? null : readRequest(reading)),
  (reading) => (reading.labels || /[{<\\]/.test(reading.text) ? null : readYesNoWords(reading)),
  readExactText,
  readNativeLetter,
  readOnlyLetters,
  readLabelWithLetter,
  readApiError,
  readVerdictRow,
  readContainers,
  readYesNoWords,
];
/** The places that matter in a response that ends with "The answer is (C)." */
const PLACES_BEFORE_CLOSING: readonly Stage[] = [readApiError, readContainers];
const MENTIONS: readonly Stage[] = [
  (reading) => readElimination(reading),
  (_, parts) => inShort(parts, readClosingText),
  (reading, parts) => (breaksOffInWalk(reading) ? truncated(reading) : inShort(parts, readOptionNumber)),
  (_, parts) => inShort(parts, readWholeText),
  (_, { statements }) => agreed(statements, readConclusion(statements)),
  (_, parts) => inShort(parts, readRefusingOption),
  (_, { statements }, question) => readYesNo(statements, question),
  (_, { statements }) => readRefusal(statements),
  (_, parts) => inShort(parts, readOptionTime),
  (_, parts) => inShort(parts, readMentionedText),
  readBareList,
];

/** Options' texts are searched for in short responses only, because a long response mentions many things. */
const inShort = (parts: Parts, read: (remainder: Reading) => Finding | null): Finding | null =>
  parts.statements.text.length > 2 * LONGEST && parts.statements.text.trim().length > LONGEST
    ? null
    : read(parts.remainder);

/**
 * The answer in a whole response, or the reason for an abstention. Returns null if nothing in the response resembles an
 * answer.
 * @param question the question's text, empty if unknown
 */
export function readAnswer(response: Reading, question: string): Finding | null {
  const plain = readPlainAnswer(response);
  if (plain !== null) return plain;
  const several = readSeveralQuestions(response);
  if (several !== null) return several;
  const own = upTo(response, signOffStart(response.text));
  let parts: Parts | null = null;
  const end = ownEnd(own, question, (at, summary) => {
    parts = new Parts(upTo(own, at));
    return settles(parts, summary);
  });
  const reading = upTo(own, end);
  const known = parts as Parts | null;
  return readParts(reading, known?.statements.text.length === end ? known : new Parts(reading), question);
}

const readParts = (reading: Reading, parts: Parts, question: string): Finding | null =>
  firstOf(endsPlainly(reading) ? PLACES_BEFORE_CLOSING : PLACES, reading, parts, question) ??
  readStatement(reading, parts) ??
  firstOf(MENTIONS, reading, parts, question);

/** The statement that decides. A label at an edge is none if it continues a list, or if the text breaks off behind it. */
function readStatement(reading: Reading, parts: Parts): Finding | null {
  const finding = parts.decide(readStatements);
  if (finding === null || typeof finding.target !== "number" || !EDGES.has(finding.rule)) return finding;
  if (isNextEntry(reading, parts.lists, finding)) return { ...finding, target: "several-answers" };
  const rest = reading.text.slice(finding.end - reading.offset).trim();
  const isCut = rest.length < LONGEST_CUT && /[\p{L}\p{N},;:–-]$/u.test(rest);
  return isCut && reading.options.equalTo(rest) !== finding.target && breaksOffInWalk(reading)
    ? truncated(reading)
    : finding;
}

/**
 * Whether a label with a mark directly follows a list: it is the list's next entry ("A. Red\nB. Blue\nC."), or the list
 * begins again.
 */
function isNextEntry({ text, offset }: Reading, lists: readonly OptionList[], finding: Finding): boolean {
  const [from, to] = [finding.start - offset, finding.end - offset];
  const list = lists.findLast(({ start }) => start < from);
  if (list === undefined || from < list.end || !/^[.):\]]/.test(text.charAt(to))) return false;
  const between = text.slice(list.end, from);
  if (!/^[\s.;,]{0,3}[-*([]{0,3}$/.test(between) || /\n\s*\n/.test(between)) return false;
  const holding = lists.filter(({ entries }) => entries.some(({ position }) => position === finding.target));
  return holding.length > 1 || !holding.includes(list);
}

const EDGES: ReadonlySet<string> = new Set(["trailing-label", "leading-label", "label-with-text"]);
const LONGEST_CUT = 300;

function firstOf(stages: readonly Stage[], reading: Reading, parts: Parts, question: string): Finding | null {
  for (const stage of stages) {
    const finding = stage(reading, parts, question);
    if (finding !== null && stands(reading, finding)) return finding;
  }
  return null;
}

/** "The answer is", directly before a label. */
const ANSWER_IS = /\b(?:answer|option|choice)(?: is| would be| should be)?:?[\s*_(["']{0,4}$/i;

/**
 * Whether a text commits to an option, including an option that does not exist.
 * @param summary whether a summary of "all the answers" follows the text; if so, only a plain "the answer is C" counts
 */
function settles(parts: Parts, summary: boolean): boolean {
  const reading = parts.statements;
  const finding = readContainers(reading, parts) ?? parts.decide(readStatements);
  if (finding === null)
    return !summary && (readRefusal(reading) !== null || reading.options.equalTo(reading.text) >= 0);
  if (!summary) return true;
  const at = finding.start - reading.offset;
  return finding.end - finding.start === 1 && ANSWER_IS.test(reading.text.slice(Math.max(0, at - 40), at));
}

const truncated = (reading: Reading): Finding => ({
  rule: "truncated",
  start: reading.offset,
  end: reading.offset + reading.text.length,
  target: "truncated",
  ambiguous: false,
});

/** Reads a response that is exactly an option's text, whatever else it resembles: "None of the above", "C major". */
function readExactText(reading: Reading): Finding | null {
  const own = readOwnText(reading);
  if (own !== null) return own;
  const exact = reading.options.equalTo(reading.text);
  const finding = exact < 0 ? null : readWholeText(reading);
  if (finding?.target !== exact) return null;
  const label = reading.labels ? readLeadingLabel(reading) : null;
  // "i" stands for an option with the text "i", unless there is a ninth option (label I).
  const isLabel = label !== null && (typeof label.target === "number" || label.target === "several-answers");
  return isLabel ? null : finding;
}

/** Replaces a finding by an abstention if the text offers two possibilities, because that is not a conclusion. */
function agreed(reading: Reading, finding: Finding | null): Finding | null {
  if (finding === null || !isHedged(reading, finding) || !namesOtherLabel(reading, finding)) return finding;
  return { ...finding, target: "several-answers" };
}

/** "I am not sure" is an answer if "not sure" is an option. */
function readRefusingOption(reading: Reading): Finding | null {
  const finding = readMentionedText(reading);
  if (finding === null || typeof finding.target === "string") return null;
  return isRefusal(reading.options.text(finding.target)) ? finding : null;
}

/** "A. Red\nB. Blue" and nothing else: several options at once. */
function readBareList(reading: Reading, parts: Parts): Finding | null {
  if (parts.lists.length === 0 || !isTakenOut(parts.remainder.text)) return null;
  return { ...truncated(reading), rule: "leading-label", target: "several-answers" };
}

/** Closing phrases of assistants, which have nothing to do with the question. */
const SIGN_OFF =
  /\n\s*(?:[*_]{1,2})?(?:please )?(?:let me know|feel free|i hope (?:this|that|it) helps|hope (?:this|that) helps|if you (?:have|need|would like|want|'d like)|is there anything|would you like|do you (?:want|need)|thank(?:s| you)|you can ask)\b[^\n]{0,300}\s*$/i;
const LONGEST_SIGN_OFF = 400;

/** The start of a closing phrase ("Let me know if you would like more."); the text's length if there is none. */
function signOffStart(text: string): number {
  const tail = Math.max(0, text.length - LONGEST_SIGN_OFF);
  const match = text.includes("\n", tail) ? SIGN_OFF.exec(text.slice(tail)) : null;
  return match === null ? text.length : tail + match.index;
}
