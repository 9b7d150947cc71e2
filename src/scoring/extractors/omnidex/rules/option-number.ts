import { allMatches } from "../all-matches.ts";
import { isDenied } from "../governance/denial.ts";
import { type Finding, found, type Reading } from "../reading.ts";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const CARDINALS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const FOREIGN: Readonly<Record<string, number>> = {
  primera: 0,
  primeira: 0,
  premiere: 0,
  erste: 0,
  prima: 0,
  segunda: 1,
  deuxieme: 1,
  zweite: 1,
  seconda: 1,
  tercera: 2,
  terceira: 2,
  troisieme: 2,
  dritte: 2,
  terza: 2,
  cuarta: 3,
  quarta: 3,
  quatrieme: 3,
  vierte: 3,
};
const CHINESE = "一二三四五六七八九";
const ORDINAL = new RegExp(
  `(?:\\b(?:the|la|die) )?(?:\\b(${[...ORDINALS, "last", ...Object.keys(FOREIGN)].join("|")}) (?:option|choice|answer|opcion|opcao|alternativa|(?<=^\\W{0,3}(?:the |it's the |i(?:'d| would) say the |the answer is the )?\\w{4,7} )one(?=\\W*$))\\b|第([${CHINESE}1-9])(?:个|個)?(?:选项|選項|選択肢|项))`,
  "gi",
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
  const match = allMatches(response, ORDINAL).findLast(
    ({ 0: words, index }) => !isDenied(response, { start: index, end: index + words.length }),
  );
  if (match === undefined) return null;
  const position = ordinalOf((match[1] ?? match[2] ?? "").toLowerCase(), reading.options.count);
  return numbered(reading, start + match.index, start + match.index + match[0].length, position, false);
}

function ordinalOf(word: string, count: number): number {
  if (word === "last") return count - 1;
  if (/^\d$/.test(word)) return Number(word) - 1;
  return FOREIGN[word] ?? Math.max(ORDINALS.indexOf(word), CHINESE.indexOf(word));
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
