/** What assistants end with, and what has nothing to do with the question. */
const SIGN_OFF =
  /\n\s*(?:[*_]{1,2})?(?:please )?(?:let me know|feel free|i hope (?:this|that|it) helps|hope (?:this|that) helps|if you (?:have|need|would like|want|'d like)|is there anything|would you like|do you (?:want|need)|thank(?:s| you)|you can ask)\b[^\n]{0,300}\s*$/i;
const LONGEST = 400;

/** Where a closing phrase begins ("Let me know if you would like more."), or the text's length. */
export function signOffStart(text: string): number {
  const tail = Math.max(0, text.length - LONGEST);
  const match = text.includes("\n", tail) ? SIGN_OFF.exec(text.slice(tail)) : null;
  return match === null ? text.length : tail + match.index;
}
