import { type Finding, found, type Reading } from "../reading.ts";

/**
 * The letters by which options are named in other scripts, in order. A letter that has two places, such as "イ" (first in
 * "イロハ", second in "アイウ"), names no option, nor does one that looks like a Latin letter.
 */
const ALPHABETS: readonly string[] = [
  "กขคงจฉชซ",
  "أبجدهوزح",
  "ابتث",
  "АБВГДЕЖЗ",
  "αβγδεζηθ",
  "ΑΒΓΔΕΖΗΘ",
  "אבגדהוזח",
  "कखगघङ",
  "অআইঈ",
  "কখগঘঙ",
  "가나다라마바사아",
  "ㄱㄴㄷㄹㅁㅂㅅㅇ",
  "アイウエオ",
  "イロハニホ",
  "甲乙丙丁戊己庚辛",
];
const LOOKALIKES = "АВЕСКМНОРТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ";

/** For each native letter, the only position that it has; -1 if it has several. */
const POSITIONS: ReadonlyMap<string, number> = positionsOf(ALPHABETS);

function positionsOf(alphabets: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const alphabet of alphabets)
    for (const [position, letter] of [...alphabet].entries())
      for (const one of new Set([letter, letter.toLowerCase()])) {
        const known = positions.get(one);
        positions.set(one, LOOKALIKES.includes(letter) || (known !== undefined && known !== position) ? -1 : position);
      }
  return positions;
}

const LONGEST = 120;
/** A letter of another script by itself, after at most the word for "answer" and with at most marks around it. */
const NATIVE =
  /^[\s*_"'([{「『（【]*(?:(?:(?:the )?(?:correct |final )?(?:answer|option|choice)(?: is)?|คำตอบ(?:ที่ถูก(?:ต้อง)?)?|ข้อ|ตัวเลือก|الإجابة(?: الصحيحة)?|الجواب|الخيار|هي|هو|(?:правильный )?ответ|вариант|(?:σωστη )?απαντηση|επιλογη|התשובה(?: הנכונה)?|תשובה|היא|(?:सही )?उत्तर|विकल्प|উত্তর|সঠিক|정답|답|答案|正解|答え|选项|選項|选|選|是|为|為|は|은|는|คือ|है|হল|—|-|:|：)[\s:：*_"'([（]*){0,4}([\u0370-\u03ff\u0400-\u04ff\u05d0-\u05ea\u0620-\u064a\u0900-\u09ff\u0e01-\u0e2e\u3041-\u30ff\u3131-\u314e가나다라마바사아甲乙丙丁戊己庚辛])(?![\p{L}\p{M}\p{N}])[\s*_"')\]}」』）】.:。：]*/iu;
/** Words that may follow a native letter in Korean, Japanese, Chinese and others. */
const AFTER = /^(?:입니다|이다|です|项|項|选项|है|হয়)?[\s.。!]*$/;

/** Reads a letter of the answer's own script: "ข", "الإجابة: ب", "答案：丙", "(나)". The text of its option may follow it. */
export function readNativeLetter(reading: Reading): Finding | null {
  const { text, options, labels } = reading;
  if (!labels || text.length > LONGEST || !/[^ -~\s]/.test(text)) return null;
  const match = NATIVE.exec(text);
  const letter = match?.[1];
  if (match === null || letter === undefined || options.equalTo(letter) >= 0) return null;
  const position = POSITIONS.get(letter) ?? -1;
  if (position < 0 || position >= options.count) return null;
  const rest = text.slice(match[0].length);
  if (!AFTER.test(rest) && options.equalTo(rest) !== position) return null;
  const at = match[0].lastIndexOf(letter);
  return found(reading, "native-letter", at, at + 1, position);
}
