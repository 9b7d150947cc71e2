import { LIST_SEPARATOR, type UnparsedRule } from "../extraction.ts";
import { bare, choice, LONGEST, listPlace, readSeveralOptions, type SeveralFinding } from "./read-several-options.ts";
import type { Reading } from "./reading.ts";
import { foldText } from "./structure/fold-text.ts";
import { commentVerdict } from "./structure/list-verdicts.ts";

/** What introduces the answer: "Answer:", "The correct options are", "正确答案是", "Die richtigen Antworten sind". */
const DECLARED =
  /(?:\b(?:answers?|(?:correct|right|true) (?:options?|choices?|statements?|ones)|respuestas? correctas?|antworten|reponses?)(?: (?:is|are|son|es|sind|sont)\b:?|[\s*_]{0,4}[:=])|(?:答案|选项|選項)(?:是|为|為|:)\s?:?)[\s*_]{0,6}/gi;

/**
 * Reads the answer to a MULTIPLE_SELECT question: the labels or texts of any number of its options. An option's whole text
 * is recognised first, because it may be a sentence with the separators of a list in it. What is left is read as
 * `readSeveralOptions` reads it.
 * @param texts the options' texts
 * @returns null if nothing in the response resembles an answer
 */
export function readSelectedOptions(
  reading: Reading,
  texts: readonly string[],
  question: string,
): SeveralFinding | null {
  const longest = LONGEST + 2 * texts.reduce((sum, text) => sum + text.length, 0);
  const place = listPlace(reading, DECLARED, longest);
  const read = place === null ? null : selectionIn(bare(place.part.text), texts);
  if (typeof read === "string") return { unread: read };
  if (place !== null && read !== null) return choice("option-list", place.part, { positions: read, others: [] });
  const finding = readSeveralOptions(reading, texts, question);
  return finding === null || "unread" in finding || finding.others.length === 0
    ? finding
    : { unread: "no-such-option" };
}

const ALL =
  /^all(?: (?:of )?(?:the above|these|them|(?:the )?(?:options|choices|statements)))?(?: (?:are|is) (?:correct|true|right))?$/i;
/** "Options A and D are correct", "I would choose A and B", "A, B and D, since …", "C and D are shown". */
const SENTENCE =
  /^(?:i (?:would |will |'d )?(?:choose|select|pick|say)\s+|both\s+|only\s+)?(?:the )?(?:options?\s+)?([A-Z](?:(?:\s*[,;/&]\s*(?:and\s+)?|\s+and\s+)[A-Z])+)(?:$|[.。]|,?\s+(?:because|since|as|are(?! (?:not|wrong|incorrect|false)\b))\s)/i;

/** "A y D", "A et D". */
const OTHER_AND = /(?<=\b[A-Z])\s+(?:y|et)\s+(?=[A-Z]\b)/g;
const ONLY = /^only\s+/i;

/** The positions that a text selects, or why it selects none; null if it is not a list of labels and options. */
function selectionIn(text: string, texts: readonly string[]): readonly number[] | UnparsedRule | null {
  const short = abbreviated(text, texts).replace(OTHER_AND, ", ");
  const verdicts = verdictsIn(short, texts.length);
  if (verdicts !== null) return verdicts;
  if (ALL.test(text)) return texts.map((_, position) => position);
  const labels = SENTENCE.exec(short)?.[1];
  return itemsIn(labels ?? short, texts.length);
}

/** Stands for the text of an option, by its position. */
const SIGN = 0xe000;
const SIGNS = "\ue000-\uf8ff";

/** A text in which each option's whole text of several words is one sign. */
function abbreviated(text: string, texts: readonly string[]): string {
  const long = texts
    .map((option, position) => ({ option: foldText(option).trim().replace(/\.$/, ""), position }))
    .filter(({ option }) => /\s/.test(option))
    .sort((one, other) => other.option.length - one.option.length);
  let short = text;
  for (const { option, position } of long) {
    const pattern = option.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/\s+/g, "\\s+");
    short = short.replace(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "giu"), sign(position));
  }
  return short;
}

const sign = (position: number): string => String.fromCharCode(SIGN + position);

/** "A: Yes", "B. Drums - incorrect". */
const VERDICT = /^[\s*_(-]{0,6}([A-Z])[\s*_]{0,3}[).:\]–—-](.*)$/;

/** The options that rows such as "A: Yes" call right; null if not every row judges one. */
function verdictsIn(text: string, count: number): readonly number[] | null {
  const rows = text.split("\n").filter((row) => row.trim() !== "");
  const right: number[] = [];
  for (const row of rows) {
    const [, label = "", comment = ""] = VERDICT.exec(row) ?? [];
    const position = label.charCodeAt(0) - 65;
    const verdict = position >= 0 && position < count ? commentVerdict(comment) : null;
    if (verdict === null) return null;
    if (verdict) right.push(position);
  }
  return rows.length > 1 && right.length > 0 ? right : null;
}

const HAS_SIGN = new RegExp(`[${SIGNS}]`);
/** A label, a sign, or both: "B", "(b)", "Option B", "B. <sign>". */
const ITEM = new RegExp(`^(?:(?:option|choice)s?\\s+)?(?:\\(?([A-Za-z])\\)?[.):*_\\s–—-]*)?([${SIGNS}])?$`, "i");
/** Letters that are written together, or with spaces between them: "AC", "A C". */
const LETTERS = /^[A-Z](?:\s?[A-Z])+$/;

function itemsIn(text: string, count: number): readonly number[] | UnparsedRule | null {
  const plain = text.replace(ONLY, "");
  const items = (LETTERS.test(plain) ? [...plain.replaceAll(" ", "")] : plain.split(LIST_SEPARATOR))
    .map(bare)
    .filter((item) => item !== "");
  const positions: number[] = [];
  for (const item of items) {
    const [whole, label, option] = ITEM.exec(item) ?? [];
    if (whole === undefined) return null;
    const position = label === undefined ? -1 : label.toUpperCase().charCodeAt(0) - 65;
    const named = option === undefined ? position : option.charCodeAt(0) - SIGN;
    if (position >= count) return items.length > 1 ? "no-such-option" : null;
    if (position >= 0 && named !== position) return null;
    positions.push(named);
  }
  return items.length > 1 || plain !== text || HAS_SIGN.test(text) ? positions : null;
}
