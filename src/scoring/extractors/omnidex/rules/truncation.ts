import type { Reading } from "../reading.ts";

/** A phrase that an answer should follow, at the very end; or a box or tag that is never closed. */
const OPEN_END =
  /(?:\b(?:answer|option|choice)\b[^.!?\n]{0,40}(?:\bis|[:=])|答案[是为：:]?|\\boxed\{[^}]{0,80}|<answer>[^<]{0,80}|\{[^}]{0,400})[\s*_("'[]{0,8}$/i;

/** Whether a response without an answer breaks off: in the midst of a phrase, or of a sentence. */
export function isTruncated(reading: Reading): boolean {
  const tail = reading.text.trimEnd().slice(-500);
  if (OPEN_END.test(tail)) return true;
  return tail.length >= 60 && /[\p{L}\p{N},;]$/u.test(tail);
}
