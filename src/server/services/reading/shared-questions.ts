import type { ScoredQuestion } from "../../../scoring/score-prediction.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import { mapInSlices } from "../yielding.ts";

/**
 * The questions of a sheet as JSON in memory that all threads share. A thread parses only the questions that it needs.
 */
export interface SharedQuestions {
  readonly id: number;
  /** The offset of each question in the text, by ordinal, and the end of the last one. */
  readonly offsets: Float64Array;
  readonly bytes: Uint8Array;
}

const shared = new WeakMap<AnswerSheet, Promise<SharedQuestions>>();
let sheets = 0;

/** The questions of a sheet for threads. They are serialized once per sheet. */
export function sharedQuestions(sheet: AnswerSheet): Promise<SharedQuestions> {
  const known = shared.get(sheet);
  if (known !== undefined) return known;
  const written = writeQuestions(sheet);
  shared.set(sheet, written);
  return written;
}

async function writeQuestions({ questions }: AnswerSheet): Promise<SharedQuestions> {
  const texts = await mapInSlices(questions, ({ scored }) => Buffer.from(JSON.stringify(threadQuestion(scored))));
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  const offsets = new Float64Array(new SharedArrayBuffer((texts.length + 1) * 8));
  let end = 0;
  for (const [ordinal, text] of texts.entries()) {
    bytes.set(text, end);
    end += text.length;
    offsets[ordinal + 1] = end;
  }
  sheets += 1;
  return { id: sheets, offsets, bytes };
}

/** Leaves out the caption scorer, whose networks are in the main thread. */
const threadQuestion = ({ captions: _, ...question }: ScoredQuestion): ScoredQuestion => question;

/** The question of an ordinal. */
export function questionAt({ offsets, bytes }: SharedQuestions, ordinal: number): ScoredQuestion | undefined {
  const [start, end] = [offsets[ordinal], offsets[ordinal + 1]];
  if (start === undefined || end === undefined) return undefined;
  return JSON.parse(Buffer.from(bytes.buffer, start, end - start).toString()) as ScoredQuestion;
}
