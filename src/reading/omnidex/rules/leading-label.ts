import { readLabel, sentenceEnd, skipFillers } from "../claim.ts";
import { isDeniedAfter } from "../governance/denial.ts";
import { type LabelToken, labelAt, listEnd } from "../label-token.ts";
import { asMention, type Finding, found, type Reading, within } from "../reading.ts";
import { isRefusal, isRefusalAtStart } from "./refusal.ts";

/** Text that may follow a label at the beginning of a response: the end, a mark, a line break, or a reason. */
const DELIMITER =
  /(?:[*_`"'$}\])>」』】》〉|\\])*(?:\s{0,20}$|[ \t]{0,4}\n|\s?[.):\]*,;!?。、，：；！？】」]|[ \t]\((?=\d|conf)|[ \t]\((?=[^)\n]{1,60}\)(?:[.,;:]|\s*$|\n))|\s?(?:选项|選項|[项項](?![\u4e00-\u9fff]))|\s+[-–—]+\s|\s+(?:because|since|as|given|rather than|over|instead of|and not|not)\b)/iy;

/** Beginnings of a response that are not a label: a JSON object or list, or a file name ("a.mp4"). */
const NO_ANSWER = /^\s*(?:[{[]\s*["']|[A-Za-z]\.(?:mp[34]|wav|jpe?g|png|avi|mov|txt|json|html)\b)/i;

/** Reads a label at the beginning of the response: "C", "(C) …", "C. …", "**C**: …". */
export function readLeadingLabel(reading: Reading): Finding | null {
  if (!reading.labels) return null;
  const { text, options } = reading;
  if (NO_ANSWER.test(text)) return null;
  const at = skipMarks(text);
  const label = labelAt(text, at);
  if (label === null || isSubQuestion(reading, label) || isCutList(text, label)) return null;
  if (text.charAt(label.start) === "I" && /^, for (?:one|my part)\b/i.test(text.slice(label.end, label.end + 14)))
    return null;
  if (isDialogue(reading, label)) return found(reading, "leading-label", label.start, label.end, "several-answers");
  const list = listEnd(text, label, options.count);
  // "A, B and D are wrong."
  if (list !== null && isDeniedAfter(text, list)) return null;
  if (list !== null) return found(reading, "leading-label", label.start, list, "several-answers");
  if (restatesNext(reading, label)) return found(reading, "leading-label", label.start, label.end, "several-answers");
  DELIMITER.lastIndex = label.end;
  if (!DELIMITER.test(text)) return null;
  const refusal = refusalBehind(reading, label);
  if (refusal !== null) return refusal;
  const echo = echoEnd(text, label.end, label.position);
  if (echo !== null) return readEcho(reading, label.start, label.end, echo);
  return readLabel(reading, "leading-label", label, sentenceEnd(text, label.end + 2));
}

/** "A: Hello! B: Hi": letters that mark who speaks, not options. */
function isDialogue({ text, options }: Reading, { start, end, position }: LabelToken): boolean {
  if (!/^\s?: ?\S/.test(text.slice(end, end + 3))) return false;
  SPEAKER.lastIndex = end;
  const next = SPEAKER.exec(text.slice(0, end + SPOKEN));
  return (
    next !== null && next[1] !== text.charAt(start) && options.beginning(text.slice(end, end + SPOKEN)) !== position
  );
}

/** "D) Yellow A) Red B)": the label and text of an option, and the label of another one directly after it. */
function restatesNext({ text, options }: Reading, { end, position }: LabelToken): boolean {
  const rest = text.slice(end, end + RESTATED);
  const own = position < options.count ? options.beginningEnd(rest, position) : -1;
  const next = own < 0 ? null : /^["'*_.,;\s]{1,6}[([]?([A-Z])[.):\]]/.exec(rest.slice(own));
  const other = next === null ? -1 : (next[1] ?? "").charCodeAt(0) - 65;
  if (next === null || other < 0 || other === position) return false;
  const after = rest.slice(own + next[0].length);
  const otherEnd = options.beginningEnd(after, other);
  return otherEnd < 0
    ? after.trim() === ""
    : /^["'*_.,;)]{0,3}(?:\s*$|\s*\n|\s{1,3}[*_]{0,2}[([]?[A-Z][.):\]])/.test(after.slice(otherEnd));
}

const RESTATED = 600;
const SPOKEN = 400;
const SPEAKER = /(?<=[.!?…"'”)]\s{1,3}|\n\s{0,3})([A-Z])\s?: ?(?=\S)/g;

/**
 * Whether the response is the first entry of a list and breaks off: "A. The man opens the". A long explanation is not
 * such an entry.
 */
const isCutList = (text: string, label: LabelToken): boolean =>
  label.position === 0 &&
  /^[)*"']{0,3}[.:)] [^\n]{40,400}[\p{L}\p{N},]$/u.test(text.slice(label.end)) &&
  !/[.!?] /.test(text.slice(label.end + 2, -1));

/** Whether a label is a part of the question rather than an option: "(a) For a flat plate, …". */
function isSubQuestion({ text, options }: Reading, label: LabelToken): boolean {
  const rest = text.slice(label.end, label.end + 300);
  if (text.charAt(label.start) < "a" || !/^\)\s+\S+(?: +\S+){3}/.test(rest)) return false;
  return options.beginning(rest) !== label.position && !/^\)\s+(?:because|since|as)\b/.test(rest);
}

const skipMarks = (text: string): number => skipFillers(text, /^[\s>*•·~!.-]{0,40}/.exec(text)?.[0].length ?? 0);

/** Reads a refusal after a label: "A: I can't tell". The letter marks a speaker, or an option with another text. */
function refusalBehind(reading: Reading, label: LabelToken): Finding | null {
  const rest = reading.text.slice(label.end, label.end + 300);
  const mark = /^[)\]*_"']{0,4}\s?[.:)\]-]?[)\]*_"']{0,4}\s{1,3}/.exec(rest);
  if (mark === null || !/[.:)\]-]/.test(mark[0]) || !isRefusalAtStart(rest.slice(mark[0].length))) return null;
  const { options } = reading;
  if (label.position < options.count && isRefusal(options.text(label.position))) return null;
  if (options.beginning(rest) === label.position) return null;
  return found(reading, "refusal", label.start, label.end, "refusal");
}

/** Reads "A. Red\nB. Blue", a list of the options, as several answers. */
function readEcho(reading: Reading, start: number, end: number, echo: number): Finding {
  return found(reading, "leading-label", start, Math.max(end, echo), "several-answers");
}

/** For each label by position, the pattern of the next label in a list of options. */
const NEXT_LABELS = Array.from({ length: 25 }, (_, position) => {
  const next = String.fromCharCode(66 + position);
  return new RegExp(`(?:^|[.,;:]\\s{0,3}|\\s{2,})\\(?${next}[.):]\\s`);
});

/** The end of the next label if the response goes on to another option; null if it does not, as in "B\nB\nB". */
function echoEnd(text: string, end: number, position: number): number | null {
  const line = text.slice(end, lineEnd(text, end));
  const next = NEXT_LABELS[position]?.exec(line) ?? null;
  if (next !== null) return end + next.index + 2;
  const following = /^[^\n]*\n\s{0,20}[-*(#\s]{0,6}([A-Za-z])[.):\]*\s]{0,4}(?:\s|$)/.exec(text.slice(end, end + 600));
  if (following === null) return null;
  const label = labelAt(text, end + following[0].lastIndexOf(following[1] ?? ""));
  return label === null || label.position === position ? null : label.end;
}

function lineEnd(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at < 0 ? text.length : at;
}

const LONGEST_LINE = 400;

/** Reads a last line or a last sentence that is a label: "…\n\nC", "…\n**C. Green**", "A or B? B." */
export function readTrailingLabel(reading: Reading): Finding | null {
  if (!reading.labels) return null;
  const { text } = reading;
  const end = text.trimEnd().length;
  const start = text.lastIndexOf("\n", end - 1) + 1;
  // "A.\nB.\nC." lists labels; its last label is not a separate sentence.
  if (start > 0 && end - start < 8 && isListItem(text, start)) return null;
  return readLastLine(reading, end) ?? readLastSentence(reading, end);
}

function readLastLine(reading: Reading, end: number): Finding | null {
  const { text } = reading;
  const start = text.lastIndexOf("\n", end - 1) + 1;
  if (start === 0 || end - start > LONGEST_LINE || isListItem(text, start)) return null;
  const line = within(reading, start, end);
  const finding = readLeadingLabel(line);
  if (finding === null) return null;
  return { ...finding, rule: "trailing-label" };
}

/** Whether the previous line also begins with a label or a numbered label, so that the last line is part of a list. */
function isListItem(text: string, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  const previous = before.slice(before.lastIndexOf("\n") + 1);
  if (
    text.slice(before.length, start).split("\n").length > 2 &&
    VERDICT.test(previous) &&
    ALONE.test(text.slice(start))
  )
    return false;
  return /^[\s*(#-]{0,8}(?:\d{1,2}[.):]\s{0,3}[*_(]{0,3})?[A-Za-z](?:[.):*]|$)/.test(previous);
}

/**
 * A line of a list: a label with a number or a text. If a blank line and a line with only a label (`ALONE`) follow such
 * a list, that label concludes it.
 */
const VERDICT = /^[\s*(#-]{0,8}(?:\d{1,2}[.):]\s{0,3}[*_(]{0,3}[A-Za-z]\b|[A-Za-z][.):*]{1,4} ?[^\s.):*])/;
const ALONE = /^[\s*_(]{0,6}[A-Za-z][)*_.]{0,4}\s*$/;

function readLastSentence(reading: Reading, end: number): Finding | null {
  const { text } = reading;
  const tail = text.slice(Math.max(0, end - 40), end);
  const last =
    /(?:[!?…]|(?<!\b(?:alternative(?:ly)?|second(?: best| choice)?|runner-up|wrong|incorrect|eliminated|except|not))\s?:|(?<!\bvs)\.)[\s*_"']{1,6}(?:option |choice )?[(*_"']{0,4}([A-Za-z])[)*_"']{0,4}[.!]?[)*_"']{0,3}$/i.exec(
      tail,
    );
  if (last === null) return null;
  const from = Math.max(0, end - 40) + last.index + 1;
  const label = labelAt(text, skipFillers(text, from));
  if (label === null) return null;
  const finding = readLabel(reading, "trailing-label", label, end);
  const heading = /^\s?:/.test(last[0]) ? text.slice(Math.max(0, from - 60), from).trimEnd() : null;
  return heading === null || ANNOUNCES.test(heading) ? finding : asMention(finding);
}

/** Headings that announce the answer. A label after another heading ("Background noise: A") is only mentioned. */
const ANNOUNCES =
  /\b(?:answers?|ans|best|correct|right|final|choices?|options?|pick|guess|selection|response|result|verdict|conclusion|decision|solution|so|therefore|thus|hence|wait|no|now|actually|rather|correct(?:ion|ed)|revis(?:ion|ed)|updated?|second look|re-?(?:watch|check|consider)(?:ing|ed)?|overall|leav(?:es|ing)|is|be|say|choose|select|go with|likely|letter)\b[^.!?\n:]{0,30}:?$/i;
