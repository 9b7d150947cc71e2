import { isDenied } from "../governance/denial.ts";
import { optionLetters } from "../label-token.ts";
import { allMatches } from "../matches.ts";
import { type Finding, found, type Reading } from "../reading.ts";

/** For each language, the words for "first", "second", … Accents of Latin letters are folded. A word may have several forms. */
const ORDINALS: readonly (readonly string[])[] = [
  ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
  ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"],
  ["primera|primero", "segunda|segundo", "tercera|tercero", "cuarta|cuarto", "quinta|quinto"],
  ["primeira|primeiro", "segunda|segundo", "terceira|terceiro", "quarta|quarto", "quinta|quinto"],
  ["premiere|premier", "deuxieme|seconde", "troisieme", "quatrieme", "cinquieme"],
  [
    "erste|ersten|erster",
    "zweite|zweiten|zweiter",
    "dritte|dritten|dritter",
    "vierte|vierten|vierter",
    "funfte|funften",
  ],
  ["prima|primo", "seconda|secondo", "terza|terzo", "quarta|quarto", "quinta|quinto"],
  ["eerste", "tweede", "derde", "vierde", "vijfde"],
  ["pierwsza|pierwszy", "druga|drugi", "trzecia|trzeci", "czwarta|czwarty", "piata|piaty"],
  ["birinci", "ikinci", "ucuncu", "dorduncu", "besinci"],
  ["pertama", "kedua", "ketiga", "keempat", "kelima"],
  ["thu nhat|dau tien", "thu hai", "thu ba", "thu tu", "thu nam"],
  [
    "первый|первая|первое",
    "второй|вторая|второе",
    "третий|третья|третье",
    "четвертый|четвёртый|четвертая|четвёртая",
    "пятый|пятая",
  ],
  ["перший|перша", "другий|друга", "третій|третя", "четвертий|четверта", "п'ятий|п'ята"],
  ["الأول|الأولى|الاول|الاولى", "الثاني|الثانية", "الثالث|الثالثة", "الرابع|الرابعة", "الخامس|الخامسة"],
  ["पहला|पहली", "दूसरा|दूसरी", "तीसरा|तीसरी", "चौथा|चौथी", "पाँचवाँ|पांचवां|पाँचवीं"],
  ["প্রথম", "দ্বিতীয়", "তৃতীয়", "চতুর্থ", "পঞ্চম"],
  ["ראשונה", "שנייה|שניה", "שלישית", "רביעית", "חמישית"],
  ["πρωτη|πρώτη", "δευτερη|δεύτερη", "τριτη|τρίτη", "τεταρτη|τέταρτη", "πεμπτη|πέμπτη"],
  ["첫 번째|첫번째", "두 번째|두번째", "세 번째|세번째", "네 번째|네번째", "다섯 번째|다섯번째"],
  ["ที่หนึ่ง|ที่ 1|แรก", "ที่สอง|ที่ 2", "ที่สาม|ที่ 3", "ที่สี่|ที่ 4", "ที่ห้า|ที่ 5"],
  [
    "一番目|1番目|1つ目|一つ目|最初",
    "二番目|2番目|2つ目|二つ目",
    "三番目|3番目|3つ目|三つ目",
    "四番目|4番目|4つ目|四つ目",
    "五番目|5番目|5つ目|五つ目",
  ],
  ...["个", "個", "项", "項", "种", "種", ""].map((counter) =>
    [..."一二三四五六七八九"].map((digit, index) => `第${digit}${counter}|第${index + 1}${counter}`),
  ),
];

/** The position that each ordinal names. */
const ORDINAL_POSITIONS: ReadonlyMap<string, number> = new Map(
  ORDINALS.flatMap((words) =>
    words.flatMap((forms, position) => forms.split("|").map((form): [string, number] => [form, position])),
  ),
);

/** A pattern of all ordinals, longer ones first. */
const ORDINAL_FORM = [...ORDINAL_POSITIONS.keys()].sort((one, other) => other.length - one.length).join("|");

/** The words for "last". */
const LAST_FORM =
  "last|ultima|ultimo|derniere|dernier|letzte[nr]?|последний|последняя|الأخير|الأخيرة|最后一?[个個项項]|最後|마지막|terakhir|cuoi cung|sonuncu";

/** The nouns for an option, in the same languages. */
const OPTION_NOUN =
  "(?:answer )?(?:options?|choices?|answers?|alternatives?)|opcion|respuesta|alternativa|opcao|resposta|choix|reponse|proposition|antwort|moglichkeit|antwortmoglichkeit|auswahl|opzione|risposta|scelta|optie|antwoord|opcja|odpowiedz|secenek|sik|cevap|opsi|pilihan|jawaban|phuong an|lua chon|dap an|вариант(?: ответа)?|ответ|опция|варіант|відповідь|الخيار|الإجابة|الاختيار|विकल्प|उत्तर|বিকল্প|উত্তর|האפשרות|התשובה|επιλογη|απαντηση|επιλογή|απάντηση|선택지|보기|옵션|답|ตัวเลือก|ข้อ|คำตอบ|の?選択肢|の?答え|选项|選項|答案|选择|選擇|项|項";

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
const OPTION_NUMBER_LONGEST = 200;

/** Reads "Option 2" and "the second option". Reads a bare "2" only if no option is itself a number. */
export function readOptionNumber(reading: Reading): Finding | null {
  const { text } = reading;
  const start = text.search(/\S/);
  const response = text.trim();
  if (!reading.labels || start < 0 || response.length > OPTION_NUMBER_LONGEST) return null;
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

const OPTION_TIME_LONGEST = 200;
const CLOCK = "(?<![\\d:.,])(?:(\\d{1,2}):)?(\\d{1,2}):(\\d{2})(?![\\d:])";
const HOURS = "(?:(\\d{1,2})\\s?h(?:ours?|rs?)?[.,]?\\s?(?:and )?)?";
const MINUTES = "(?:(\\d{1,3})\\s?m(?:in(?:ute)?s?)?[.,]?\\s?(?:and )?)?";
const SECONDS = "(\\d{1,5})[ -]?s(?:ec(?:ond)?s?)?";
/** "0:27", "1:05:00", "1 min 15 s", "27 seconds". */
const TIME = new RegExp(`${CLOCK}|(?<![\\d:.,])${HOURS}${MINUTES}${SECONDS}(?![\\p{L}\\d])`, "giu");

/** Ranges and bounds, of which no end is the answer. */
const BOUNDED =
  /\b(?:between|before|until|since|(?:some ?time|shortly|soon|just|right) after)\b|\d\s?(?:[–-]|to|and|or)\s?\d/i;
/** Parts of a time in words: "one minute and 15 seconds". */
const IN_WORDS =
  /\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|half|few|several|couple)[ -](?:of )?(?:hours?|minutes?|mins?)\b/i;
/** The length of a thing and not an answer: "the 30-second clip". */
const LENGTH =
  /\d-(?:sec(?:ond)?|min(?:ute)?|hour)s? (?!marks?\b|points?\b|timestamps?\b|delays?\b|gaps?\b|pauses?\b|intervals?\b)\p{L}/iu;
/** A time of day with AM or PM: equal numbers may be different times. */
const HALF_DAY = /\d\s?[ap]\.?m\b/i;

interface Time {
  readonly seconds: number;
  readonly start: number;
  readonly end: number;
}

function timesIn(text: string): Time[] {
  return allMatches(text, TIME).map((match) => {
    const [hours, minutes, seconds] = match[3] === undefined ? match.slice(4, 7) : match.slice(1, 4);
    const value = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
    return { seconds: value, start: match.index, end: match.index + match[0].length };
  });
}

const isUnclear = (text: string): boolean =>
  BOUNDED.test(text) || IN_WORDS.test(text) || LENGTH.test(text) || HALF_DAY.test(text);

/**
 * Reads the only time in a short response, if every option is a time and one of them is equal: "It starts after 27
 * seconds." for the option "00:27".
 */
export function readOptionTime(reading: Reading): Finding | null {
  const { text, options } = reading;
  if (text.trim().length > OPTION_TIME_LONGEST || !options.numeric || !/\d/.test(text) || isUnclear(text)) return null;
  const times = timesIn(text).filter((time) => !isDenied(text, time));
  const [first] = times;
  if (first === undefined || times.some(({ seconds }) => seconds !== first.seconds)) return null;
  const own = Array.from({ length: options.count }, (_, position) => timesIn(options.raw(position)));
  if (own.some((each, position) => each.length !== 1 || HALF_DAY.test(options.raw(position)))) return null;
  const equal = own.flatMap(([time], position) => (time?.seconds === first.seconds ? [position] : []));
  const [position] = equal;
  return position === undefined || equal.length > 1
    ? null
    : found(reading, "option-time", first.start, first.end, position, true);
}
