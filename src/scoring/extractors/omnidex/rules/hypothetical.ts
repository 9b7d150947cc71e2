const CONDITIONAL = /\b(?:if|had there been|were there)\b(?! (?:i|you) (?:had|have|must|were) to\b| i must\b| forced)/i;
const WOULD = /(?:\b(?:would|could|might|may)|'d)\b/i;
/** "I thought the answer is …": what was thought before. */
const SUPERSEDED =
  /\b(?:i|we) (?:\w+ )?(?:thought|assumed|believed|suspected|expected) (?:that )?(?:the )?(?:\w+ ){0,2}$/i;
const OTHERS =
  /\b(?:people|others?|some(?:one|body)?|many|most|users?|viewers?|listeners?|students?|every(?:one|body)|they|models?|if you)\b[^.,;:!?\n]{0,30}$/i;

/** "If the dog had barked, the answer would be D." `start` and `end` hold the words from the noun or verb to the claim. */
export function isConditional(text: string, start: number, end: number): boolean {
  if (!WOULD.test(text.slice(Math.max(0, start - 10), end))) return false;
  const before = text.slice(Math.max(0, start - 150), start);
  return CONDITIONAL.test(before.slice(before.search(/[^.!?\n]*$/)));
}

/** Whether what follows is not the model's own present answer: one that it had, or one that others give. */
export const isSuperseded = (before: string): boolean => SUPERSEDED.test(before);

/** "People often pick A." */
export const isOthersChoice = (before: string): boolean => OTHERS.test(before);
