import type { Reading } from "../reading.ts";

/** An unfinished end of a response: a phrase that an answer should follow, or a box or tag that is not closed. */
const OPEN_END =
  /(?:\b(?:answer|option|choice)\b[^.!?\n]{0,40}(?:\bis|[:=])|答案[是为：:]?|\\boxed\{[^}]{0,80}|[\ufdd0\ufdd1][^\ufdd2]{0,80}|\{[^}]{0,400})[\s*_("'[]{0,8}$/i;

/** Whether a response without an answer breaks off within a phrase or a sentence. */
export function isTruncated(reading: Reading): boolean {
  const tail = reading.text.trimEnd().slice(-500);
  if (OPEN_END.test(tail)) return true;
  return tail.length >= 60 && /[\p{L}\p{N},;]$/u.test(tail);
}

/** Phrases that start a walk through the options, in which the model considers one option after another. */
const WALK =
  /\b(?:let'?s|let us|let me|i(?:'ll| will)|we(?:'ll| will| can| need to)|first(?:ly)?|starting|to answer|consider(?:ing)?)\b[^.\n]{0,60}\b(?:option|choice) (?:a|1)\b|\b(?:consider|evaluate|examine|check|take|look(?:ing)? at) (?:option|choice) [a-j]\b|^\W{0,6}(?:option|choice) (?:a|1)\b\W|\b(?:each|every|all(?: of)? the|each of the|through the|at the|analysis of the) (?:option|choice|possibilit)|\boptions one by one\b/i;

/**
 * Words of which every walk contains at least one. Testing for them first avoids the slower `WALK` search for most
 * responses.
 */
const WALKED = /option|choice|possibilit/i;

/** Whether a response breaks off while it goes through the options. An option it mentions is then not its answer. */
export function breaksOffInWalk(reading: Reading): boolean {
  const text = reading.text.trimEnd();
  if (text.length < 20 || !/[\p{L}\p{N},;:'"(-]$/u.test(text.slice(-1))) return false;
  const head = text.slice(0, 3_000);
  return WALKED.test(head) && WALK.test(head);
}
