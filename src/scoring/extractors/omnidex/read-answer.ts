import { stands } from "./denial.ts";
import { readPart } from "./read-part.ts";
import { readStatements } from "./read-statements.ts";
import { type Finding, type Reading, type Rule, renamed } from "./reading.ts";
import { readApiError } from "./rules/api-error.ts";
import { readConclusion } from "./rules/conclusion.ts";
import { findBoxed, findBoxToken, findTagged } from "./rules/container.ts";
import { readCorrections } from "./rules/correction.ts";
import { findJsonAnswer } from "./rules/json-answer.ts";
import { readLabelWithLetter } from "./rules/label-with-letter.ts";
import { readLeadingLabel } from "./rules/leading-label.ts";
import { readOptionNumber } from "./rules/option-number.ts";
import { readMentionedText, readWholeText } from "./rules/option-text.ts";
import { isRefusal, readRefusal } from "./rules/refusal.ts";

/** In this order; the first that reads something has the word. */
const STAGES: readonly Rule[] = [
  readExactText,
  readLabelWithLetter,
  readApiError,
  readContainers,
  readStatements,
  readOptionNumber,
  readWholeText,
  readConclusion,
  readRefusingOption,
  readRefusal,
  readMentionedText,
];

/** The answer in a whole response, or the reason why there is none; null where nothing speaks of an answer. */
export function readAnswer(reading: Reading): Finding | null {
  for (const stage of STAGES) {
    const finding = stage(reading);
    if (finding !== null && stands(reading, finding)) return finding;
  }
  return null;
}

/** A response that is an option's text, whatever it looks like: "None of the above", "C major". */
function readExactText(reading: Reading): Finding | null {
  const exact = reading.options.equalTo(reading.text);
  const finding = exact < 0 ? null : readWholeText(reading);
  if (finding?.target !== exact) return null;
  const label = reading.labels ? readLeadingLabel(reading) : null;
  // "i" is the option that says so, where there is no ninth option.
  const isLabel = label !== null && (typeof label.target === "number" || label.target === "several-answers");
  return isLabel ? null : finding;
}

/** "I am not sure" is an answer where "not sure" is an option. */
function readRefusingOption(reading: Reading): Finding | null {
  const finding = readMentionedText(reading);
  if (finding === null || typeof finding.target === "string") return null;
  return isRefusal(reading.options.text(finding.target)) ? finding : null;
}

const CONTAINERS: readonly (readonly [rule: string, find: (reading: Reading) => Reading | null])[] = [
  ["json-answer", findJsonAnswer],
  ["answer-tag", findTagged],
  ["box-token", findBoxToken],
  ["boxed", findBoxed],
];

/** A place that is meant for the answer alone outranks all else, unless the answer is taken back after it. */
function readContainers(reading: Reading): Finding | null {
  for (const [rule, find] of CONTAINERS) {
    const part = find(reading);
    if (part === null || part.text.trim() === "") continue;
    const finding = readPart(part);
    const result = finding ?? {
      rule,
      start: part.offset,
      end: part.offset,
      target: "no-answer" as const,
      ambiguous: false,
    };
    return takenBack(reading, rule, result) ?? renamed(result, rule);
  }
  return null;
}

function takenBack(reading: Reading, rule: string, answer: Finding): Finding | null {
  if (rule === "json-answer") return null;
  return readCorrections(reading).findLast((correction) => correction.start > answer.end) ?? null;
}
