/**
 * The text of scores, differences and p-values. The command line, the dashboard and the copies of tables all write them by
 * these functions, so that a figure has the same digits everywhere.
 */

/**
 * The number of decimals that a percentage's standard error justifies: 0 or 1. This is the Particle Data Group's rule
 * (Review of Particle Physics, Introduction, section 5.3): the three leading digits of the error decide. From 100 to
 * 354, the error is printed with two digits, and from 355 to 949 with one. From 950, it is rounded up to 1000 and
 * printed with two digits.
 *
 * @param standardError of a share from 0 to 1
 */
export function decimals(standardError: number): 0 | 1 {
  const points = standardError * 100;
  return points < 3.55 ? 1 : 0;
}

/**
 * A share from 0 to 1 as a percentage with as many decimals as its error justifies: `75.0`, `54`. Without an error, one
 * decimal.
 */
export const percent = (share: number, standardError: number | null = null): string =>
  (share * 100).toFixed(standardError === null ? 1 : decimals(standardError));

/** Like `signedPoints`, with more decimals if the end of an interval that excludes 0 would be written as 0. */
function besideZero(share: number, standardError: number): string {
  const text = signedPoints(share, standardError);
  if (Number(text) !== 0) return text;
  const points = Math.abs(share * 100);
  const sign = share < 0 ? "−" : "+";
  return points < 0.005 ? `${sign}0.01` : `${sign}${points.toFixed(points < 0.05 ? 2 : 1)}`;
}

interface ScoreWithError {
  /** Null or absent if only the interval is known. */
  readonly standardError?: number | null;
  readonly interval: { readonly lower: number; readonly upper: number };
}

/** Half the width of a 95 % interval in standard errors, if errors are normally distributed. */
const HALF_WIDTH = 1.96;

/** The standard error that follows from a 95 % interval, for scores whose error is known only as an interval. */
export const errorOf = ({ lower, upper }: ScoreWithError["interval"]): number => (upper - lower) / (2 * HALF_WIDTH);

/**
 * The error that decides how many decimals a score has. If all answers are right or all are wrong, the standard error is
 * 0. The error that follows from the interval is then larger and is used instead.
 */
export const errorBehind = ({ interval, standardError }: ScoreWithError): number =>
  Math.max(standardError ?? 0, errorOf(interval));

/** A score in percent, with as many decimals as its error justifies: `75.0`, `54`. */
export const scoreText = (score: ScoreWithError & { readonly value: number }): string =>
  percent(score.value, errorBehind(score));

/** A value from 0 to 1 in percent, with the decimals of its score. A paper's figure has no score, and gets one decimal. */
export const valueText = (value: number, score: ScoreWithError | null): string =>
  percent(value, score === null ? null : errorBehind(score));

/** `70.9–78.7` */
export function intervalText(score: ScoreWithError): string {
  const error = errorBehind(score);
  return `${percent(score.interval.lower, error)}–${percent(score.interval.upper, error)}`;
}

/** `33 % (95 %: 2–94)` */
export const scoreAndInterval = (score: ScoreWithError & { readonly value: number }): string =>
  `${scoreText(score)} % (95 %: ${intervalText(score)})`;

/**
 * A difference of shares in points, with as many decimals as its error justifies: `3.2`, `−12`; zero has no sign. Without an
 * error, one decimal.
 */
export function points(share: number, standardError: number | null = null): string {
  const text = percent(Math.abs(share), standardError);
  return share < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** Like `points`, with a plus sign for positive differences: `+3.2`, `−12`, `0.0`. */
export function signedPoints(share: number, standardError: number | null = null): string {
  const text = points(share, standardError);
  return share > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A difference with its own 95 % interval, and the interval that is corrected for the tests that are read with it. */
interface Difference {
  readonly difference: number;
  readonly interval: ScoreWithError["interval"];
  readonly adjustedInterval?: ScoreWithError["interval"];
}

/**
 * A difference and its corrected interval in points, with the same number of decimals: `+3.2` and `+0.4 to +6.0`. The
 * interval that is not corrected decides their number, so that a difference has the same digits in every table.
 */
export function differenceTexts({ difference, interval, adjustedInterval = interval }: Difference): {
  readonly value: string;
  readonly range: string;
} {
  const error = errorOf(interval);
  const { lower, upper } = adjustedInterval;
  const end = lower > 0 || upper < 0 ? besideZero : signedPoints;
  const range = `${end(lower, error)} to ${end(upper, error)}`;
  return { value: signedPoints(difference, error), range };
}

/** The significance level: a p-value below it is called significant. */
export const LEVEL = 0.05;

/** `p = .03`, `p < .001`: in the style of APA's manual (7th edition, section 6.36). */
export function pText(p: number): string {
  if (p < 0.001) return "p < .001";
  // A significant p-value is not written as .050.
  const text = Math.min(p, p < LEVEL ? 0.049 : p).toFixed(p < 0.1 ? 3 : 2);
  return text.startsWith("1") ? "p > .99" : `p = ${text.slice(1)}`;
}

/** The labels of a run's inputs. */
export const MODALITIES: Readonly<Record<string, string>> = {
  VIDEO: "video",
  IMAGE: "image",
  AUDIO: "audio",
  SUBTITLES: "subtitles",
  CAPTION: "caption",
  TEXT: "text only",
};

/** `video + audio` */
export const inputsText = (inputs: readonly string[]): string =>
  inputs.length === 0 ? "inputs not stated" : inputs.map((input) => MODALITIES[input] ?? input).join(" + ");
