import { ANSWER_CLOSE, ANSWER_OPEN, OUTPUT_OPEN } from "./answer-marks.ts";

/** Marks of no width, of writing direction, of emoji style and of masking, and spaces other than the usual one. */
const SPACES = new Set(
  "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufe0e\ufe0f\u20e3\ufeff\u00ad\u00a0\u3000\ufffd" +
    ANSWER_OPEN +
    OUTPUT_OPEN +
    ANSWER_CLOSE,
);
const QUOTES: Readonly<Record<string, string>> = { "‘": "'", "’": "'", "“": '"', "”": '"', đ: "d", Đ: "D", ı: "i" };
const cache = new Map<string, string>();

/**
 * Replaces full-width, accented and stylized letters by plain letters. Each code unit is replaced by exactly one, so that
 * positions in the result are also positions in the raw response: "（Ｃ）" becomes "(C)", "réponse" becomes "reponse". A
 * letter of two code units, such as "𝐁", becomes a letter, and a space after the word.
 */
export function foldText(raw: string): string {
  if (USUAL.test(raw)) return raw;
  const plain = /[\ud835\ud83c]/.test(raw) ? raw.replace(WORD_OF_PAIRS, foldPairs) : raw;
  return plain.replace(UNUSUAL_UNITS, foldUnit);
}

const USUAL = /^[ -~\n\r\t]*$/;
const UNUSUAL_UNITS = /[^ -~\n\r\t]/g;
const WORD_OF_PAIRS = /(?:[\ud835\ud83c][\udc00-\udfff])+/g;

/** Replaces a word of letters outside the basic plane by plain letters, and spaces up to its length. */
function foldPairs(word: string): string {
  const letters = [...word].map((letter) => letterOf(letter.codePointAt(0) ?? 0, word.length === 2));
  return letters.includes("") ? word : letters.join("").padEnd(word.length);
}

/** The blocks of enclosed capital letters, which have no decomposition: 🅐, 🅰. */
const ENCLOSED = [0x1f150, 0x1f170];
/** The letters of which two name a flag. */
const FLAG_LETTERS = 0x1f1e6;

/** The plain letter or digit for a code point; empty if it is something else. */
function letterOf(code: number, isAlone: boolean): string {
  for (const first of isAlone ? [...ENCLOSED, FLAG_LETTERS] : ENCLOSED)
    if (code >= first && code < first + 26) return String.fromCharCode(65 + code - first);
  const plain = String.fromCodePoint(code).normalize("NFKC");
  return /^[A-Za-z0-9]$/.test(plain) ? plain : "";
}

function foldUnit(unit: string): string {
  if (unit < "\x80") return unit < " " && !"\n\r\t".includes(unit) ? " " : unit;
  const known = cache.get(unit);
  if (known !== undefined) return known;
  const folded = computeFold(unit);
  cache.set(unit, folded);
  return folded;
}

function computeFold(unit: string): string {
  if (SPACES.has(unit)) return " ";
  const plain = QUOTES[unit] ?? unit.normalize("NFKC");
  // "⒝" is a letter in brackets.
  const bracketed = /^\(([a-z])\)$/.exec(plain)?.[1];
  if (bracketed !== undefined) return bracketed;
  if (plain.length !== 1) return unit;
  const base = plain.normalize("NFD").charAt(0);
  return /[A-Za-z]/.test(base) ? base : plain;
}
