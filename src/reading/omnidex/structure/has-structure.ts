import { isolatedLetters } from "../isolated-letters.ts";
import type { LabelToken } from "../label-token.ts";

/** Signs of boxes, tags, JSON and ticks. */
const MARKUP = /\\boxed|\/b?box|<|[\ufdd0\ufdd1]|["'] ?:|[☑✅✓✔☒✗✘❌❎]/;
/** Lines that may turn to another question, or to a summary of several questions. */
const TURNS =
  /\n[ \t#*_>-]*(?:question|q|problem|options|choices|user|human|input|instruction|video|clip|item|sample|example|exercise|case|next|another|new)\b|summar|combin|recap|compil|sum up|总结|汇总|整理|归纳|(?:previous|other|earlier) (?:example|question)|all (?:of )?the |final answers|answers to/i;
/** A line that might be an option's text with a verdict. */
const VERDICT = /(?:yes|no|true|false|correct|incorrect|right|wrong|yep|nope)\W{0,4}\n/i;
const NUMBERED_LINE = /\n[ \t]*(?:[-*•][ \t]+)?[*_]{0,2}[([]?\d{1,2}[.):\]]/;

/**
 * A cheap check whether a response may have parts to separate: containers, lists, another question. May be true for a
 * response without such parts.
 */
export function hasStructure(text: string): boolean {
  if (mayList(text, isolatedLetters(text)) || MARKUP.test(text)) return true;
  return text.includes("\n") && (TURNS.test(text) || VERDICT.test(text) || NUMBERED_LINE.test(text));
}

/** Whether two letters may begin consecutive entries of a list of options, which may leave out one letter. */
function mayList(text: string, letters: readonly LabelToken[]): boolean {
  if (letters.length < 2) return false;
  // One bit per label position, shifted left by three, so that the two positions before the first label also have bits.
  let seen = 0;
  for (const letter of letters) {
    if (!isMark(text, letter)) continue;
    if ((seen & (6 << letter.position)) !== 0) return true;
    seen |= 8 << letter.position;
  }
  return false;
}

/** Whether a letter may begin the entry of a list: in brackets, before a mark, or at the beginning or end of a line. */
function isMark(text: string, { start, end }: LabelToken): boolean {
  return (
    BEFORE_MARKED.includes(text.charAt(start - 1)) || AFTER_MARKED.includes(text.charAt(end)) || begins(text, start)
  );
}

const BEFORE_MARKED = "([*_`|";
const AFTER_MARKED = ")].:*=_`|\n、：";

function begins(text: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && " \t-*•+>#".includes(text.charAt(at))) at -= 1;
  return at < 0 || text.charAt(at) === "\n" || /\boption\s*$/i.test(text.slice(Math.max(0, start - 10), start));
}
