import { allMatches } from "../all-matches.ts";
import { type LabelToken, labelAt } from "../label-token.ts";
import { type Finding, found, type Reading } from "../reading.ts";

/** What is said of the right option after its label. */
const PREDICATE =
  /[)\]*_"'.:】」]{0,4}(?:\s+(?:is|was|would be|must be|should be|seems?|appears?|looks)(?: to be)?(?: (?:clearly|definitely|indeed|therefore|likely|probably|also|thus|still|really))?(?: the)?(?: (?:most|best|better|only|single|one|more))?(?: (?:likely|plausible|appropriate|accurate|suitable|reasonable|logical|probable|fitting|consistent|correct|right|valid|final|supported|option|choice|answer|match|fit|true)\b)+|\s+(?:best|most accurately|most closely|accurately|correctly) (?:describes|matches|fits|answers|captures|explains|reflects|represents|summari[sz]es|aligns)\b|\s+(?:fits|matches|makes) (?:best|the best|the most sense)\b|(?:选项|選項)?\s?(?:是|为|為)?\s?(?:正确|正確|对的|對的|最佳)|\s?が(?:正解|正しい|適切)|\s?(?:です|だと思|である)|입니다|이라고|[이가]\s?(?:정답|맞|옳)|\s+(?:es|est|ist|e) (?:la |die |der |a )?(?:correcta|correct|correcte|bonne|richtig|richtige|corretta|correta|right)\b)/giy;
/** "A is correct about the drums", "if B is correct": no verdict. */
const QUALIFIED = /^\s*(?:about|in (?:saying|that|part)|only|if|when|except|but|for the|partially|or)\b/i;
const DENIED =
  /\b(?:if|whether|why|assuming|though|although|albeit|neither|nor|that neither)\s(?:the )?(?:option |choice |answer )?[(*"]{0,3}$/i;
const ISOLATED_LETTER = /(?<![A-Za-z0-9])[A-Za-z](?![A-Za-z0-9])/g;
const MOST_LABELS = 400;

/** "Option C is correct", "(A) best describes …", "C选项正确", "Cが正解です". */
export function readLabelPredicates(reading: Reading): Finding[] {
  if (!reading.labels) return [];
  return isolatedLetters(reading.text)
    .map((label) => readPredicate(reading, label))
    .filter((finding) => finding !== null);
}

/** The last isolated letters of a text, in their order. */
export function isolatedLetters(text: string): LabelToken[] {
  const places = allMatches(text, ISOLATED_LETTER).slice(-MOST_LABELS);
  return places.map((place) => labelAt(text, place.index)).filter((label) => label !== null);
}

function readPredicate(reading: Reading, label: LabelToken): Finding | null {
  const { text, options } = reading;
  PREDICATE.lastIndex = label.end;
  const predicate = PREDICATE.exec(text);
  if (predicate === null || DENIED.test(text.slice(Math.max(0, label.start - 30), label.start))) return null;
  const end = PREDICATE.lastIndex;
  if (QUALIFIED.test(text.slice(end, end + 20))) return null;
  const target = label.position < options.count ? label.position : "no-such-option";
  return found(reading, "label-predicate", label.start, end, target);
}
