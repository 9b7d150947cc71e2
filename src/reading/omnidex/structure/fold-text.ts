import { ANSWER_CLOSE, ANSWER_OPEN, OUTPUT_OPEN } from "./tagged-text.ts";

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

/**
 * Stands for a code unit of markup that is no text at all, such as the `b>` of `<b>`. `foldText` removes this unit from
 * responses, so that it can only come from masking.
 */
export const NOTHING = "\u0000";

const ENTITY = /&(?:amp;){0,3}(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}\d{0,2}));/g;
/** Entities that browsers also accept without a semicolon. */
const UNCLOSED_ENTITY = /&(nbsp|amp|lt|gt|quot)(?![\w;=])/gi;
const NAMED: Readonly<Record<string, string>> = {
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  tab: " ",
  newline: "\n",
  shy: "",
  zwj: "",
  zwnj: "",
  lrm: "",
  rlm: "",
  amp: "&",
  lt: "<",
  gt: ">",
  le: "≤",
  leq: "≤",
  ge: "≥",
  geq: "≥",
  ne: "≠",
  quot: '"',
  apos: "'",
  lsquo: "'",
  rsquo: "'",
  sbquo: "'",
  ldquo: '"',
  rdquo: '"',
  bdquo: '"',
  laquo: "«",
  raquo: "»",
  lpar: "(",
  rpar: ")",
  lsqb: "[",
  rsqb: "]",
  lcub: "{",
  rcub: "}",
  lbrace: "{",
  rbrace: "}",
  ast: "*",
  num: "#",
  sol: "/",
  bsol: "\\",
  colon: ":",
  semi: ";",
  comma: ",",
  period: ".",
  excl: "!",
  quest: "?",
  equals: "=",
  plus: "+",
  minus: "−",
  lowbar: "_",
  dollar: "$",
  percnt: "%",
  hyphen: "-",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  middot: "·",
  times: "×",
  divide: "÷",
  plusmn: "±",
  deg: "°",
  rarr: "→",
  larr: "←",
  check: "✓",
  cross: "✗",
  szlig: "ß",
  aelig: "æ",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  sharp: "♯",
  flat: "♭",
};
/** "&eacute;" is an accented e. Responses are read without accents. */
const ACCENTED = /^([A-Za-z])(?:acute|grave|circ|uml|tilde|cedil|ring|slash|caron)$/;

/**
 * Replaces the entities of HTML in a folded text by their characters: `&nbsp;`, `&#66;`, `&lt;`. The text keeps its
 * length: each character is followed by `NOTHING`. Entities that an option's text has are text.
 */
export function decodeEntities(text: string, options: readonly string[]): string {
  if (!text.includes("&")) return text;
  const decode = (entity: string, character: string | null): string => {
    if (character === null || options.some((option) => option.includes(entity))) return entity;
    // The "<" of a tag comes last, so that it is beside the name of the tag.
    return character === "<" ? character.padStart(entity.length, NOTHING) : character.padEnd(entity.length, NOTHING);
  };
  return text
    .replace(ENTITY, (entity: string, decimal?: string, hex?: string, name = "") =>
      decode(entity, characterOf(decimal, hex, name)),
    )
    .replace(UNCLOSED_ENTITY, (entity: string, name: string) => decode(entity, NAMED[name.toLowerCase()] ?? null));
}

function characterOf(decimal: string | undefined, hex: string | undefined, name: string): string | null {
  if (name !== "") return NAMED[name] ?? NAMED[name.toLowerCase()] ?? ACCENTED.exec(name)?.[1] ?? null;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number.parseInt(decimal, 10);
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
  return foldText(String.fromCodePoint(code));
}
