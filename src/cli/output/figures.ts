/** A share as a percentage with one digit: 0.7512 → "75.1". */
export const percent = (share: number): string => (share * 100).toFixed(1);

/** The cell of a share: a percentage with one digit, the share itself in CSV; empty for null. */
export const shareCell = (share: number | null) => ({ text: share === null ? "" : percent(share), values: [share] });

/** The cell of an interval of shares; its ends in CSV. */
export const intervalCell = (interval: { readonly lower: number; readonly upper: number } | null) => ({
  text: interval === null ? "" : percentRange(interval),
  values: [interval?.lower ?? null, interval?.upper ?? null],
});

/** A difference of shares in points, with its sign: -0.031 → "−3.1". */
export const points = (difference: number): string => {
  const text = Math.abs(difference * 100).toFixed(1);
  return text === "0.0" ? text : `${difference < 0 ? "−" : "+"}${text}`;
};

/** "70.9–78.7" */
export const percentRange = ({ lower, upper }: { readonly lower: number; readonly upper: number }): string =>
  `${percent(lower)}–${percent(upper)}`;

/** A p-value as papers print it. */
export const pValue = (p: number): string => (p < 0.001 ? "< 0.001" : p.toFixed(3));

/** A video's duration as "14:07" or "1:02:10"; "" if it is unknown. */
export function clock(seconds: number | null): string {
  if (seconds === null) return "";
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
