import { allMatches } from "../all-matches.ts";
import { isDenied } from "../governance/denial.ts";
import { optionLetters } from "../isolated-letters.ts";
import { type Finding, found, type Reading } from "../reading.ts";
import { LAST_FORM, OPTION_NOUN, ORDINAL_FORM, ORDINAL_POSITIONS } from "./ordinal-words.ts";

const LAST = new RegExp(`^(?:${LAST_FORM})$`, "i");

/** A letter before a Latin ordinal; scripts without spaces have letters before theirs. */
const LETTER_BEFORE = "[A-Za-zа-яё]";

const CARDINALS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ARTICLE = "(?:\\b(?:the|la|le|el|die|der|das|den|il|a|o|de|het|ה)\\b ?)?";
/** An ordinal beside the word for an option: "the second option", "третий вариант", "الخيار الثالث", "第三个选项". */
const ORDINAL = new RegExp(
  `${ARTICLE}(?:(?<![\\p{L}\\p{N}])(?:${OPTION_NOUN}) ?(?:ה|ke-)?)?(?<!${LETTER_BEFORE})(${ORDINAL_FORM}|${LAST_FORM})(?: ?(?:${OPTION_NOUN})|(?: one)? (?:of|on|in|from) (?:the|these|those|your) (?:\\w+ )?(?:options|choices|answers|list)\\b)?(?![a-z])`,
  "giu",
);
const NAMES_OPTION = new RegExp(`${OPTION_NOUN}|list`, "iu");
/** A response that is an ordinal and little else: "The third one.", "C'est la troisième", "第三个". */
const ONLY_ORDINAL = new RegExp(
  `^[\\s"'(*_]{0,6}(?:(?:i(?:'d| would)? (?:say|think|pick|choose|go with)|it(?:'s| is)|the answer is|my answer is|c'est|es|e|ist|es ist|это|думаю,?|是|应该是|選|选|答案是) )?${ARTICLE}(?:${ORDINAL_FORM}|${LAST_FORM})(?: (?:one|una|uno|um|uma))?(?:です|입니다|입니다|요|है|का|。|\\W)*$`,
  "iu",
);
const NUMBERED = new RegExp(
  `^[\\s(*"#]{0,6}(?:the )?(?:correct )?(?:answer(?: is|:)?\\s{0,2})?(?:((?:option|choice|answer)(?= )(?: number| no\\.)?|option|choice|number|选项|選項|#)\\s{0,2}#?)?[(*"]{0,3}(\\d{1,3}|${CARDINALS.join("|")})[)*"]{0,3}([.):]?)(.*)$`,
  "is",
);
/** The length of the longest response in which a number is read as an option's number. */
const LONGEST = 200;

/** Reads "Option 2" and "the second option". Reads a bare "2" only if no option is itself a number. */
export function readOptionNumber(reading: Reading): Finding | null {
  const { text } = reading;
  const start = text.search(/\S/);
  const response = text.trim();
  if (!reading.labels || start < 0 || response.length > LONGEST) return null;
  return readOrdinal(reading, response, start) ?? readNumber(reading, response, start);
}

function readOrdinal(reading: Reading, response: string, start: number): Finding | null {
  const only = ONLY_ORDINAL.test(response);
  const named = allMatches(response, ORDINAL).filter(
    ({ 0: words, index }) =>
      (only || NAMES_OPTION.test(words)) && !isDenied(response, { start: index, end: index + words.length }),
  );
  const last = named.at(-1);
  if (last === undefined) return null;
  const positions = new Set(named.map((match) => ordinalOf(match[1] ?? "", reading.options.count)));
  const end = last.index + last[0].length;
  const others = !reading.options.lettered && optionLetters(reading).some(({ position }) => !positions.has(position));
  if (positions.size > 1 || others)
    return found(reading, "option-number", start + last.index, start + end, "several-answers");
  return numbered(reading, start + last.index, start + end, ordinalOf(last[1] ?? "", reading.options.count), false);
}

function ordinalOf(word: string, count: number): number {
  const lower = word.toLowerCase();
  return LAST.test(lower) ? count - 1 : (ORDINAL_POSITIONS.get(lower) ?? -1);
}

function readNumber(reading: Reading, response: string, start: number): Finding | null {
  const match = NUMBERED.exec(response);
  if (match === null) return null;
  const [, noun, number = "", mark, rest = ""] = match;
  const position = numberOf(number) - 1;
  const bare = noun === undefined;
  if (bare && (reading.options.numeric || !/^\d/.test(number))) return null;
  if (bare && !isAlone(reading, rest, mark ?? "", position)) return null;
  return numbered(reading, start, start + response.length - rest.length, position, bare);
}

const numberOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : CARDINALS.indexOf(text.toLowerCase()) + 1;

/** Whether the number is followed only by marks, or by the text of the option with this number. */
const isAlone = (reading: Reading, rest: string, mark: string, position: number): boolean =>
  /^\W*$/.test(rest) || (mark !== "" && reading.options.equalTo(rest) === position);

function numbered(reading: Reading, start: number, end: number, position: number, ambiguous: boolean): Finding {
  const exists = position >= 0 && position < reading.options.count;
  return found(reading, "option-number", start, end, exists ? position : "no-such-option", exists && ambiguous);
}
