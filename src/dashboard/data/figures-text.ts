import { counted } from "../../domain/texts.ts";

const whole = new Intl.NumberFormat("en");
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** `12,032` */
export const count = (n: number): string => whole.format(n);

/** `480 questions on 160 videos`; only the number of questions if there are no videos. */
export const questionsText = (questions: number, videos: number): string =>
  videos === 0 ? counted(questions, "question") : `${counted(questions, "question")} on ${counted(videos, "video")}`;

/** `Nov 23, 2026`, in the reader's time zone. */
export const date = (instant: string): string => day.format(new Date(instant));

/** An instant to the minute, in UTC: `2027-03-01 12:00 UTC`. */
export const minute = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;

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

interface ScoreWithError {
  readonly standardError: number;
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
  Math.max(standardError, errorOf(interval));

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

interface Difference {
  readonly difference: number;
  readonly interval: ScoreWithError["interval"];
}

/** A difference and its interval with the same number of decimals: `3.2` and `0.4 to 6.0`. */
export function differenceTexts({ difference, interval }: Difference): {
  readonly value: string;
  readonly range: string;
} {
  const error = errorOf(interval);
  const range = `${points(interval.lower, error)} to ${points(interval.upper, error)}`;
  return { value: points(difference, error), range };
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
