import type { JudgeVerdict } from "../../../domain/judge-verdict.ts";
import type { Extractor } from "../../../scoring/extraction.ts";
import { judgedScore } from "../../../scoring/judging/judged-score.ts";
import {
  type PredictionOutput,
  type PredictionScore,
  type ScoredQuestion,
  scorePrediction,
} from "../../../scoring/score-prediction.ts";

/** A prediction that is to be read and scored. Its texts are well formed. */
export interface ReadableRow extends PredictionOutput {
  readonly ordinal: number;
  /** What a judge has said of it: null where it could not be asked, undefined where it was not. */
  readonly verdict?: JudgeVerdict | null | undefined;
}

/** Reads and scores one row, as both the threads and the event loop do. */
export const scoreRow = (row: ReadableRow, question: ScoredQuestion, extractor: Extractor): PredictionScore =>
  row.verdict === undefined
    ? scorePrediction(row, question, extractor)
    : judgedScore(row, question, extractor, row.verdict);
