import type { Span } from "../../../extraction.ts";
import type { Finding, Reading } from "../reading.ts";
import { isUncommitted } from "./commitment.ts";
import { isDenied } from "./denial.ts";

/** Letters that name something other than an option: "Grade: A". */
const OTHER_LETTER =
  /\b(?:grades?|scores?|ratings?|rated|confidence|certainty|difficulty|vitamin|hepatitis|team|plan|class|exhibit|appendix|chord|blood type|initial|type|figure|part|section|point|group|vitamins)(?: is|:|=)?[\s*_"'(]{0,4}$|\b(?:examples?|samples?|templates?|placeholders?)(?: (?:of|for) (?:an?|the|your) \w+(?: \w+)?| (?:answer|response|output)(?: format)?)?[*_ ]{0,3}[:=][\s*_"'(]{0,4}$|\b(?:answer|output|response) formats?(?: is)?[*_ ]{0,3}[:=]?[\s*_"'(]{0,4}$|(?:\be\.g\.|\bfor example|\bfor instance|\bsuch as)[,:]?\s?["'(*]{0,3}$/i;
const REACH = 60;

/**
 * Whether a finding holds: its words are neither denied nor governed by a question, a condition, a doubt or another
 * person's view. Refusals and errors always hold.
 */
export function stands(reading: Reading, finding: Finding): boolean {
  const { target, rule } = finding;
  if (
    rule === "refusal" ||
    rule === "api-error" ||
    rule === "verdict-list" ||
    rule === "elimination" ||
    target === "none-of-the-above"
  )
    return true;
  const span = { start: finding.start - reading.offset, end: finding.end - reading.offset };
  if (isOtherLetter(reading.text, span)) return false;
  if (isUncommitted(reading.text, span)) return false;
  if (!isDenied(reading.text, span)) return true;
  // In "A: No, the alarm is silent", the "No" begins the text of option A and does not deny it.
  return typeof target === "number" && span.end - span.start === 1 && isFollowedByText(reading, span.end, target);
}

const isOtherLetter = (text: string, { start, end }: Span): boolean =>
  end - start === 1 && OTHER_LETTER.test(text.slice(Math.max(0, start - REACH), start));

function isFollowedByText(reading: Reading, end: number, target: number): boolean {
  const rest = reading.text.slice(end, end + 300);
  return /^\W*[.:)\]-]/.test(rest) && reading.options.beginning(rest) === target;
}
