import type { UnparsedRule } from "../extraction.ts";
import type { OptionTexts } from "./option-texts.ts";

/** A response, or a part of one, in the form that the rules read. */
export interface Reading {
  /** The folded and masked text, of the same length as the raw text. */
  readonly text: string;
  /** The position of `text` in the raw response. */
  readonly offset: number;
  readonly options: OptionTexts;
  /** Whether letters and numbers name options; false if the options are words like "yes" and "no". */
  readonly labels: boolean;
  /** The remaining work budget for this response, shared by all of its readings. */
  readonly work: Work;
}

/**
 * The minimum work budget, and the budget for each code unit. They suffice for real outputs: every measured output
 * gives the same result with five times this budget.
 */
const LEAST_WORK = 24_000;
const WORK_EACH = 6;

/**
 * A bound on the work that any single response can cause. It counts examined code units instead of time, so that the
 * same response is read the same on every machine.
 */
export class Work {
  #left: number;

  /** @param length the length of the response in code units; the budget is proportional to it */
  constructor(length: number) {
    this.#left = Math.max(LEAST_WORK, WORK_EACH * length);
  }

  /** Takes `units` from the budget. Returns false if the budget is used up, and on every later call. */
  take(units: number): boolean {
    this.#left -= units;
    return this.#left >= 0;
  }
}

/** The result of a rule: an option, or the reason for an abstention. Positions refer to the raw response. */
export interface Finding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly target: number | UnparsedRule;
  readonly ambiguous: boolean;
  /** Whether the text only mentions the label. A mention decides only if no answer is declared. */
  readonly mentioned?: true;
}

/** A rule that returns at most one finding. */
export type Rule = (reading: Reading) => Finding | null;

/** The part of a reading from `start` to `end`. */
export const within = (reading: Reading, start: number, end: number): Reading => ({
  ...reading,
  text: reading.text.slice(start, end),
  offset: reading.offset + start,
});

/** A finding at a position of `reading.text`. */
export function found(
  reading: Reading,
  rule: string,
  start: number,
  end: number,
  target: number | UnparsedRule,
  ambiguous = false,
): Finding {
  return { rule, start: start + reading.offset, end: end + reading.offset, target, ambiguous };
}

/** The same finding as a mere mention. */
export const asMention = (finding: Finding): Finding => ({ ...finding, mentioned: true });

/** The same finding under another rule's name. */
export const renamed = (finding: Finding, rule: string): Finding => ({ ...finding, rule });

/** Wraps a reader so that it remembers its findings in the last reading, because several steps ask for the same ones. */
export function once(read: (reading: Reading) => Finding[]): (reading: Reading) => Finding[] {
  let [last, findings]: [Reading | null, Finding[]] = [null, []];
  return (reading) => {
    if (reading !== last) [last, findings] = [reading, read(reading)];
    return findings;
  };
}
