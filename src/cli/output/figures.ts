import { intervalText, percent, scoreText } from "../../domain/figures-text.ts";

/** The cell of a share without an error: a percentage with one digit, the share itself in CSV; empty for null. */
export const shareCell = (share: number | null) => ({ text: share === null ? "" : percent(share), values: [share] });

interface ScoreWithError {
  readonly value: number;
  readonly standardError?: number | null;
  readonly interval: { readonly lower: number; readonly upper: number };
}

/** The cell of a score, with as many digits as its error justifies; the share itself in CSV; empty for null. */
export const scoreCell = (score: ScoreWithError | null) => ({
  text: score === null ? "" : scoreText(score),
  values: [score?.value ?? null],
});

/** The cell of a score's interval; its ends in CSV. */
export const intervalCell = (score: Omit<ScoreWithError, "value"> | null) => ({
  text: score === null ? "" : intervalText(score),
  values: [score?.interval.lower ?? null, score?.interval.upper ?? null],
});

/** A video's duration as "14:07" or "1:02:10"; "" if it is unknown. */
export function clock(seconds: number | null): string {
  if (seconds === null) return "";
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The characters that bars are drawn with. */
const FULL = "█";
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

const within = (share: number): number => Math.min(1, Math.max(0, share));

/**
 * A bar for a share of 0 to 1, `width` characters at most.
 * @example bar(0.5, 4) // "██"
 */
export function bar(share: number, width: number): string {
  const eighths = Math.round(within(share) * width * 8);
  return FULL.repeat(eighths >> 3) + (EIGHTHS[eighths & 7] ?? "");
}

/**
 * A share and its interval on a line of `width` characters from 0 to 1, with a mark at chance level.
 * @example intervalBar(0.5, { lower: 0.3, upper: 0.7 }, 11, 0.1) // "·|·━━●━━···"
 */
export function intervalBar(
  value: number,
  { lower, upper }: { readonly lower: number; readonly upper: number },
  width: number,
  chance: number | null = null,
): string {
  const place = (share: number): number => Math.round(within(share) * (width - 1));
  const [from, at, to, mark] = [place(lower), place(value), place(upper), chance === null ? -1 : place(chance)];
  const sign = (x: number): string => (x === at ? "●" : x === mark ? "|" : x >= from && x <= to ? "━" : "·");
  return Array.from({ length: width }, (_, x) => sign(x)).join("");
}

/**
 * A difference from −1 to 1 and its interval, on a line from −`span` to `span` with a mark at 0.
 * @example differenceBar(0.1, { lower: -0.1, upper: 0.3 }, 9, 0.4) // "···━|●━━·"
 */
export const differenceBar = (
  difference: number,
  { lower, upper }: { readonly lower: number; readonly upper: number },
  width: number,
  span: number,
): string => {
  const share = (value: number): number => (value + span) / (2 * span);
  return intervalBar(share(difference), { lower: share(lower), upper: share(upper) }, width, 0.5);
};

/** The width of a table's bars, which leaves room for the other columns on narrow terminals. */
export function barWidth(columns: number | undefined = process.stdout.columns): number {
  if (columns === undefined || columns >= 120) return 31;
  return columns >= 100 ? 21 : 11;
}
