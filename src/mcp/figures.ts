/** A share as a percentage with one digit: 0.7512 → "75.1". */
export const percent = (share: number): string => (share * 100).toFixed(1);

/** A difference of shares in points, with its sign: -0.031 → "−3.1". */
export const points = (difference: number): string => {
  const text = Math.abs(difference * 100).toFixed(1);
  return text === "0.0" ? text : `${difference < 0 ? "−" : "+"}${text}`;
};

interface Range {
  readonly lower: number;
  readonly upper: number;
}

/** `53.1 % (95 %: 45.2–60.8, n = 98)` */
export const scoreText = ({
  value,
  n,
  interval,
}: {
  readonly value: number;
  readonly n: number;
  readonly interval: Range;
}) => `${percent(value)} % (95 %: ${percent(interval.lower)}–${percent(interval.upper)}, n = ${n})`;

/** `+4.1 points (95 %: −9.4 to +17.6)` */
export const differenceText = ({ difference, interval }: { readonly difference: number; readonly interval: Range }) =>
  `${points(difference)} points (95 %: ${points(interval.lower)} to ${points(interval.upper)})`;

/** `p = 0.550`, `p < 0.001` */
export const pText = (p: number): string => (p < 0.001 ? "p < 0.001" : `p = ${p.toFixed(3)}`);
