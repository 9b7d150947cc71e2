import type { Span } from "../../extraction.ts";
import type { OptionTexts } from "../option-texts.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import type { ListEntry, OptionList } from "./option-lists.ts";

const RIGHT_TICK = /[☑✅✓✔xX]/;
const WRONG_TICK = /[☒✗✘❌❎]/;
const RIGHT =
  "(?:true|correct|yes|yep|y|right|matches|the best (?:match|answer|option|choice|fit)|the (?:correct|right) (?:answer|option|choice|one)|正确|正確|对|對|正解|correcto|correcta|richtig|vrai|verdadero|si)";
const WRONG =
  "(?:false|incorrect|no|nope|n|wrong|not (?:correct|right|true|supported|shown|this)|untrue|eliminated|ruled out|错误|錯誤|错|不正确|不对|incorrecto|incorrecta|falsch|faux|falso)";
const MARKS = "[\\s*_(\\[|:–—=>→.,\"'-]{0,8}";
const AT_START = (words: string): RegExp =>
  new RegExp(
    `^${MARKS}(?:(?:this|it|which|that)(?: is|'s)? |is |are |seems |looks )?(?:(?:clearly|definitely|also|therefore|likely|probably) )?${words}(?=\\s*(?:$|[.,;:!()*_|–—-])|\\s+(?:because|since|as)\\b)`,
    "i",
  );
const AT_END = (words: string): RegExp =>
  new RegExp(`(?:[-–—:=(|>→]\\s{0,3}|^${MARKS})[*_]{0,2}${words}[\\s*_).!|]{0,8}$`, "i");
const SENTENCE = (words: string): RegExp =>
  new RegExp(
    `\\b(?:this|it|which|that)(?: is| was| seems| looks| appears| must be| would be|'s)(?: to be)? (?:(?:clearly|definitely|therefore|thus|the|most|likely|probably|also|indeed) ){0,3}${words}(?![A-Za-z])(?! (?:about|that|only|if|in|to)\\b)`,
    "i",
  );

const [RIGHT_START, RIGHT_END, RIGHT_SENTENCE] = [AT_START(RIGHT), AT_END(RIGHT), SENTENCE(RIGHT)];
const [WRONG_START, WRONG_END, WRONG_SENTENCE] = [AT_START(WRONG), AT_END(WRONG), SENTENCE(WRONG)];
/** The number of code units at the beginning and at the end of an entry that are examined. */
const REACH = 400;

/** The verdict of a list: the option that it ticks or calls correct; null if it has no verdict. */
export function readListVerdict(reading: Reading, list: OptionList): Finding | null {
  const right = list.entries.filter((entry) => verdictOf(reading.text, entry) === true);
  const [first] = right;
  if (first === undefined) return null;
  const target = right.length > 1 ? "several-answers" : first.position;
  if (typeof target === "number" && target >= reading.options.count) return null;
  const place = right.length > 1 ? list.start : first.labelAt;
  return found(reading, "verdict-list", place, right.length > 1 ? list.end : first.labelAt + 1, target);
}

/** The verdict of an entry: true for correct, false for wrong, null without a verdict. */
function verdictOf(text: string, entry: ListEntry): boolean | null {
  const before = tickVerdict(entry.tick);
  if (before !== null) return before;
  return commentVerdict(text.slice(entry.ownTextEnd, entry.end));
}

/** What a comment on an option says: true for correct, false for wrong, null for neither. */
export function commentVerdict(said: string): boolean | null {
  const comment = said.trim();
  const tick =
    /^[\s:–—=|-]{0,4}(?:[☑✅✓✔☒✗✘❌❎]|👍|👎)/u.exec(comment) ?? /(?:[☑✅✓✔☒✗✘❌❎]|👍|👎)/u.exec(comment.slice(-12));
  if (tick !== null) return !WRONG_TICK.test(tick[0]) && !tick[0].includes("👎");
  const [head, tail] = [comment.slice(0, REACH), comment.slice(-REACH)];
  if (WRONG_START.test(head) || WRONG_END.test(tail) || WRONG_SENTENCE.test(tail)) return false;
  return RIGHT_START.test(head) || RIGHT_END.test(tail) || RIGHT_SENTENCE.test(tail) ? true : null;
}

function tickVerdict(tick: string): boolean | null {
  if (tick === "") return null;
  if (WRONG_TICK.test(tick)) return false;
  return RIGHT_TICK.test(tick) ? true : null;
}

/** Reads lines that begin with an option's text and contain a verdict: "Piano ✓\nTrumpet ✗", "| Anna | no |". */
export function readTextVerdicts(reading: Reading): TextVerdicts {
  const { text, options } = reading;
  const judged: JudgedLine[] = [];
  for (let start = 0, line = 0; start < text.length && line < MOST_LINES; line++) {
    const end = text.indexOf("\n", start) < 0 ? text.length : text.indexOf("\n", start);
    const one = judgeLine(text.slice(start, end), options);
    if (one !== null) judged.push({ ...one, start, end });
    start = end + 1;
  }
  const different = new Set(judged.map(({ position }) => position));
  if (different.size < 2 || different.size < judged.length) return { lines: [], finding: null };
  const right = judged.filter(({ verdict }) => verdict);
  const [first] = right;
  if (first === undefined) return { lines: judged, finding: null };
  const target = right.length > 1 ? "several-answers" : first.position;
  return { lines: judged, finding: found(reading, "verdict-list", first.start, first.end, target) };
}

/** The lines with verdicts, and the option that they call correct. */
export interface TextVerdicts {
  readonly lines: readonly JudgedLine[];
  readonly finding: Finding | null;
}

interface JudgedLine extends Span {
  readonly position: number;
  readonly verdict: boolean;
}

const MOST_LINES = 60;
const BULLET = /^[ \t]*(?:[-*•+>|][ \t]*)?(?:(\[[ xX✓✔]?\]|\([ xX✓✔]\)|[☐☑☒✅✓✔✗✘❌❎])[ \t]*)?/;

function judgeLine(line: string, options: OptionTexts): Omit<JudgedLine, keyof Span> | null {
  const bullet = BULLET.exec(line);
  const rest = line.slice(bullet?.[0].length ?? 0).slice(0, REACH);
  const position = options.beginning(rest);
  const end = position < 0 ? -1 : options.beginningEnd(rest, position);
  if (end < 0) return null;
  const tick = bullet?.[1] ?? "";
  const verdict = tick === "" ? commentVerdict(rest.slice(end)) : tickVerdict(tick) === true;
  return verdict === null ? null : { position, verdict };
}
