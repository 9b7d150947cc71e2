import type { JudgeVerdict } from "../../../domain/judge-verdict.ts";
import type { Extractor } from "../../../scoring/extraction.ts";
import { judgedScore } from "../../../scoring/judging/judged-score.ts";
import {
  type PredictionOutput,
  type PredictionScore,
  type ScoredQuestion,
  scorePrediction,
} from "../../../scoring/score-prediction.ts";

/** A prediction to read and score. Its texts are well-formed. */
export interface ReadableRow extends PredictionOutput {
  readonly ordinal: number;
  /** The judge's verdict: null if the judge was unreachable, undefined if it was not asked. */
  readonly verdict?: JudgeVerdict | null | undefined;
}

/** Reads and scores one row. Both the threads and the event loop use it. */
export const scoreRow = (row: ReadableRow, question: ScoredQuestion, extractor: Extractor): PredictionScore =>
  row.verdict === undefined
    ? scorePrediction(row, question, extractor)
    : judgedScore(row, question, extractor, row.verdict);
