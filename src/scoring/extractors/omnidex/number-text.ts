import { NUMBER_WORDS, UNSPACED } from "./word-text.ts";

const TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SMALL: ReadonlyMap<string, number> = new Map([
  ...NUMBER_WORDS.map((word, value): [string, number] => [word, value]),
  ...TEENS.map((word, index): [string, number] => [word, index + 13]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
]);
/** Words that are a complete number. */
const WHOLE: ReadonlyMap<string, number> = new Map([
  ["half a dozen", 6],
  ["a dozen", 12],
  ["dozen", 12],
  ["once", 1],
  ["twice", 2],
  ["thrice", 3],
  ["a single", 1],
  ["a pair", 2],
  ["nobody", 0],
  ["no one", 0],
]);
/** Number words of other languages, except those that are also English words. Accents are folded. */
const FOREIGN: ReadonlyMap<string, number> = new Map([
  ...["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"].map(toEntry),
  ...["un", "deux", "trois", "quatre", "cinq", "", "sept", "huit", "neuf", "dix"].map(toEntry),
  ...["eins", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn"].map(toEntry),
  ...["um", "dois", "", "quatro", "", "", "sete", "oito", "nove", "dez"].map(toEntry),
]);
const CHINESE = "零一二三四五六七八九十";
const PAIR = "两兩";
const KOREAN = ["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"];
export const COUNTERS = "次|回|个|個|人|度|つ|名|秒|只|隻|位|下|遍|声|聲|匹|台|辆|輛|번|개|명|마리|회|초|대";
/** A letter of a script that is written without spaces, so that numbers stand directly beside words. */
export const UNSPACED_LETTER = `[${UNSPACED}ー]`;
/** A numeral after one of these characters is an ordinal or a part of a longer number. */
export const NOT_BEFORE_NUMERAL = "[第零〇一二两兩三四五六七八九十百千万每另]";

function toEntry(word: string, index: number): [string, number] {
  return [word, index + 1];
}

const words = (map: ReadonlyMap<string, number>): string => [...map.keys()].filter((word) => word !== "").join("|");
const BELOW_HUNDRED = `(?:(?:${TENS.join("|")})[- ](?:${NUMBER_WORDS.slice(1, 10).join("|")})|${words(SMALL)})`;

export const SIGN = "(?:-|(?:minus|negative) )?";
/** Digits, with the unit that may directly follow them. */
export const DIGIT_FORM = `(?:\\d{1,3}(?:,\\d{3}){1,5}|\\d{1,15})(?:\\.\\d{1,15})?(?:(?=(?:s|x|sec|times|${COUNTERS})(?![\\p{L}\\p{N}_])|(?:${COUNTERS}))|(?!(?!${UNSPACED_LETTER})[\\p{L}\\p{N}_]|[.,:]\\d))`;
/** A number in words. */
export const WORD_FORM = `(?:(?:${words(WHOLE)}|(?:an?|${BELOW_HUNDRED}) hundred(?: and ${BELOW_HUNDRED})?|${BELOW_HUNDRED}|(?:${words(FOREIGN)})(?= ))\\b|[${CHINESE}${PAIR}](?=(?:${COUNTERS}))|(?:${KOREAN.join("|")}) ?(?=(?:${COUNTERS})))`;

/** The value of a text that matches `DIGIT_FORM` or `WORD_FORM`, including its sign. */
export function numericValue(text: string): number {
  const [, sign, rest = ""] = /^(-|minus |negative )?(.*)$/is.exec(text.trim()) ?? [];
  const word = wordValue(rest.toLowerCase());
  const value = word ?? Number(rest.replaceAll(",", ""));
  return sign === undefined ? value : 0 - value;
}

function wordValue(word: string): number | undefined {
  const hundred = /^(.+) hundred(?: and (.+))?$/.exec(word);
  if (hundred !== null) return (hundreds(hundred[1]) ?? 1) * 100 + (wordValue(hundred[2] ?? "zero") ?? 0);
  const compound = /^(\w+)[- ](\w+)$/.exec(word);
  const [tens, unit] = [SMALL.get(compound?.[1] ?? ""), SMALL.get(compound?.[2] ?? "")];
  if (tens !== undefined && unit !== undefined) return tens + unit;
  const single = WHOLE.get(word) ?? SMALL.get(word) ?? FOREIGN.get(word);
  if (single !== undefined) return single;
  if (word !== "" && PAIR.includes(word)) return 2;
  const asian = word.length === 1 ? CHINESE.indexOf(word) : -1;
  const korean = KOREAN.indexOf(word.trim());
  return asian >= 0 ? asian : korean >= 0 ? korean + 1 : undefined;
}

const hundreds = (word = ""): number | undefined => (/^an?$/.test(word) ? 1 : wordValue(word));
