import { afterLast } from "../all-matches.ts";

const CONDITIONAL = /\b(?:if|had there been|were there)\b(?! (?:i|you) (?:had|have|must|were) to\b| i must\b| forced)/i;
const WOULD = /(?:\b(?:would|could|might|may)|'d)\b/i;
/** Words that introduce a conclusion from a condition, which is a statement: "If …, it would …, so the answer is C". */
const CONCLUDED = /^.*(?:[,;:–—]|--)\s*(?:and )?(?:so|therefore|thus|hence|but|which means|consequently)\b/is;
/** "I thought the answer is …": an earlier opinion. */
const SUPERSEDED =
  /\b(?:i|we) (?:\w+ )?(?:thought|assumed|believed|suspected|expected) (?:that )?(?:the )?(?:\w+ ){0,2}$/i;
const OTHERS =
  /\b(?:people|others?|some(?:one|body)?|many|most|users?|viewers?|listeners?|students?|every(?:one|body)|they|models?|if you)\b[^.,;:!?\n]{0,30}$/i;

/**
 * Whether a claim is conditional: "If the dog had barked, the answer would be D." `start` is the position of the noun
 * or verb that declares the answer, and `end` the position of the claim.
 */
export function isConditional(text: string, start: number, end: number): boolean {
  if (hasAlternative(text, start)) return true;
  if (!WOULD.test(text.slice(Math.max(0, start - 60), end))) return false;
  const before = text.slice(Math.max(0, start - 150), end);
  const sentence = before.slice(afterLast(before, ".!?\n")).replace(CONCLUDED, "");
  const condition = CONDITIONAL.exec(sentence);
  if (condition === null) return false;
  return WOULD.test(sentence.slice(condition.index));
}

/** Whether a condition follows a claim: "The answer would be B if the clip had sound." */
export const hasConditionAfter = (text: string, start: number, end: number): boolean =>
  /\b(?:would|'d|might|could)\b[^.!?\n]{0,40}$/i.test(text.slice(Math.max(0, start - 60), start)) &&
  /^[)\]*_"',]{0,4}[^.!?,;\n]{0,60}\b(?:if|unless|had there|were there|provided that)\b/i.test(
    text.slice(end, end + 90),
  );

/** Whether the words before a claim show that it is an earlier opinion of the model, not its current answer. */
export const isSuperseded = (before: string): boolean => SUPERSEDED.test(before);

/** Whether the words before a claim show that it is another person's choice: "People often pick A." */
export const isOthersChoice = (before: string): boolean => OTHERS.test(before);

/** Whether a claim is one of several conditional answers: "If he cries, it's A; if he laughs, it's B". */
function hasAlternative(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  const from = afterLast(before, ".!?\n");
  if (!/\bif\b/i.test(before.slice(from))) return false;
  const after = /^[^.!?\n]*/.exec(text.slice(start, start + 200))?.[0] ?? "";
  return (`${before.slice(from)}${after}`.match(/\bif\b(?! so\b| i\b)|\botherwise\b/gi) ?? []).length > 1;
}
