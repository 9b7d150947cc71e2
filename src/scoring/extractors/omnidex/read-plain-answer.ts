import { stands } from "./governance/stands.ts";
import { isolatedLetters } from "./isolated-letters.ts";
import { labelAt } from "./label-token.ts";
import { type Finding, found, type Reading } from "./reading.ts";
import { readApiError } from "./rules/api-error.ts";
import { NOUN } from "./rules/declared-answer.ts";
import { VERB } from "./rules/declared-choice.ts";
import { isHedged } from "./rules/hedge.ts";

const CLOSING = /\b[Aa]nswer(?: is)?:? {0,2}\(?([A-Z])\)?\.?\s{0,9}$/;
/** What gives a response a structure, so that it has to be taken apart: boxes, tags, JSON, ticks. */
const MARKUP = /\\boxed|\/b?box|<|["'] ?:|[☑✅✓✔☒✗✘❌❎]/;
/** Lines that might turn to another question, or to a summary of several. */
const TURNS =
  /\n[ \t#*_>-]*(?:question|q|problem|options|choices|user|human|input|instruction|video|clip|item|sample|example|exercise|case|next|another|new)\b|summar|combin|recap|compil|sum up|总结|汇总|整理|归纳|(?:previous|other|earlier) (?:example|question)|all (?:of )?the |final answers|answers to/i;
/** A line that might be a text with its verdict. */
const VERDICT = /(?:yes|no|true|false|correct|incorrect|right|wrong|yep|nope)\W{0,4}\n/i;

/**
 * The commonest response of all, some reasoning that ends with "The answer is (C).", where nothing else in it could be an
 * answer. It reads what `readAnswer` reads, in a third of the time; null where there is anything to decide.
 */
export function readPlainAnswer(reading: Reading): Finding | null {
  const { text, options } = reading;
  const closing = reading.labels && !options.short ? CLOSING.exec(text.slice(-40)) : null;
  if (closing === null) return null;
  const at = Math.max(0, text.length - 40) + closing.index + closing[0].lastIndexOf(closing[1] ?? "");
  const label = labelAt(text, at);
  if (label === null || label.position >= options.count || !isAlone(text, at) || MARKUP.test(text)) return null;
  if (text.includes("\n") && (TURNS.test(text) || VERDICT.test(text))) return null;
  const finding = found(reading, "declared-answer", label.start, label.end, label.position);
  return readApiError(reading) === null && stands(reading, finding) && !isHedged(reading, finding) ? finding : null;
}

/** Whether no other label, noun or verb stands in the text that could declare another answer. */
function isAlone(text: string, at: number): boolean {
  const letters = isolatedLetters(text);
  if (letters.length > 1 || letters[0]?.start !== at) return false;
  NOUN.lastIndex = 0;
  NOUN.test(text);
  const noun = NOUN.lastIndex;
  VERB.lastIndex = 0;
  return noun >= at - 12 && !VERB.test(text);
}
