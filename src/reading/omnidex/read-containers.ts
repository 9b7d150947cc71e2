import { readPart } from "./read-part.ts";
import { readStatements } from "./read-statements.ts";
import { readYesNoCorrection } from "./read-yes-no-words.ts";
import { type Finding, type Reading, renamed, within } from "./reading.ts";
import {
  findAnswer,
  findAnswerBeside,
  findBoxed,
  findBoxToken,
  findJsonAnswer,
  findJsonAnswerBeside,
  findOutput,
} from "./rules/container.ts";
import { readCorrections } from "./rules/correction.ts";
import type { Parts } from "./structure/take-apart.ts";

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
export function readContainers(reading: Reading, parts: Parts): Finding | null {
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
