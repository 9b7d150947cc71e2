import { type LabelToken, labelAt, listEnd } from "./label-token.ts";
import { type Finding, found, type Reading } from "./reading.ts";
import { refusalAt } from "./rules/refusal.ts";

/** Text that may precede a label: punctuation, and words that only announce a label. */
const FILLER =
  /(?:[\s*_`"'«»「」『』【】《》〈〉([\])}{<:=$\\>|#–—-]|(?:text|textbf|textit|mathrm|mathbf|mathcal|mathsf|mathtt|mathbb|mathfrak|boldsymbol|underline|emph|boxed|the|option|options|choice|choices|letter|letters|answer|answers|number|indeed|clearly|definitely|probably|most|likely|a(?= (?:letra|opcao|alternativa|resposta|opcion)\b)|therefore|thus|simply|just|either|both|la|el|le|il|die|der|das|opcion|letra|lettre|lettera|buchstabe|alternativa|opzione|respuesta|reponse|selection)(?![A-Za-z])|选项|選項|選択肢)/iy;
const MOST_FILLERS = 40;

/** The position after all fillers from `start` on. */
export function skipFillers(text: string, start: number): number {
  let at = start;
  for (let count = 0; count < MOST_FILLERS; count++) {
    FILLER.lastIndex = at;
    if (!FILLER.test(text)) break;
    at = FILLER.lastIndex;
  }
  return at;
}

/** The end of the sentence or line that begins at `start`, at most 300 code units further. */
export function sentenceEnd(text: string, start: number): number {
  const piece = text.slice(start, start + 300);
  const stop = /[\n。！？;]|[.!?](?=[\s"'*)]|$)/.exec(piece);
  return start + (stop === null ? piece.length : stop.index);
}

/**
 * Reads the text after a phrase such as "the answer is": a label, a list of labels, an option's text, or a refusal.
 * @returns null if it is none of these
 */
export function readClaim(reading: Reading, rule: string, start: number): Finding | null {
  const { text, options } = reading;
  if (!reading.work.take(200)) return null;
  if (options.numeric && STEP.test(text.slice(start, start + 16))) return null;
  const own = readExactClaim(reading, rule, start);
  if (own !== null) return own;
  const at = signedStart(reading, start, skipFillers(text, start));
  const end = sentenceEnd(text, at);
  const claim = text.slice(at, end);
  if (!reading.work.take(at - start + claim.length * (1 + options.count))) return null;
  const label = reading.labels ? labelOf(reading, at) : null;
  if (label !== null && isMarked(reading, label)) return readLabel(reading, rule, label, end);
  const whole = options.beginning(claim);
  if (whole >= 0 && (label === null || options.length(whole) > 1))
    return found(reading, rule, at, end, isOneOfSeveral(reading, claim, whole) ? "several-answers" : whole);
  if (label !== null) return readLabel(reading, rule, label, end);
  return readText(reading, rule, at, end) ?? refusalAt(reading, at, end);
}

/** The number of a step on the next line: "we follow these steps:\n\n1. Add 5". */
const STEP = /^[\s*_]{0,6}\n[\s*_]{0,4}\d{1,2}[.)]\s+\S/;
const MINUS_BEFORE = /(?:^|[^\p{L}\p{N}\n-])[-−–]\s?[$€£]?$/u;

/** The start of a claim, moved back to the sign of the number that it begins with: "is: -15 °C". */
function signedStart({ text, options }: Reading, start: number, at: number): number {
  if (!options.signed || !/[\p{L}\d]/u.test(text.charAt(at))) return at;
  const sign = MINUS_BEFORE.exec(text.slice(Math.max(start, at - 5), at));
  return sign === null ? at : at - (sign[0].length - sign[0].search(/[-−–]/));
}

const MARKS = " \t\r\n*_\"'`“«「:：→";
const MOST_MARKS = 12;
/** A single letter, which a question's label may also be. */
const LETTER = /^[A-Za-z]$/;

/** Reads an option's text that is the whole claim, letter for letter: "the answer is (i) and (iv) only." */
function readExactClaim(reading: Reading, rule: string, start: number): Finding | null {
  const { text, options, labels } = reading;
  let at = start;
  while (at - start < MOST_MARKS && MARKS.includes(text.charAt(at)) && at < text.length) at += 1;
  const own = options.exact.at(text, at);
  if (own === null || (labels && LETTER.test(text.slice(at, own.end)))) return null;
  return found(reading, rule, at, own.end, own.position);
}

/** Whether "or" and the text of another option follow, as in "three or four". */
function isOneOfSeveral({ options }: Reading, claim: string, whole: number): boolean {
  const end = options.beginningEnd(claim, whole);
  const rest = end < 0 ? "" : claim.slice(end, end + 80);
  const joined = /^["'*_)\s]{0,4}(?:,|\/|or\b|and\b|oder\b|ou\b|o\b|或|还是)\s*(?:or |and )?/.exec(rest);
  return joined !== null && options.beginning(rest.slice(joined[0].length)) >= 0;
}

/** The label at a position. A lower-case letter that names no option, such as a variable, is not a label. */
function labelOf({ text, options }: Reading, at: number): LabelToken | null {
  const label = labelAt(text, at);
  if (label === null || label.position < options.count || text.charAt(at) < "a") return label;
  return /[([*"']/.test(text.charAt(at - 1)) && !/^\s*[=<>+]/.test(text.slice(label.end, label.end + 4)) ? label : null;
}

/**
 * Whether a letter is marked as a label: it is in brackets, or a punctuation mark and its option's text follow it. In
 * "(I) (ii), (iii) only", the "(I)" is therefore a label and not a part of an option's text.
 */
function isMarked({ text, options }: Reading, label: LabelToken): boolean {
  if (label.position >= options.count) return false;
  const rest = text.slice(label.end, label.end + 300);
  const bracketed = /[([]/.test(text.charAt(label.start - 1)) && /^[)\]]/.test(rest);
  if (bracketed) return true;
  if (!/^[*_"']{0,3}[.:)]/.test(rest)) return false;
  return options.beginning(rest) === label.position;
}

/** "A for the guitar, B for the piano" maps labels to things and does not choose one. */
const MAPPING =
  /^[)*"']{0,3}\s(?:for|if|when|means|is for) [^.!?\n]{1,50}?(?:[,;]| and| or)\s(?:and |or )?(?:choose |pick |option )?[(*"']{0,2}[A-Z][)*"']{0,2}\s(?:for|if|when|means|is for)\b/;

/** Whether the text in brackets after a label explains the label and does not name another one, as in "D (C major)". */
function isOwnGloss({ text, options }: Reading, label: LabelToken): boolean {
  const rest = text.slice(label.end, label.end + 200);
  const named = /^[)*"']{0,3}[.:]? ?\(/.test(rest) ? options.beginning(rest) : -1;
  return named >= 0 && options.length(named) > 1;
}

/** Reads a label, together with the labels and the text after it. */
export function readLabel(reading: Reading, rule: string, label: LabelToken, end: number): Finding {
  const { text, options } = reading;
  const list = listEnd(text, label, options.count);
  if (list !== null && !isOwnGloss(reading, label)) return found(reading, rule, label.start, list, "several-answers");
  if (MAPPING.test(text.slice(label.end, label.end + 80)))
    return found(reading, rule, label.start, label.end, "several-answers");
  if (label.position >= options.count) return found(reading, rule, label.start, label.end, "no-such-option");
  const rest = text.slice(label.end, Math.max(end, sentenceEnd(text, label.end + 2)));
  return found(reading, rule, label.start, label.end, label.position, namesOther(reading, rest, label.position));
}

/** Whether the text after a label is the text of another option. */
function namesOther(reading: Reading, rest: string, position: number): boolean {
  const named = reading.options.beginning(rest);
  return named >= 0 && named !== position && reading.options.text(named) !== reading.options.text(position);
}

/**
 * Reads an option's text. The finding is ambiguous if the claim only mentions the option, or is only a part of the
 * option's text.
 */
function readText(reading: Reading, rule: string, start: number, end: number): Finding | null {
  const { options } = reading;
  const claim = reading.text.slice(start, end);
  const equal = options.equalTo(claim);
  if (equal >= 0) return found(reading, rule, start, end, equal);
  const mentions = options.mentions(claim);
  const first = mentions[0];
  if (first === undefined) return partOf(reading, rule, start, end);
  if (mentions.some((other) => other.position !== first.position)) return null;
  const isValue = !/\p{L}/u.test(options.raw(first.position));
  if (isValue && FORMULA.test(claim.slice(0, first.start) + claim.slice(first.end))) return null;
  return found(reading, rule, start + first.start, start + first.end, first.position, true);
}

/** Signs of a calculation, in which a number is a term: "y = (1 + …". */
const FORMULA = /[=+*/\\^×÷]|\d/;

function partOf(reading: Reading, rule: string, start: number, end: number): Finding | null {
  const position = reading.options.containing(reading.text.slice(start, end));
  return position < 0 ? null : found(reading, rule, start, end, position, true);
}
