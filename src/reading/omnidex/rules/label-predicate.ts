import { optionLabel } from "../../../domain/option-label.ts";
import { isolatedLetters, type LabelToken, optionLetters } from "../label-token.ts";
import { type Finding, found, once, type Reading } from "../reading.ts";
import { inlineMarks, type ListMark, lineMarks } from "../structure/list-marks.ts";
import { wordAfter } from "../word-text.ts";

/** Predicates of the correct option, after its label. */
const PREDICATE =
  /[)\]*_"'.:】」]{0,4}(?:\s+(?:is|was|would be|must be|should be|seems?|appears?|looks)(?: to be)?(?: (?:clearly|definitely|indeed|therefore|likely|probably|also|thus|still|really))?(?: the)?(?: (?:most|best|better|only|single|one|more))?(?: (?:likely|plausible|appropriate|accurate|suitable|reasonable|logical|probable|fitting|consistent|correct|right|valid|final|supported|option|choice|answer|match|fit|true|one)\b)+|\s+(?:best|most accurately|most closely|accurately|correctly) (?:describes|matches|fits|answers|captures|explains|reflects|represents|summari[sz]es|aligns)\b|\s+(?:fits|matches|makes|works|aligns) (?:best|the best|the most sense|most sense|most closely|perfectly)\b|\s+(?:is|was|would be|must be|has to be|remains) (?:(?:clearly|definitely|therefore|obviously) )?(?:the one|my (?:final )?(?:answer|choice|pick|selection|guess)|what (?:fits|matches|(?:i|we) (?:submit|choose|pick|answer|select|say|mean|stay with|stick with|go with|settle on)))\b|,? (?:because|since) (?=[a-z])(?<=(?:^|[.!?:\n]\s{0,3})[([*"']{0,3}[A-Za-z][)\]*"']{0,3},? (?:because|since) )|\s+(?:is|was) (?:an? |the )?(?:better|stronger|closer|more \w+) (?:\w+ ){0,8}?than\b|\s+(?:is|was|'s) (?:all that (?:remains|is left)|what (?:remains|is left|(?:we|i)(?:'re| are|'m| am) left with))\b|\s+(?:the|my) (?:correct|right|best|only|most \w+) (?:answer|option|choice|match|one|candidate|fit)\b|\s+(?:is|does|fits|works)(?=[.!]\s*$)|\s+stands out as (?:the )?(?:\w+ ){0,2}(?:one|answer|choice|option|match|fit)\b|\s+(?:it is|wins|stands out)(?=\s*(?:$|[.!\n]))|(?:选项|選項|项|項)?\s?(?:是|为|為)?\s?(?:正确|正確|对的|對的|最佳)|\s?が(?:正解|正しい|適切)|\s?(?:です|だと思|である)|입니다|이라고|[이가]\s?(?:정답|맞|옳)|\s+(?:es|est|ist|e) (?:la |die |der |a )?(?:correcta|correct|correcte|bonne|richtig|richtige|corretta|correta|right)\b)/giy;
/** "A is correct about the drums", "B is correct if …": a qualified statement is not a verdict. */
const QUALIFIED = /^\s*(?:about|in (?:saying|that|part)|only|if|when|except|but|for the|partially|or)\b/i;
const DENIED =
  /\b(?:if|whether|why|assuming|though|although|albeit|neither|nor|that neither)\s(?:the )?(?:option |choice |answer )?[(*"]{0,3}$/i;
/** "Only C fits": the words before the label. */
const ONLY_BEFORE =
  /\b(?:only|just|nothing but|none but|none other than|no (?:other )?option but|leaves?|leaving)\s(?:the )?(?:option |choice |answer )?[(*"']{0,3}$/i;
const ONLY_AFTER =
  /[)*"'\]]{0,3}\s+(?:fits|works|makes sense|matches|remains|applies|holds|survives|qualifies|is (?:left|correct|possible|supported|consistent|right|plausible|true|valid|accurate|compatible|shown)|can be (?:right|correct|true)|(?:describes|explains|satisfies|reflects|captures|answers)\b)/iy;

/** The words with which `PREDICATE` and `ONLY_AFTER` begin, directly after a label. */
const FIRST_WORDS = new Set(
  "is was would must should seem seems appear appears looks best most accurately correctly fits matches makes works aligns has remains because since s the my does stands it wins es est ist e applies holds survives qualifies can describes explains satisfies reflects captures answers".split(
    " ",
  ),
);

/** "Option C is correct", "(A) best describes …", "C选项正确", "Cが正解です". */
export const readLabelPredicates = once((reading: Reading): Finding[] => {
  if (!reading.labels) return [];
  return optionLetters(reading)
    .map((label) => readPredicate(reading, label))
    .filter((finding) => finding !== null);
});

function readPredicate(reading: Reading, label: LabelToken): Finding | null {
  const { text, options } = reading;
  const word = wordAfter(text, label.end);
  if (word < "\x80" && !FIRST_WORDS.has(word)) return null;
  const only = readOnly(reading, label);
  if (only !== null) return only;
  PREDICATE.lastIndex = label.end;
  const predicate = PREDICATE.exec(text);
  if (predicate === null || DENIED.test(text.slice(Math.max(0, label.start - 30), label.start))) return null;
  const end = PREDICATE.lastIndex;
  if (QUALIFIED.test(text.slice(end, end + 20))) return null;
  const target = label.position < options.count ? label.position : "no-such-option";
  return found(reading, "label-predicate", label.start, end, target);
}

function readOnly({ text, options, ...reading }: Reading, label: LabelToken): Finding | null {
  if (label.position >= options.count || !ONLY_BEFORE.test(text.slice(Math.max(0, label.start - 40), label.start)))
    return null;
  ONLY_AFTER.lastIndex = label.end;
  return ONLY_AFTER.test(text)
    ? found({ text, options, ...reading }, "label-predicate", label.start, ONLY_AFTER.lastIndex, label.position)
    : null;
}

/** An option whose text looks like a label. */
const LETTER = /^ ?[a-z] ?$/i;

/**
 * Reads a label with its option's text at the end of a response, if that text is a single letter. "D. B" is option D
 * with the text "B", and "D. i" does not name an option I. Returns null if the last line has several options in this
 * form.
 */
export function readLabelWithLetter(reading: Reading): Finding | null {
  if (!reading.labels) return null;
  const { text, options } = reading;
  if (!options.short) return null;
  for (let position = 0; position < options.count; position++) {
    const letter = options.text(position).trim();
    if (!LETTER.test(letter) || options.equalTo(letter) !== position) continue;
    const pair = pairAtEnd(text, optionLabel(position), letter);
    if (pair !== null) return found(reading, "label-with-text", pair, pair + 1, position);
  }
  return null;
}

/** The position of the label, in the last line only: a list of all options, one per line, is not an answer. */
function pairAtEnd(text: string, label: string, letter: string): number | null {
  const line = text.slice(Math.max(text.lastIndexOf("\n") + 1, text.length - 200));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${label}\\s?[).:\\]]{1,2}\\s{0,3}["']?${letter}["']?\\s?[.!]?\\s{0,9}$`,
    "iu",
  );
  const match = pattern.exec(line);
  if (match === null || /[\p{L}\p{N}]\s?[).:\]]\s{0,3}["']?[\p{L}\p{N}]\b.*$/u.test(line.slice(0, match.index)))
    return null;
  return text.includes("\n") && /^\s*[a-z]\s?[).:\]]/im.test(text.slice(0, text.lastIndexOf("\n")))
    ? null
    : text.length - line.length + match.index;
}

/**
 * Reads a line that consists of one option's label and text and is not part of a list: "…:\n\nF. Individual
 * counselling\n\n…".
 */
export const readLabelledLines = once((reading: Reading): Finding[] => {
  if (!reading.labels) return [];
  const { text } = reading;
  return [...lineMarks(text), ...lastSentenceMarks(text)]
    .filter((mark) => isWhole(reading, mark))
    .map(({ labelAt, position }) => found(reading, "label-with-text", labelAt, labelAt + 1, position));
});

/** Whether only the option's own text follows the label on its line. */
function isWhole({ text, options }: Reading, { position, textStart }: ListMark): boolean {
  if (position >= options.count) return false;
  const line = text.slice(textStart, lineEnd(text, textStart));
  const end = options.beginningEnd(line, position);
  return end > 0 && /^[\s.*_"'`)]*$/.test(line.slice(end));
}

/** Labels that begin a sentence of the last line: "… speaks against it. (A) Red." */
function lastSentenceMarks(text: string): ListMark[] {
  const from = Math.max(text.trimEnd().lastIndexOf("\n") + 1, text.length - LAST_SENTENCES);
  return [...inlineMarks(text), ...appositions(text, from)].filter(
    ({ start, style }) =>
      start > from &&
      (style === APPOSITION || /[.!?:,;]["')*]{0,2}\s*$/.test(text.slice(Math.max(from, start - 8), start))),
  );
}

/** The number of code units at the end that are searched for sentences. */
const LAST_SENTENCES = 600;
const IDENTIFIED = /(?:\bis|\bfrom|\bbe|\bby|\bchoose|\bpick|\bsay|[:→])\s?(?:option )?[(*]{0,3}$/i;
const APPOSITION = "apposition";

/** Labels in the middle of a sentence, before their option's text: "The call is from G, the great tit." */
const appositions = (text: string, from: number): ListMark[] =>
  isolatedLetters(text)
    .filter(
      ({ start, end }) =>
        start > from &&
        text.charAt(start) < "a" &&
        /^(?:,| [-–—(])/.test(text.slice(end, end + 2)) &&
        IDENTIFIED.test(text.slice(Math.max(0, start - 20), start)),
    )
    .map(({ position, start, end }) => ({
      position,
      start,
      labelAt: start,
      textStart: end + 2,
      tick: "",
      style: APPOSITION,
    }));

function lineEnd(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at < 0 ? text.length : at;
}
