import { optionLetters } from "../isolated-letters.ts";
import type { LabelToken } from "../label-token.ts";
import { type Finding, found, once, type Reading } from "../reading.ts";
import { wordAfter } from "../words-beside.ts";

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
