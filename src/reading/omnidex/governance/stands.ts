import type { Span } from "../../extraction.ts";
import { remembering } from "../matches.ts";
import type { Finding, Reading } from "../reading.ts";
import { isUncommitted } from "./commitment.ts";
import { isDenied } from "./denial.ts";

/** Letters that name something other than an option: "Grade: A". */
const OTHER_LETTER =
  /\b(?:grades?|scores?|ratings?|rated|confidence|certainty|difficulty|vitamin|hepatitis|team|plan|class|exhibit|appendix|chord|blood type|initial|type|figure|part|section|point|group|vitamins)(?: is|:|=)?[\s*_"'(]{0,4}$|(?:\be\.g\.|\bfor example|\bfor instance|\bsuch as)[,:]?\s?["'(*]{0,3}$/i;
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
  if (isOtherLetter(reading.text, span) || isExample(reading.text, span)) return false;
  if (isUncommitted(reading.text, span)) return false;
  if (!isDenied(reading.text, span)) return true;
  // In "A: No, the alarm is silent", the "No" begins the text of option A and does not deny it.
  return typeof target === "number" && span.end - span.start === 1 && isFollowedByText(reading, span.end, target);
}

/** A form that is shown, directly before what fills it in: "Your reply should look like this: {". */
const SHOWN =
  /\b(?:looks? like(?: this)?|in (?:this|the following) (?:format|form)|(?:following|this|required|expected) format|like so|for example|for instance|example)\b[^.!?\n]{0,20}[:\n][\s`{"'\w]{0,30}["':\s]{0,4}$/i;
/** Words that make a label an example or a form: "Example of an answer: B", "Answer format: A". */
const EXAMPLE =
  /\b(?:examples?|samples?|templates?|placeholders?)(?: (?:of|for) (?:an?|the|your) \w+(?: \w+)?| (?:answer|response|output)(?: format)?)?[*_ ]{0,3}[:=][^\p{L}\p{N}.!?]{0,6}$|\b(?:answer|output|response) formats?(?: is)?[*_ ]{0,3}[:=]?[^\p{L}\p{N}.!?]{0,6}$/iu;
/** An example with its own question: "Example:\nQuestion: …\nAnswer: B". */
const EXAMPLE_BLOCK =
  /(?:^|\n)[#*_\s]{0,6}(?:for )?(?:examples?|samples?)(?: \d{1,2})?[:*_\s]{1,4}(?:\n|(?=question|q:|user|video))(?:[^\n]+\n){0,10}[^\n]{0,80}$/i;
const EXAMPLE_REACH = 600;
const SHOWN_REACH = 100;

function isExample(text: string, { start }: Span): boolean {
  if (!mayShow(text)) return false;
  const beside = text.slice(Math.max(0, start - SHOWN_REACH), start);
  if (!MARKED.test(beside.slice(-MARK_REACH))) return false;
  if (SHOWN.test(beside) || EXAMPLE.test(beside)) return true;
  const before = text.slice(Math.max(0, start - EXAMPLE_REACH), start);
  return /[xs]ample/i.test(before) && EXAMPLE_BLOCK.test(before);
}

/** A quick check whether a text shows an example or a form at all. */
const mayShow = remembering((text) => MAY_SHOW.test(text));

const MARKED = /[:=]|format/i;
const MARK_REACH = 40;
const MAY_SHOW = /example|sample|template|placeholder|instance|look|format|form\b|like so/i;

const isOtherLetter = (text: string, { start, end }: Span): boolean =>
  end - start === 1 && OTHER_LETTER.test(text.slice(Math.max(0, start - REACH), start));

function isFollowedByText(reading: Reading, end: number, target: number): boolean {
  const rest = reading.text.slice(end, end + 300);
  return /^\W*[.:)\]-]/.test(rest) && reading.options.beginning(rest) === target;
}
