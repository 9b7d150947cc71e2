const SPACES = new Set(["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u00a0", "\u3000", "\ufffd"]);
const QUOTES: Readonly<Record<string, string>> = { "‘": "'", "’": "'", "“": '"', "”": '"', đ: "d", Đ: "D", ı: "i" };
const cache = new Map<string, string>();

/**
 * Replaces full-width and accented letters by plain letters. Each code unit is replaced by exactly one, so that
 * positions in the result are also positions in the raw response: "（Ｃ）" becomes "(C)", "réponse" becomes "reponse".
 */
export function foldText(raw: string): string {
  if (/^[\x20-\x7e\n\r\t]*$/.test(raw)) return raw;
  const units = raw.split("");
  for (let index = 0; index < units.length; index++) units[index] = foldUnit(units[index] ?? "");
  return units.join("");
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
  if (plain.length !== 1) return unit;
  const base = plain.normalize("NFD").charAt(0);
  return /[A-Za-z]/.test(base) ? base : plain;
}
