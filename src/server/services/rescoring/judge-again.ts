import type { Extractor } from "../../../scoring/extraction.ts";
import { scorePrediction } from "../../../scoring/score-prediction.ts";
import type { RunPrediction } from "../../data/key-revision-queries.ts";
import { prepareStoredCaptions } from "../captions/prepare-captions.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";

/** Reads and scores stored predictions again, by the sheet's key. */
export async function judgeAgain(
  stored: readonly RunPrediction[],
  sheet: AnswerSheet,
  extractor: Extractor,
): Promise<readonly RunPrediction[]> {
  await prepareStoredCaptions(sheet, extractor, stored);
  return stored.map((prediction) => {
    const question = sheet.questions[prediction.ordinal];
    if (question === undefined) throw new Error(`release ${sheet.release} has no question ${prediction.ordinal}`);
    return { ...prediction, ...scorePrediction(prediction, question.scored, extractor) };
  });
}

/** Those of the predictions, judged again in the same order, that are not as they are stored. */
export const differing = (
  stored: readonly RunPrediction[],
  judged: readonly RunPrediction[],
): readonly RunPrediction[] =>
  judged.filter((prediction, index) => {
    const before = stored[index];
    return before === undefined || !sameJudgement(before, prediction);
  });

const sameJudgement = (a: RunPrediction, b: RunPrediction): boolean =>
  a.outcome === b.outcome &&
  a.answer === b.answer &&
  a.rule === b.rule &&
  a.ambiguous === b.ambiguous &&
  a.span?.start === b.span?.start &&
  a.span?.end === b.span?.end &&
  storedScore(a) === storedScore(b);

/** The database keeps scores in 32 bits. */
const storedScore = ({ score }: RunPrediction): number | null => score && Math.fround(score);
