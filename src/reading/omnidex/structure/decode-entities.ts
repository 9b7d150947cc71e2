import { foldText } from "./fold-text.ts";

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
