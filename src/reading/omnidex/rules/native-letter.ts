import { type Finding, found, type Reading } from "../reading.ts";
import { isLatinLetter } from "../word-text.ts";

/** The Chinese stems, which words without spaces contain. */
const STEMS = "甲乙丙丁戊己庚辛";

/**
 * The letters by which options are named in other scripts, in order. A letter that has two places, such as "イ" (first in
 * "イロハ", second in "アイウ"), names no option by itself, nor does one that looks like another Latin letter.
 */
const ALPHABETS: readonly string[] = [
  "กขคงจฉชซ",
  "أبجدهوزح",
  "ابتث",
  "АБВГДЕЖЗ",
  "αβγδεζηθ",
  "אבגדהוזח",
  "कखगघङ",
  "কখগঘঙ",
  "가나다라마바사아",
  "ㄱㄴㄷㄹㅁㅂㅅㅇ",
  "アイウエオ",
  "イロハニホ",
  STEMS,
];
/** The Cyrillic letters that look like Latin ones of another place, and are often written in their stead. */
const LOOKALIKES = "ВЕ";

/** For each native letter, the only position that it has; -1 if it has several. */
const POSITIONS: ReadonlyMap<string, number> = positionsOf(ALPHABETS);

function positionsOf(alphabets: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const alphabet of alphabets)
    for (const [position, letter] of [...alphabet].entries())
      for (const one of new Set([letter, letter.toLowerCase(), letter.toUpperCase(), letter.normalize("NFKC")])) {
        const known = positions.get(one);
        positions.set(one, LOOKALIKES.includes(letter) || (known !== undefined && known !== position) ? -1 : position);
      }
  return positions;
}

const LETTERS = [...POSITIONS.keys()].join("");
const LONGEST = 120;
const OPEN_MARKS = "[\\s*_\"'([{「『（【:：׃-]*";
const CLOSE_MARKS = "[\\s*_\"'׳)\\]}」』）】.。।۔!:：]*";
/** A response that is one letter of another script. */
const ALONE = new RegExp(`^${OPEN_MARKS}([${LETTERS}])${CLOSE_MARKS}$`, "u");
/** Words for an answer and an option, before the letter. */
const NOUN =
  "(?:\\b(?:answer|option|choice)|คำตอบ|ข้อ|ตัวเลือก|ตอบ|الإجابة|الاجابة|الجواب|الخيار|گزینه|پاسخ|جواب|ответ|вариант|відповідь|απάντηση|επιλογή|תשובה|אפשרות|उत्तर|विकल्प|উত্তর|বিকল্প|정답|답|보기|答案|正解|答え|选项|選項|选|選)";
const BETWEEN =
  "(?:[\\s*_\"'([{「『（【:：–—-]|is|the|คือ|ที่ถูก(?:ต้อง)?|เป็น|ข้อ|(?:ال)?صحيحة?|هي|هو|است|правильный|верный|είναι|το|η|הנכונה|היא|הוא|है|हल|হলো|হল|সঠিক|是|为|為|は|은|는|이|가){0,8}";
const AFTER =
  "(?:입니다|이다|번|です|だ|项|項|选项|है|हैं|সঠিক|হবে|सही|ถูกต้อง|هو|هي|ال?صحيحة?|صحیح|است|ہے|היא|הוא|הנכונה|είναι|η|σωστή|верно|верный|правильный)";
/** The letter after such a word, at the end of its sentence: "الإجابة: ب", "答案：丙", "正解はアです". */
const NAMED = new RegExp(
  `${NOUN}${BETWEEN}([${LETTERS}])(?:${CLOSE_MARKS}${AFTER}){0,3}(?:${CLOSE_MARKS}$|[\\s)\\]）】]{0,2}[.。।۔\\n])`,
  "giu",
);
/** Words by which the response denies or doubts what it names, or adds another one. */
const NEGATED =
  /\bnot\b|n't|ไม่|หรือ|ليس|لا\s|أو\s|نیست|نہیں|(?:^|\s)не(?=\s)|неверн|неправ|или|чи\s|δεν|\sή\s|לא\s|או\s|नहीं|गलत|\sया\s|নয়|ভুল|বা\s|아니|않|또는|이나|不|错|錯|或|ない|ません|違|または|か/i;

/** Reads a letter of the answer's own script: "ข", "الإجابة: ب", "答案：丙", "(나)". The text of its option may follow it. */
export function readNativeLetter(reading: Reading): Finding | null {
  const { text, options, labels } = reading;
  if (!labels || text.length > LONGEST || !/[^ -~\s]/.test(text)) return null;
  const alone = ALONE.exec(text);
  NAMED.lastIndex = 0;
  const match = alone ?? (NEGATED.test(text) ? null : NAMED.exec(text));
  const letter = match?.[1];
  if (match === null || letter === undefined || options.equalTo(letter) >= 0) return null;
  const position = letter === "イ" ? placeOfI(text) : (POSITIONS.get(letter) ?? -1);
  if (position < 0 || position >= options.count || isInOther(reading, letter, position)) return null;
  const at = match.index + match[0].lastIndexOf(letter);
  return found(reading, "native-letter", at, at + 1, position);
}

/** Whether another option has the letter in its own text, as a word or as a Chinese stem: "γ-rays", "甲是凶手". */
function isInOther({ options }: Reading, letter: string, position: number): boolean {
  const own = new RegExp(STEMS.includes(letter) ? letter : `(?<!\\p{L})${letter}(?!\\p{L})`, "iu");
  for (let other = 0; other < options.count; other++)
    if (other !== position && own.test(options.raw(other))) return true;
  return false;
}

/** The place of "イ": the other letters of the text show whether it counts "アイウ" or "イロハ". */
function placeOfI(text: string): number {
  if (/[アウエオ]/.test(text)) return 1;
  return /[ロハニホ]/.test(text) ? 0 : -1;
}

const MARKS = " \t\r\n.,;:()[]*_\"'`!";

/** Reads a response that is only letters: one letter again and again ("B B B", "BBB"), or several ("A. B. C."). */
export function readOnlyLetters(reading: Reading): Finding | null {
  const { text, options, labels } = reading;
  if (!labels) return null;
  let [first, letters, different, joined] = [-1, 0, false, false];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (MARKS.includes(unit)) continue;
    if (unit < "A" || unit > "Z") return null;
    if (first < 0) first = at;
    letters += 1;
    different ||= unit !== text.charAt(first);
    joined ||= isLatinLetter(text.charAt(at + 1));
    if (different && joined) return null;
  }
  if (letters < 2 || (!different && isWordOfOption(reading))) return null;
  if (different) return found(reading, "leading-label", first, text.trimEnd().length, "several-answers");
  const position = text.charCodeAt(first) - 65;
  return found(reading, "leading-label", first, first + 1, position < options.count ? position : "no-such-option");
}

/** Whether repeated letters are a word of an option's text: "AA" for "AA battery". */
function isWordOfOption({ text, options }: Reading): boolean {
  const word = /[A-Z]{2,}/.exec(text)?.[0];
  if (word === undefined) return false;
  const own = new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`, "i");
  return Array.from({ length: options.count }, (_, position) => options.raw(position)).some((option) =>
    own.test(option),
  );
}
