import type { RunPrediction } from "../../data/key-revision-queries.ts";

/** The predictions whose outcome, score or extraction has changed. Both lists have the same order. */
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

/** Rounds to 32 bits, in which the database stores scores. */
const storedScore = ({ score }: RunPrediction): number | null => score && Math.fround(score);
