import type { JudgeVerdict } from "../../../domain/judge-verdict.ts";
import { OUTCOMES } from "../../../domain/vocabulary.ts";
import type { PredictionScore } from "../../../scoring/score-prediction.ts";
import type { ReadableRow } from "./readable-row.ts";

/**
 * Rows in the form in which they are sent to a thread. Columns are used because copying an object per row takes three
 * times as long.
 */
export interface RowColumns {
  readonly ordinals: readonly number[];
  readonly responses: readonly (string | null)[];
  readonly errors: readonly (string | null)[];
  readonly confirmations: readonly (string | null)[];
  /** Absent if no judge was asked about any of the rows. */
  readonly verdicts?: readonly (JudgeVerdict | null | undefined)[];
}

/**
 * Scores in the form in which a thread returns them. Columns are used because copying an object per row takes six times
 * as long.
 */
export interface ScoreColumns {
  /** Index in `OUTCOMES`. */
  readonly outcomes: Uint8Array;
  /** NaN for null. */
  readonly scores: Float64Array;
  readonly answers: readonly (string | null)[];
  /** The names of the rules that occur. `rules` has an index into them for each row. */
  readonly ruleNames: readonly string[];
  readonly rules: Uint8Array;
  /** Start and end of each span; -1 without a span. */
  readonly spans: Int32Array;
  readonly ambiguous: Uint8Array;
  readonly reasons: ReadonlyMap<number, string>;
}

const outcomeIndex = new Map(OUTCOMES.map((outcome, index) => [outcome, index]));

export function rowColumns(rows: readonly ReadableRow[]): RowColumns {
  const columns = {
    ordinals: rows.map(({ ordinal }) => ordinal),
    responses: rows.map(({ response }) => response),
    errors: rows.map(({ error }) => error),
    confirmations: rows.map(({ confirmation }) => confirmation),
  };
  const isJudged = rows.some(({ verdict }) => verdict !== undefined);
  return isJudged ? { ...columns, verdicts: rows.map(({ verdict }) => verdict) } : columns;
}

/** The row at an index of the columns. */
export const rowAt = (columns: RowColumns, index: number): ReadableRow => ({
  ordinal: columns.ordinals[index] ?? -1,
  response: columns.responses[index] ?? null,
  error: columns.errors[index] ?? null,
  confirmation: columns.confirmations[index] ?? null,
  verdict: columns.verdicts?.[index],
});

export function scoreColumns(scores: readonly PredictionScore[]): ScoreColumns {
  const { length } = scores;
  const ruleNames: string[] = [];
  const columns = {
    outcomes: new Uint8Array(length),
    scores: new Float64Array(length),
    rules: new Uint8Array(length),
    spans: new Int32Array(2 * length).fill(-1),
    ambiguous: new Uint8Array(length),
  };
  const reasons = new Map<number, string>();
  for (const [index, { outcome, score, rule, span, ambiguous, reason }] of scores.entries()) {
    columns.outcomes[index] = outcomeIndex.get(outcome) ?? 0;
    columns.scores[index] = score ?? Number.NaN;
    columns.rules[index] = indexIn(ruleNames, rule);
    columns.ambiguous[index] = Number(ambiguous);
    if (span !== null) columns.spans.set([span.start, span.end], 2 * index);
    if (reason !== undefined) reasons.set(index, reason);
  }
  return { ...columns, ruleNames, reasons, answers: scores.map(({ answer }) => answer) };
}

/** The index of a name in a short list. A missing name is added. */
function indexIn(names: string[], name: string): number {
  const known = names.indexOf(name);
  return known >= 0 ? known : names.push(name) - 1;
}

export function scoresOf(columns: ScoreColumns): PredictionScore[] {
  const { outcomes, scores, answers, rules, ruleNames, spans, ambiguous, reasons } = columns;
  return answers.map((answer, index) => {
    const [score, start, end] = [scores[index] ?? Number.NaN, spans[2 * index] ?? -1, spans[2 * index + 1] ?? -1];
    const read: PredictionScore = {
      outcome: OUTCOMES[outcomes[index] ?? 0] ?? "MISSING",
      score: Number.isNaN(score) ? null : score,
      answer,
      rule: ruleNames[rules[index] ?? 0] ?? "",
      span: start < 0 ? null : { start, end },
      ambiguous: ambiguous[index] === 1,
    };
    const reason = reasons.get(index);
    return reason === undefined ? read : { ...read, reason };
  });
}
