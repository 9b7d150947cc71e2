import { NUMBER_WORDS, UNSPACED } from "./word-text.ts";

const DIGITS = "零一二三四五六七八九";
const HAN_NUMERALS_SMALL: ReadonlyMap<string, number> = new Map([
  ["十", 10],
  ["百", 100],
  ["千", 1000],
]);
const LARGE: ReadonlyMap<string, number> = new Map([
  ["万", 1e4],
  ["萬", 1e4],
  ["亿", 1e8],
  ["億", 1e8],
]);

/** The value of a numeral in Chinese: 12 for "十二". A row of digits ("一二三") has no value. */
function hanValue(text: string): number | undefined {
  let [total, section, digit] = [0, 0, -1];
  for (const mark of text) {
    const [value, small, large] = [digitOf(mark), HAN_NUMERALS_SMALL.get(mark), LARGE.get(mark)];
    if (value >= 0) {
      if (digit > 0) return undefined;
      digit = value;
    } else if (small !== undefined) {
      section += small * (digit < 0 ? 1 : digit);
      digit = -1;
    } else if (large !== undefined) {
      total += (section + Math.max(0, digit)) * large;
      [section, digit] = [0, -1];
    } else return undefined;
  }
  return text === "" || LARGE.has(text.charAt(0)) ? undefined : total + section + Math.max(0, digit);
}

const digitOf = (mark: string): number =>
  mark === "〇" ? 0 : mark === "两" || mark === "兩" ? 2 : DIGITS.indexOf(mark);

const TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
const TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const NUMBER_TEXT_SMALL: ReadonlyMap<string, number> = new Map([
  ...NUMBER_WORDS.map((word, value): [string, number] => [word, value]),
  ...TEENS.map((word, index): [string, number] => [word, index + 13]),
  ...TENS.map((word, index): [string, number] => [word, (index + 2) * 10]),
]);
/** Words that are a complete number. */
const WHOLE: ReadonlyMap<string, number> = new Map([
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
/** The power of ten of each scale. */
const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 2],
  ["thousand", 3],
  ["lakh", 5],
  ["million", 6],
  ["crore", 7],
  ["billion", 9],
  ["bn", 9],
  ["trillion", 12],
  ["k", 3],
  ["百", 2],
  ["千", 3],
  ["万", 4],
  ["萬", 4],
  ["亿", 8],
  ["億", 8],
]);
const VULGAR: ReadonlyMap<string, number> = new Map([
  ["½", 1 / 2],
  ["¼", 1 / 4],
  ["¾", 3 / 4],
  ["⅛", 1 / 8],
  ["⅜", 3 / 8],
  ["⅝", 5 / 8],
  ["⅞", 7 / 8],
]);
export const HAN = "[零〇一二三四五六七八九十百千万萬亿億两兩]";
const KOREAN = ["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"];
export const COUNTERS =
  "次|回|个|個|人|度|つ|名|秒|只|隻|位|下|遍|声|聲|匹|台|辆|輛|件|张|張|首|本|枚|번|개|명|마리|회|초|대";
/** A letter of a script that is written without spaces, so that numbers stand directly beside words. */
export const UNSPACED_LETTER = `[${UNSPACED}ー]`;
/** A letter that may follow digits directly, because its script has no spaces or attaches counters to digits. */
const ATTACHED_LETTER = `[${UNSPACED}ー\\p{Script=Bengali}\\p{Script=Devanagari}\\p{Script=Arabic}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tamil}\\p{Script=Telugu}]`;
/** A numeral after one of these characters is an ordinal or a part of a longer number. */
export const NOT_BEFORE_NUMERAL = "[第零〇一二两兩三四五六七八九十百千万萬亿億每另]";

function toEntry(word: string, index: number): [string, number] {
  return [word, index + 1];
}

const words = (map: ReadonlyMap<string, number>): string => [...map.keys()].filter((word) => word !== "").join("|");
const UNITS = NUMBER_WORDS.slice(1, 10).join("|");
// A part comes as seldom as possible in these, because most patterns hold them, and the engine takes as long to compile a
// pattern as it is large.
const BELOW_HUNDRED = `(?:(?:${TENS.join("|")})(?:[- ](?:${UNITS}))?|${[...NUMBER_WORDS, ...TEENS].join("|")})`;
const BELOW_THOUSAND = `(?:an? hundred|${BELOW_HUNDRED}(?: hundred)?)(?:(?<= hundred) (?:and )?${BELOW_HUNDRED})?`;
const SCALE_WORD = "(?:thousand|million|billion|trillion|lakh|crore)s?";
/** "three hundred thousand and five". */
const WORDS = `(?:(?:half an?|an?) ${SCALE_WORD}|${BELOW_THOUSAND}(?: ${SCALE_WORD})?)(?:(?<= ${SCALE_WORD})(?:,? (?:and )?${BELOW_THOUSAND}(?: ${SCALE_WORD})?){1,3})?`;
const AND_A_HALF = "(?: and (?:(?:an?|one) (?:half|quarter)|three quarters)\\b)";
/** "three quarters", if nothing follows. */
const FRACTION = "(?:(?:an?|one) (?:half|quarter)|three quarters)(?=[\\s*_.!\"')}\\]]{0,8}(?:$|<))";

const CURRENCY = "[$€£¥₹]";
export const SIGN = `(?:-(?:${CURRENCY}\\s?)?|(?:minus|negative|moins|menos|минус) (?:${CURRENCY}\\s?)?|(?:负|負|零下|マイナス|(?:영하|마이너스) ?))?`;

const PLAIN = "(?:\\d{1,3}(?:,\\d{3}){1,5}|\\d{1,15})(?:\\.\\d{1,15})?";
const POWER = "10\\s?(?:\\^\\s?\\{?[-+]?\\d{1,3}\\}?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})";
const DIGITAL = [
  `(?:\\d{1,4}[ -])?\\d{1,3}/[248](?![\\d/])`,
  `\\d{0,4} ?[${words(VULGAR).replaceAll("|", "")}]`,
  `${PLAIN}(?:e[-+]?\\d{1,3}|\\s?(?:[×x*·⋅]|\\\\times|\\\\cdot)\\s?${POWER})`,
  POWER,
  `${PLAIN}(?:\\s?(?:hundred|${SCALE_WORD}|dozen)\\b|\\s?bn\\b|[km](?![\\p{L}\\p{N}])|[百千万萬亿億])`,
  `${PLAIN}${AND_A_HALF}?`,
].join("|");
/** Units that may follow digits without a space. */
const ATTACHED = "s|x|sec|times|min|mins|h|hr|hrs|kg|g|km|cm|mm|mph|fps|hz|c|f";
/** Digits, with the unit that may directly follow them. */
export const DIGIT_FORM = `(?:${DIGITAL})(?:(?=(?:${ATTACHED}|${COUNTERS})(?![\\p{L}\\p{N}_])|(?:${COUNTERS}))|(?!(?!${ATTACHED_LETTER})[\\p{L}\\p{N}_]|[.,:]\\d))`;
/** A number in words. Numerals in Chinese need a counter or the end of the clause after them. */
export const WORD_FORM = `(?:${FRACTION}|(?:${BELOW_HUNDRED}(?: point (?:zero|${UNITS})(?: (?:zero|${UNITS})){0,5}| dozen)|(?:half an?|an?) dozen|(?<![\\p{L}\\p{N}] )dozen|${WORDS}${AND_A_HALF}?|${words(WHOLE)}|(?:${words(FOREIGN)})(?= ))\\b|(?!零[下上])${HAN}{1,12}(?=(?:${COUNTERS})|[\\s*。.！!]{0,4}(?:$|\\n|<))|(?:${KOREAN.join("|")}) ?(?=(?:${COUNTERS})))`;

const SIGNED = new RegExp(`^(${SIGN.slice(0, -1)})?(.*)$`, "isu");

/** The value of a text that matches `DIGIT_FORM` or `WORD_FORM`, including its sign; NaN if it has no exact value. */
export function numericValue(text: string): number {
  const [, sign, rest = ""] = SIGNED.exec(text.trim()) ?? [];
  const value = unsigned(rest.trim());
  return sign === undefined || sign === "" ? value : 0 - value;
}

/** A value as decimal digits; null if it has none. */
export function decimal(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  const text = String(value);
  if (!text.includes("e")) return text;
  return text.includes("e-") ? value.toFixed(20).replace(/\.?0+$/, "") : String(BigInt(value));
}

function unsigned(text: string): number {
  const mixed = /^(.+) and (?:an? |one )?(half|quarter|three quarters)$/is.exec(text);
  if (mixed !== null) return unsigned(mixed[1] ?? "") + (unitFraction(mixed[2] ?? "") ?? Number.NaN);
  const scientific = powerOfTen(text);
  if (scientific !== null) return scientific;
  const ratio = /^(?:(\d+)[ -])?(\d+)\/(\d)$/.exec(text);
  if (ratio !== null) return Number(ratio[1] ?? 0) + Number(ratio[2]) / Number(ratio[3]);
  const vulgar = VULGAR.get(text.at(-1) ?? "");
  if (vulgar !== undefined) return Number(text.slice(0, -1).trim()) + vulgar;
  const scaled = /^([\d.,]+)\s?(\D+?)$/s.exec(text);
  if (scaled !== null) return scaledValue(digits(scaled[1]), scaled[2] ?? "");
  return /^\d/.test(text) ? Number(digits(text)) : (wordValue(text.toLowerCase()) ?? Number.NaN);
}

const digits = (text = ""): string => text.replaceAll(",", "");

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function powerOfTen(text: string): number | null {
  const match =
    /^([\d.,]+?)?\s?(?:e|(?:(?<=\d\s?)(?:[×x*·⋅]|\\times|\\cdot)\s?)?10\s?(?:\^\s?\{?|(?=[⁻⁺⁰¹²³⁴-⁹])))([-+⁻⁺]?[\d⁰¹²³⁴-⁹]+)\}?$/i.exec(
      text,
    );
  if (match === null) return null;
  const exponent = [...(match[2] ?? "")]
    .map((mark) =>
      SUPERSCRIPTS.includes(mark) ? String(SUPERSCRIPTS.indexOf(mark)) : mark.replace("⁻", "-").replace("⁺", "+"),
    )
    .join("");
  return Number(`${digits(match[1]) || "1"}e${exponent}`);
}

/** "2" and "million". A lower-case "m" stands for metres or minutes, not for a million. */
function scaledValue(number: string, scale: string): number {
  if (/^dozen$/i.test(scale)) return Number(number) * 12;
  const power = scale === "M" ? 6 : SCALES.get(scale.toLowerCase().replace(/(?<=..)s$/, ""));
  return power === undefined ? Number.NaN : Number(`${number}e${power}`);
}

const unitFraction = (text: string): number | null => {
  const name = text.toLowerCase();
  return name.endsWith("half") ? 0.5 : name.startsWith("three") ? 0.75 : name.startsWith("quarter") ? 0.25 : null;
};

function wordValue(text: string): number | undefined {
  const single = WHOLE.get(text) ?? NUMBER_TEXT_SMALL.get(text) ?? FOREIGN.get(text);
  if (single !== undefined) return single;
  const fraction = /^(?:an? |one )?(half|quarter|three quarters)$/.exec(text);
  if (fraction !== null) return unitFraction(fraction[1] ?? "") ?? undefined;
  const dozen = /^(?:(half) )?(?:(.+) )?dozen$/.exec(text);
  if (dozen !== null)
    return (dozen[1] === undefined ? 12 : 6) * (/^an?$/.test(dozen[2] ?? "a") ? 1 : (wordValue(dozen[2] ?? "") ?? 1));
  const point = /^(.+) point (.+)$/.exec(text);
  if (point !== null)
    return Number(
      `${wordValue(point[1] ?? "")}.${(point[2] ?? "")
        .split(" ")
        .map((word) => NUMBER_TEXT_SMALL.get(word))
        .join("")}`,
    );
  if (/^[a-z]/.test(text)) return sumOfWords(text);
  const korean = KOREAN.indexOf(text.trim());
  return korean >= 0 ? korean + 1 : hanValue(text);
}

/** "two hundred thousand and twenty-one". */
function sumOfWords(text: string): number | undefined {
  let [total, group, known] = [0, 0, false];
  for (const word of text.replaceAll(",", "").split(/[ -]/)) {
    if (word === "and") continue;
    const scale = SCALES.get(word.replace(/s$/, ""));
    const value = word === "half" ? 0.5 : /^an?$/.test(word) ? (group === 0.5 ? 0 : 1) : NUMBER_TEXT_SMALL.get(word);
    if (scale === undefined && value === undefined) return undefined;
    known = true;
    if (scale === 2) group = (group || 1) * 100;
    else if (scale === undefined) group += value ?? 0;
    else [total, group] = [total + Number(`${group || 1}e${scale}`), 0];
  }
  return known ? total + group : undefined;
}
