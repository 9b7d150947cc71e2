import { LRUCache } from "lru-cache";
import { type JudgeVerdict, OUTCOMES } from "../../domain/vocabulary.ts";
import { extractorNamed } from "../../reading/extractor-registry.ts";
import { scoreRow } from "../../scoring/judging/judged-score.ts";
import type { PredictionOutput, PredictionScore, ScoredQuestion } from "../../scoring/score-prediction.ts";
import { ownThread, timeThread } from "./thread-time.ts";
import { mapInBursts } from "./yielding.ts";

/** A prediction to read and score. Its texts are well-formed. */
export interface ReadableRow extends PredictionOutput {
  readonly ordinal: number;
  /** The judge's verdict: null if the judge was unreachable, undefined if it was not asked. */
  readonly verdict?: JudgeVerdict | null | undefined;
}

/**
 * Rows in the form in which they are sent to a thread. Columns are used because copying an object per row takes three
 * times as long.
 */
interface RowColumns {
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
interface ScoreColumns {
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
const rowAt = (columns: RowColumns, index: number): ReadableRow => ({
  ordinal: columns.ordinals[index] ?? -1,
  response: columns.responses[index] ?? null,
  error: columns.errors[index] ?? null,
  confirmation: columns.confirmations[index] ?? null,
  verdict: columns.verdicts?.[index],
});

function scoreColumns(scores: readonly PredictionScore[]): ScoreColumns {
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

/**
 * The questions of a sheet as JSON in memory that all threads share. A thread parses only the questions that it needs.
 */
interface SharedQuestions {
  readonly id: number;
  /** The offset of each question in the text, by ordinal, and the end of the last one. */
  readonly offsets: Float64Array;
  readonly bytes: Uint8Array;
}

/** The questions of an answer sheet. */
interface ScoredSheet {
  readonly questions: readonly { readonly scored: ScoredQuestion }[];
}

const shared = new WeakMap<ScoredSheet, Promise<SharedQuestions>>();
let written = 0;

/** The questions of a sheet for threads. They are serialized once per sheet. */
export function sharedQuestions(sheet: ScoredSheet): Promise<SharedQuestions> {
  const known = shared.get(sheet);
  if (known !== undefined) return known;
  const questions = writeQuestions(sheet);
  shared.set(sheet, questions);
  return questions;
}

async function writeQuestions({ questions }: ScoredSheet): Promise<SharedQuestions> {
  const texts = await mapInBursts(questions, ({ scored }) => Buffer.from(JSON.stringify(threadQuestion(scored))));
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  const offsets = new Float64Array(new SharedArrayBuffer((texts.length + 1) * 8));
  let end = 0;
  for (const [ordinal, text] of texts.entries()) {
    bytes.set(text, end);
    end += text.length;
    offsets[ordinal + 1] = end;
  }
  written += 1;
  return { id: written, offsets, bytes };
}

/** Leaves out the caption scorer, whose networks are in the main thread. */
const threadQuestion = ({ captions: _, ...question }: ScoredQuestion): ScoredQuestion => question;

/** The question of an ordinal. */
function questionAt({ offsets, bytes }: SharedQuestions, ordinal: number): ScoredQuestion | undefined {
  const [start, end] = [offsets[ordinal], offsets[ordinal + 1]];
  if (start === undefined || end === undefined) return undefined;
  return JSON.parse(Buffer.from(bytes.buffer, start, end - start).toString()) as ScoredQuestion;
}

/** Rows that a thread is to read. */
export interface ReadingTask {
  readonly extractor: string;
  readonly questions: SharedQuestions;
  readonly rows: RowColumns;
  /** Shared memory: the number of the row that is being read, from 1, and the thread that reads it. */
  readonly progress: Int32Array;
}

/** The rows that a thread has read, and the time for which it computed, in milliseconds. */
export interface ReadingResult {
  readonly columns: ScoreColumns;
  readonly duration: number;
}

/**
 * The parsed questions of the most recently used sheets. They are reused, because extractors cache their analysis of a
 * question by object identity.
 */
const parsed = new LRUCache<number, (ScoredQuestion | undefined)[]>({ max: 8 });

/** Reads and scores the rows of a task. */
export function readTask({ extractor: name, questions, rows, progress }: ReadingTask): ReadingResult {
  const thread = ownThread();
  const spent = timeThread(thread);
  Atomics.store(progress, 1, thread);
  const extractor = extractorNamed(name);
  const known = parsed.get(questions.id) ?? [];
  parsed.set(questions.id, known);
  const scores = rows.ordinals.map((ordinal, index) => {
    Atomics.store(progress, 0, index + 1);
    const question = known[ordinal] ?? questionAt(questions, ordinal);
    if (question === undefined) throw new Error(`there is no question ${ordinal}`);
    known[ordinal] = question;
    return scoreRow(rowAt(rows, index), question, extractor);
  });
  return { columns: scoreColumns(scores), duration: spent() };
}
