import { remembering } from "./matches.ts";
import { DIGIT_FORM, numericValue, SIGN, WORD_FORM } from "./number-text.ts";

/**
 * What a number is in its sentence: a `value` that may be the answer; an `open` value, such as a bound or the end of a
 * range; a `part` of a calculation; or `other`, a quantity that the question does not ask for, such as a time.
 */
export type Role = "value" | "open" | "part" | "other";

/** What a question asks for; null if its text is unknown. */
export interface Asked {
  /** The kinds of unit that the answer may have; null if it may have any. */
  readonly kinds: ReadonlySet<Kind> | null;
  /** The unit that the question names, such as "second"; null if it names none. */
  readonly unit: string | null;
  /** Whether the question asks for more or other things than those already counted. */
  readonly more: boolean;
  /** Whether the question asks for a number that somebody says. */
  readonly said: boolean;
  /** The words after "how many" or "number of", in lower case. */
  readonly nouns: readonly string[];
}

type Kind = "time" | "temperature" | "share" | "money" | "length" | "weight" | "rate";

const UNITS: readonly (readonly [Kind, string])[] = [
  [
    "time",
    "s|secs?|seconds?|ms|milliseconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|decades?|o'?clock|[ap]\\.?m\\b\\.?|sekunden?|minuten?|stunden?|secondes?|heures?|segundos?|minutos?|horas?|секунд\\p{L}{0,3}|минут\\p{L}{0,3}",
  ],
  ["temperature", "degrees?|celsius|fahrenheit|c|f|grad|grados|degres?"],
  ["share", "percent|per cent|percentage points?"],
  ["money", "dollars?|usd|euros?|eur|cents?|yen|rupees?|won|bucks?"],
  ["length", "m|met(?:er|re)s?|km|cm|mm|(?:kilo|centi|milli)met(?:er|re)s?|miles?|feet|foot|ft|inch(?:es)?|yards?"],
  ["weight", "kg|g|grams?|kilos?|kilograms?|lbs?|tons?|tonnes?|ounces?|oz"],
  ["rate", "km/h|kmh|kph|mph|fps|bpm|[km]?hz|(?:kilo|mega)?hertz|db|decibels?|watts?|px|pixels?|[kmg]bps|[mg]b"],
];
const UNSPACED_UNITS: readonly (readonly [Kind, string])[] = [
  ["time", "秒|分钟|分鐘|分間|小时|小時|時間|点(?:钟|鐘)?|時|초|분|시간|年|วินาที|นาที"],
  ["temperature", "°|℃|℉|度"],
  ["share", "%"],
  ["money", "€|£|¥|元|円|원"],
];
const AFTER: readonly (readonly [Kind, RegExp])[] = [
  ...UNITS.map(([kind, names]): [Kind, RegExp] => [kind, new RegExp(`^[ -]?(?:${names})(?![\\p{L}\\p{N}])`, "iu")]),
  ...UNSPACED_UNITS.map(([kind, names]): [Kind, RegExp] => [kind, new RegExp(`^ ?(?:${names})`, "u")]),
];

/** Words of a question that ask for a kind of unit. */
const ASKS: readonly (readonly [Kind, RegExp])[] = [
  [
    "time",
    /\bhow (?:many|much) (?:\w+ ){0,2}?(?:milliseconds|seconds|minutes|hours|days|weeks|months|years|time)\b|\bhow (?:long|old|soon|late|early|often)\b|\bduration\b|\bin (?:milliseconds|seconds|minutes|hours|days|years)\b|\bwhen\b|\b(?:what|which) (?:time|second|minute|hour|year|age|date|day)\b|\btime ?stamps?\b|\b(?:the|whose|his|her) (?:time|age|year|date|length|interval|delay|second|minute)\b|秒|分钟|多久|多长|几点|何時|何分/i,
  ],
  [
    "temperature",
    /\btemperature|\bdegrees?\b|\bcelsius\b|\bfahrenheit\b|\bhow (?:warm|hot|cold|cool)\b|温度|気温|气温|摄氏|度/i,
  ],
  ["share", /\bper ?cent|%|\b(?:share|proportion|fraction|rate|humidity|probability|chance)\b/i],
  [
    "money",
    /\b(?:dollars?|euros?|pounds?|cents?|yen|rupees?|price|cost|costs|money|amount|pay|paid|pays|earn|fee|salary|balance|profit|budget)\b|[$€£¥₹]|多少钱|いくら/i,
  ],
  [
    "length",
    /\bhow (?:far|tall|long|wide|high|deep|big|large)\b|\b(?:distance|height|width|depth|length|size)\b|\b(?:in|many) (?:kilo|centi|milli)?(?:met(?:er|re)s|miles|feet|inches|yards)\b/i,
  ],
  [
    "weight",
    /\bhow (?:heavy|much)\b|\bweigh|\b(?:in|many) (?:kilo)?grams|\b(?:in|many) (?:kilos|pounds|tons|tonnes|ounces)\b|\bmass\b/i,
  ],
  [
    "rate",
    /\b(?:speed|rate|tempo|frequency|fast|loud|bpm|hertz|decibels?|resolution|volume|pitch|pixels|frames per)\b/i,
  ],
];
/** A question for a number of things. */
const COUNTS =
  /\bhow many\b|\bnumber of\b|\bcount\b|\bhow often\b|多少|几|幾|何[人回個匹台本枚]|いくつ|몇|cuant[oa]s|combien|wie viele|quant[oaie]s?\b|сколько/i;
const NOUNS = /\b(?:how many|(?:total |exact )?number of|count of)\s((?:[\p{L}'-]{1,20}\s?){1,4})/iu;
const NAMED_UNIT =
  /\b(?:how many|in) (?:degrees )?(millisecond|second|minute|hour|day|week|month|year|celsius|fahrenheit|kilometer|kilometre|meter|metre|mile|centimeter|centimetre|dollar|euro|cent|kilogram|gram|percent)s?\b/i;

const SAID =
  /\b(?:say|says|said|mention(?:s|ed)?|state[sd]?|names?|named|announce[sd]?|ask(?:s|ed)? for|according to|tells?|told|claim(?:s|ed)?|report(?:s|ed)?|quote[sd]?)\b/i;

/** What a question asks for. */
export const askedIn = remembering((question: string): Asked | null => {
  if (question.trim() === "") return null;
  const kinds = ASKS.filter(([, pattern]) => pattern.test(question)).map(([kind]) => kind);
  const isOpen = kinds.length === 0 && !COUNTS.test(question);
  const nouns = NOUNS.exec(question)?.[1]?.toLowerCase().trim().split(/\s/) ?? [];
  return {
    kinds: isOpen ? null : new Set(kinds),
    unit: NAMED_UNIT.exec(question)?.[1]?.toLowerCase() ?? null,
    more: /\b(?:more|another|other|others|additional|further|left|remain\w*)\b/i.test(question),
    said: SAID.test(question),
    nouns,
  };
});

/** The number of code units around a number that are examined. */
const REACH = 48;
const ANY = `(?:${DIGIT_FORM}|${WORD_FORM})`;

const BOUND_BEFORE = new RegExp(
  `(?:\\b(?:${[
    "(?:more|less|fewer|greater|higher|larger|bigger|smaller|lower|longer|shorter) than",
    "at (?:the )?(?:very )?(?:least|most)",
    "(?<!\\b(?:add|adds|added|adding|sum|sums|summed|summing) )up(?:wards?)? (?:to|of)",
    "as (?:many|much|few|little) as",
    "over|under|above|below|beyond|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|north of",
    "(?:a |the )?(?:minimum|maximum|min|max) (?:of|is)",
    "mehr als|weniger als|mindestens|hochstens|(?:au )?(?:moins|plus) de|au (?:moins|plus)|mas de|menos de|al menos|por lo menos|como (?:minimo|maximo)|mais de|pelo menos|piu di|meno di|almeno",
  ].join(
    "|",
  )})|не (?:менее|более)|больше|меньше|как минимум|[<>≥≤≧≦]=?|&[gl][te];|至少|至多|最少|最多|超过|超過|多于|少于|不到|不少于|不超过|少なくとも|最低|적어도|최소|최대)[\\s*_"'(]{0,4}(?:${SIGN.slice(0, -1)})?$`,
  "iu",
);
const BOUND_AFTER =
  /^(?:\s?\+(?!\s?[\d$])|(?:\s[\p{L}-]{1,20}){0,2}?,?\s(?:or (?:(?:even )?more|fewer|less|above|over|higher|lower|greater)\b|(?:at (?:the )?(?:very )?(?:least|most)|minimum|maximum|and (?:up|above|counting))\b)|\s?[\p{Script=Han}\p{Script=Hangul}]?(?:以上|以下|以内|多(?=[个個次人])|이상|이하))/iu;
/** "3-4", "5 to 6", "3 or 4": neither end of a range is the answer. */
const RANGE_AFTER = new RegExp(
  `^(?:\\s?°?[cf]?|\\s[\\p{L}]{1,12})??\\s?(?:[-–—‒−~〜至到]|\\bto\\b|\\bor\\b|ou\\b|oder\\b)\\s?[$€£¥]?${ANY}`,
  "iu",
);
const RANGE_BEFORE = new RegExp(
  `${ANY}(?:\\s?°?[cf]?|\\s[\\p{L}]{1,12})??\\s?(?:[-–—‒−~〜至到]|\\bto|\\bor)\\s?[$€£¥]?$`,
  "iu",
);
/** "Two. Or maybe three." */
const ALTERNATIVE_AFTER = new RegExp(
  `^[.,;]{0,2}\\s{1,3}(?:or )?(?:maybe|perhaps|possibly|it could be|could be|or)\\s(?:maybe |even |also )?${ANY}`,
  "iu",
);
/** Cheaper tests, which every match of the patterns of ranges and operators passes. */
const JOINS_AFTER = /[-–—‒−~〜至到]|\b(?:to|or|ou|oder)\b/i;
const JOINS_BEFORE = /(?:[-–—‒−~〜至到]|\b(?:to|or))\s?[$€£¥]?$/i;
const OPERATES = /(?:[+×*÷·]|\\(?:times|cdot|div)|\b(?:plus|minus|times|by|away|then|x))\s?$/i;
const BETWEEN = /\b(?:between|from|zwischen|entre|de)\s[^.;,\n]{0,30}$/i;
const BETWEEN_AFTER = /^[^.;,\n]{0,20}?\s(?:and|to|und|et|y)\s[\p{L}\d$]/iu;
/** "half of the 6 people". */
const SHARE_BEFORE =
  /\b(?:half|halves|thirds?|quarters?|most|some|part|many|few|none|neither|either|each|any) of (?:the |these |those |all )?$/i;
/** "2 of the 6 people": the total is not the answer. */
const TOTAL_BEFORE = new RegExp(`${ANY} (?:out )?of (?:the |these |those |all )?$`, "iu");
/** Words after a number that make it a fraction, an exponent or an inexact amount: "two thirds", "a dozen or so". */
const INEXACT_AFTER =
  /^(?:\s?[\^/]\s?\d|[-\s](?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|hundredths?)\b|\sand (?:an?|one|two|three|four|\d) ?\/?(?:\d|half|thirds?|quarters?|fourths?|fifths?|sixths?|eighths?|tenths?)\b|-?(?:ish|odd|something)\b|\s(?:some|odd)\b|\s?(?:°\s?[cf]?|degrees?)?\s?(?:\w+ )?below freezing)/i;

const OPERATOR_AFTER = new RegExp(
  `^(?:\\s[\\p{L}]{1,20})?\\s?(?:[+×÷·](?=\\s?[\\p{L}\\p{N}$])|\\*(?=\\s?\\d)|\\\\(?:times|cdot|div)|\\bx(?=\\s?\\d)|\\bplus\\b(?!\\s*$)|\\bminus\\b|\\btimes (?:${ANY})|\\bmultiplied\\b|\\bdivided\\b|\\btake away\\b|\\s[-−–]\\s?\\d|[-−–]\\d{1,9}\\s?=)`,
  "iu",
);
const OPERATOR_BEFORE = new RegExp(
  `(?:(?:${ANY})(?:\\s[\\p{L}]{1,20})?\\s?(?:[+×÷·]|(?<!\\*)\\*|\\\\(?:times|cdot|div)|\\b(?:plus|minus|times|multiplied by|divided by|take away|and then|,? then)|\\bx)|\\n\\+)\\s?$`,
  "iu",
);
const MORE_AFTER = /^(?:\s[\p{L}-]{1,20})?\s(?:more|others?|additional|further|extra)\b/iu;
const MORE_BEFORE = /\b(?:another|additional|further|extra|plus|additionally|adding|add)\s$/i;

const MONEY_BEFORE = /(?:[$€£¥₹]|\b(?:usd|eur|rs\.?))\s?-?$/i;
const CLOCK_BEFORE = /\b(?:at|t\s?=|timestamps?|from|until|till)\s$/i;
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DATE_BEFORE = new RegExp(`\\b${MONTH}\\.?\\s(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s)?$`, "i");
const DATE_AFTER = new RegExp(`^(?:st|nd|rd|th)?\\s(?:of\\s)?${MONTH}\\b`, "i");
const YEAR_BEFORE = /\b(?:in|since|from|of|until|till|by|before|after|year|around|circa|the)\s(?:the (?:year )?)?$/i;
const NAMED_BEFORE =
  /(?<!\b(?:the|this|that|an?|each|every|whole|entire|our|my) )\b(?:frame|scene|step|speaker|person|question|video|clip|figure|part|chapter|episode|track|channel|shot|segment|page|room|lane|gate|level|platform|bus|route|highway|version|take|player|option|number|no\.|nr\.|#)\s?#?$/i;
const FORMAT_AFTER = /^(?:k)?\s(?:video|resolution|footage|quality|camera|tv|uhd)\b/i;

export interface Written {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The role of a number in a text. */
export function roleOf(text: string, { text: number, start, end }: Written, asked: Asked | null): Role {
  const before = text.slice(Math.max(0, start - REACH), start);
  const after = text.slice(end, end + REACH);
  // "5 degrees below zero".
  if (/^zero$/i.test(number) && /\b(?:below|above)\s$/i.test(before)) return "other";
  if (asked !== null && isOther(before, after, number, asked)) return "other";
  if (Number.isNaN(numericValue(number))) return "open";
  if (SHARE_BEFORE.test(before)) return "open";
  if (BOUND_BEFORE.test(before) || BOUND_AFTER.test(after) || INEXACT_AFTER.test(after)) return "open";
  if (OPERATOR_AFTER.test(after) || (OPERATES.test(before) && OPERATOR_BEFORE.test(before))) return "part";
  if ((JOINS_AFTER.test(after) && RANGE_AFTER.test(after)) || (JOINS_BEFORE.test(before) && RANGE_BEFORE.test(before)))
    return "open";
  if (ALTERNATIVE_AFTER.test(after)) return "open";
  if (BETWEEN.test(before) && (BETWEEN_AFTER.test(after) || /\s(?:and|to)\s$/i.test(before))) return "open";
  if (asked?.more !== true && (MORE_AFTER.test(after) || MORE_BEFORE.test(before))) return "part";
  return isMixedUnit(before, after, asked) ? "open" : "value";
}

function isOther(before: string, after: string, number: string, asked: Asked): boolean {
  const { kinds } = asked;
  if (kinds === null) return false;
  const kind = unitOf(before, after);
  if (kind !== null) return !kinds.has(kind) || (asked.unit !== null && isOtherUnit(after, asked.unit));
  if (!kinds.has("time") && isDate(before, after, number)) return true;
  return NAMED_BEFORE.test(before) || FORMAT_AFTER.test(after) || isAside(before, after, number, asked);
}

/** "I have 2 problems", "I thought 3 at first": the number is not about the question's things, or is revised. */
function isAside(before: string, after: string, number: string, { nouns }: Asked): boolean {
  const noun = ASIDE_AFTER.exec(after)?.[1]?.toLowerCase();
  return (
    (/\bof (?:\w+ )?$/i.test(before) && TOTAL_BEFORE.test(before)) ||
    (noun !== undefined && !nouns.some((own) => own.startsWith(noun.slice(0, 5)))) ||
    (/^(?:once|twice|thrice)$/i.test(number) && nouns.length > 0 && !nouns.includes("times")) ||
    (EARLIER_AFTER.test(after) && EARLIER_BEFORE.test(before))
  );
}

const ASIDE_AFTER =
  /^\s(?:\w{1,12} )?(problems?|issues?|reasons?|questions?|options?|choices?|possibilit(?:y|ies)|ways?|attempts?|guess(?:es)?|answers?|candidates?|caveats?|doubts?)\b/i;
const EARLIER_BEFORE = /\b(?:thought|assumed|guessed|believed|counted|said|heard|saw)\s(?:it was |of |there were )?$/i;
const EARLIER_AFTER = /^\s(?:\w{1,15} )?(?:at first|initially|originally|earlier)\b/i;

function unitOf(before: string, after: string): Kind | null {
  const found = AFTER.find(([, pattern]) => pattern.test(after));
  // "$5$" is a formula.
  return found?.[0] ?? (MONEY_BEFORE.test(before) && !after.startsWith("$") ? "money" : null);
}

const isDate = (before: string, after: string, number: string): boolean =>
  DATE_BEFORE.test(before) ||
  DATE_AFTER.test(after) ||
  (/^(?:1[89]|20)\d\d$/.test(number) && (YEAR_BEFORE.test(before) || DATE_BEFORE.test(before))) ||
  (CLOCK_BEFORE.test(before) && /^\s?(?:sharp|on)\b/.test(after));

const UNIT_STEMS: readonly (readonly [string, RegExp])[] = [
  ["millisecond", /^[ -]?(?:ms|millisecond)/i],
  ["second", /^[ -]?(?:s|secs?|seconds?|segundos?|sekunden?|secondes?)(?!\p{L})|^ ?秒/iu],
  ["minute", /^[ -]?(?:mins?|minutes?|minutos?|minuten?)(?!\p{L})|^ ?分/iu],
  ["hour", /^[ -]?(?:h|hrs?|hours?|horas?|stunden?|heures?)(?!\p{L})|^ ?(?:小时|小時|時間)/iu],
  ["day", /^[ -]?days?\b/i],
  ["week", /^[ -]?weeks?\b/i],
  ["month", /^[ -]?months?\b/i],
  ["year", /^[ -]?years?\b/i],
  ["celsius", /^ ?(?:°? ?c|℃|degrees? c(?:elsius|entigrade)?)(?!\p{L})/iu],
  ["fahrenheit", /^ ?(?:°? ?f|℉|degrees? f(?:ahrenheit)?)(?!\p{L})/iu],
  ["kilometer", /^[ -]?(?:km|kilomet)/i],
  ["centimeter", /^[ -]?(?:cm|centimet)/i],
  ["mile", /^[ -]?miles?\b/i],
  ["meter", /^[ -]?(?:m|met(?:er|re)s?)(?!\p{L})/iu],
  ["kilogram", /^[ -]?(?:kg|kilo)/i],
  ["gram", /^[ -]?(?:g|grams?)(?!\p{L})/iu],
  ["cent", /^ ?cents?\b/i],
  ["dollar", /^ ?(?:dollars?|usd)\b/i],
  ["euro", /^ ?(?:euros?|eur|€)/i],
];

/** Whether a number has a unit that differs from the unit that the question names. */
function isOtherUnit(after: string, unit: string): boolean {
  const found = UNIT_STEMS.find(([, pattern]) => pattern.test(after))?.[0];
  return found !== undefined && found !== unit.replace("metre", "meter");
}

/** "1 minute 30 seconds", "5 dollars and 50 cents": neither number is the answer. */
const isMixedUnit = (before: string, after: string, asked: Asked | null): boolean =>
  /\d\s?(?:dollars?|euros?|pounds?|feet|foot|ft)\s?(?:and |, )?$/i.test(before) ||
  /^\s?(?:dollars?|euros?|pounds?|feet|foot|ft)\s?(?:and |, )?\d/i.test(after) ||
  (asked?.kinds?.has("time") === true &&
    (/\d\s?(?:h|hrs?|hours?|mins?|minutes?)\s?(?:and |, )?$/i.test(before) ||
      /^\s?(?:h|hrs?|hours?|mins?|minutes?)\s?(?:and |, )?\d/i.test(after)));
