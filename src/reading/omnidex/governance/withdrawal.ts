import { isolatedLetters } from "../label-token.ts";
import type { Finding, Reading } from "../reading.ts";
import { isDeniedAfter } from "./denial.ts";

/** Words right after a claim's sentence that withdraw it: "Wait, no", "Scratch that", "Actually, that is wrong". */
const TAKEN_BACK =
  /^[^.!?\n]{0,80}[.!?…\n]+\s*(?:(?:oh|hmm|um|no)[,.… ]+)?(?:wait|hold on|actually|scratch that|oops|sorry|hmm|no|on second thought|i take (?:that|it) back|correction)[,.:;!…—–-]*\s*(?:no\b|not\b|wait|i (?:can't|cannot|can not|don't|do not)\b|that(?:'s| is| was)? (?:wrong|not right|not correct|incorrect|a mistake)|i (?:have |had |was |am |'ve )?(?:mixed|made|misread|mistaken|wrong|misheard|confused)|let me (?:re|correct|think|look|check))/i;
/** Words that take an answer back on their own. */
const SCRATCHED =
  /^[^.!?\n]{0,80}[.!?…\n]+\s*(?:(?:oh|hmm|um|no|wait|sorry|actually)[,.… ]+){0,2}(?:scratch that|strike that|i take (?:that|it) back|forget (?:that|it)|never ?mind|disregard that|ignore that)/i;
/** "I withdraw this answer", anywhere later in the text. */
const WITHDRAWN =
  /\b(?:withdraw|retract|take back|disregard|ignore) (?:that|this|my|the|it|[A-Z]\b)|\bno answer from me\b|\bi (?:don't|do not) have an answer\b/i;
const REACH = 300;

/** Whether a claim is withdrawn later: by "wait, no", or because its label is denied. */
export function isWithdrawn({ text, offset }: Reading, { target, start, end, rule }: Finding): boolean {
  if (typeof target !== "number" || rule === "verdict-list") return false;
  const after = text.slice(end - offset, end - offset + REACH);
  if (TAKEN_BACK.test(after) || SCRATCHED.test(after) || WITHDRAWN.test(after)) return true;
  return isolatedLetters(text).some(
    (label) =>
      label.position === target &&
      label.start > start - offset &&
      text.charAt(label.start) < "a" &&
      isDeniedAfter(text, label.end),
  );
}
