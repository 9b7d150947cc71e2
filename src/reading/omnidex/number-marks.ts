const ASCII = /^[\x20-\x7e\n\r\t]*$/;
const DIGIT = /^\p{Nd}$/u;
const DASHES = "−‒–﹣－";
const SUPERSCRIPT = /[⁰¹²³⁴-⁹⁻⁺]/;
const MARKS: Readonly<Record<string, string>> = { "٫": ".", "٬": ",", "٪": "%" };
const cache = new Map<string, string>();

/**
 * Replaces digits of other scripts by ASCII digits and minus signs by hyphens, each code unit by exactly one. A dash is
 * a minus sign if a number or an amount of money follows it directly and no word or number precedes it. Superscripts,
 * which the folded text has as digits, are restored: "10²" is not 102.
 * @param raw the raw text, of the same length
 */
export function plainNumbers(text: string, raw: string): string {
  if (ASCII.test(raw)) return text;
  const units = text.split("");
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] ?? "";
    if (SUPERSCRIPT.test(raw.charAt(at)) && unit !== " ") units[at] = raw.charAt(at);
    else if (unit >= "\x80") units[at] = plainMark(unit);
  }
  for (let at = 0; at < units.length; at++) {
    if (!DASHES.includes(units[at] ?? "") || isJoined(units, at)) continue;
    // "− 5": the sign moves to its number.
    const sign = units[at] === "−" && units[at + 1] === " " && isDigit(units[at + 2] ?? "") ? at + 1 : at;
    if (sign > at) units[at] = " ";
    if (sign > at || opensNumber(units, at + 1)) units[sign] = "-";
  }
  return units.join("");
}

/** Whether a dash joins two words or numbers: "3–5", "3 − 5". */
const isJoined = (units: readonly string[], at: number): boolean =>
  /[\p{L}\p{N}%°)\]]/u.test(units[at - 1] ?? "") || (units[at - 1] === " " && isDigit(units[at - 2] ?? ""));

const isDigit = (unit: string): boolean => unit >= "0" && unit <= "9" && unit.length === 1;

const opensNumber = (units: readonly string[], at: number): boolean =>
  isDigit(units[/[$€£¥₹.]/.test(units[at] ?? "") ? at + 1 : at] ?? "");

function plainMark(unit: string): string {
  const known = cache.get(unit);
  if (known !== undefined) return known;
  const plain = MARKS[unit] ?? (DIGIT.test(unit) ? String(digitValue(unit)) : unit);
  cache.set(unit, plain);
  return plain;
}

/** The digits of a script have successive codes, from 0 to 9. */
function digitValue(unit: string): number {
  const code = unit.charCodeAt(0);
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCharCode(code - value - 1))) value += 1;
  return value;
}
