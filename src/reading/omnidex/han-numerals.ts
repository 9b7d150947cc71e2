const DIGITS = "零一二三四五六七八九";
const SMALL: ReadonlyMap<string, number> = new Map([
  ["十", 10],
  ["百", 100],
  ["千", 1000],
]);
const LARGE: ReadonlyMap<string, number> = new Map([
  ["万", 1e4],
  ["萬", 1e4],
  ["亿", 1e8],
  ["億", 1e8],
]);

/** The value of a numeral in Chinese: 12 for "十二". A row of digits ("一二三") has no value. */
export function hanValue(text: string): number | undefined {
  let [total, section, digit] = [0, 0, -1];
  for (const mark of text) {
    const [value, small, large] = [digitOf(mark), SMALL.get(mark), LARGE.get(mark)];
    if (value >= 0) {
      if (digit > 0) return undefined;
      digit = value;
    } else if (small !== undefined) {
      section += small * (digit < 0 ? 1 : digit);
      digit = -1;
    } else if (large !== undefined) {
      total += (section + Math.max(0, digit)) * large;
      [section, digit] = [0, -1];
    } else return undefined;
  }
  return text === "" || LARGE.has(text.charAt(0)) ? undefined : total + section + Math.max(0, digit);
}

const digitOf = (mark: string): number =>
  mark === "〇" ? 0 : mark === "两" || mark === "兩" ? 2 : DIGITS.indexOf(mark);
