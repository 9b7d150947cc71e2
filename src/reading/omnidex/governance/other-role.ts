import type { Finding, Reading } from "../reading.ts";

/** Words that give a label a role other than that of the answer: "second best: B", "the distractor is A". */
const ROLE =
  /\b(?:(?:second|2nd|third|3rd|next)[- ](?:best|closest|choice|guess|pick|place|(?:most )?(?:likely|likeliest|plausible|probable))|runners?[- ]?up|(?:least|less) (?:likely|plausible|probable|fitting|suitable)|worst|(?:incorrect|wrong)(?= answers?\b|[ *_]{0,4}[:=])|distractors?|decoys?|(?:an|another|possible|close|closest|main|only) (?:alternative|competitor|contender)|alternatively|backup|fallback|eliminated|excluded|ruled out|rejected|discarded)\b(?: (?:answer|option|choice|candidate|one))?([^.!?;,:\n]{0,40})(?:\b(?:is|was|would be|being)\b:?|[:=→]|[-–—]{1,2}>?)[ \t*_"'`([]{0,6}(?:(?:the )?(?:option|choice|answer|letter) )?[("'*[]{0,3}$/i;
/** Words that turn to the answer after all: "The decoy is loud but the answer is C". */
const ANSWER = /\b(?:answer|correct|right|but|so|therefore|thus|hence)\b/i;
const REACH = 100;

/** Whether the words directly before a label give it a role other than that of the answer. */
export function hasOtherRole({ text, offset }: Reading, { start, rule }: Finding): boolean {
  if (rule === "verdict-list") return false;
  const at = start - offset;
  const role = ROLE.exec(text.slice(Math.max(0, at - REACH), at));
  return role !== null && !ANSWER.test(role[1] ?? "");
}
