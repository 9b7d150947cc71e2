import { differenceTexts, errorOf, LEVEL, points, pText } from "../../../domain/figures-text.ts";
import { counted } from "../../../domain/texts.ts";
import type { RunComparison } from "../../../sdk/index.ts";
import { count } from "../../data/figures-text.ts";

type Compared = Pick<
  RunComparison,
  | "n"
  | "onlyA"
  | "onlyB"
  | "difference"
  | "interval"
  | "adjustedInterval"
  | "adjustedPValue"
  | "minimumDetectableDifference"
>;

/** Letters that are written from right to left, and characters that change the direction of the text after them. */
const TURNS = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069]/;

/**
 * A name within a sentence, between Unicode isolates if it has such characters. They keep the direction of the name from
 * affecting the rest of the sentence.
 * @see https://www.unicode.org/reports/tr9/
 */
const isolated = (name: string): string => (TURNS.test(name) ? `\u2068${name}\u2069` : name);

/**
 * The result of a comparison in sentences. `run` is compared with `reference`. The p-value is the adjusted one, as in
 * the table below the sentences.
 */
export function verdict(comparison: Compared, run: string, reference: string): string {
  const [a, b] = [isolated(run), isolated(reference)];
  const { n, onlyA, onlyB, difference, interval, adjustedPValue, minimumDetectableDifference } = comparison;
  if (n === 0) return `${a} and ${b} have no question in common.`;
  const error = errorOf(interval);
  const { range, value } = differenceTexts(comparison);
  const figures = `95 % interval ${range}, ${pText(adjustedPValue)}, ${counted(n, "question")}`;
  const only = `Only ${a} is right on ${count(onlyA)}, only ${b} on ${count(onlyB)}.`;
  if (adjustedPValue < LEVEL) {
    const side = difference > 0 ? "better" : "worse";
    return `${a} is ${points(Math.abs(difference), error)} points ${side} than ${b} (${figures}). ${only}`;
  }
  const detectable =
    minimumDetectableDifference >= 1
      ? "There are too few videos to detect any difference."
      : `A true difference of ${points(minimumDetectableDifference, error)} points or more would probably have shown.`;
  return `${a} and ${b} cannot be told apart: a difference of ${value} points (${figures}). ${only} ${detectable}`;
}
