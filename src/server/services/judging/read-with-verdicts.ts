import { judgedScore } from "../../../scoring/judging/judged-score.ts";
import { scorePrediction } from "../../../scoring/score-prediction.ts";
import type { TaskVerdict } from "../../data/judge-queries.ts";
import type { RunPrediction } from "../../data/key-revision-queries.ts";
import { prepareStoredCaptions } from "../captions/prepare-captions.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import type { RunServices } from "../submission/run-services.ts";

/** What becomes of a prediction that a judge was to read, and has not: it counts as unread, or stays what it was. */
export type Unread = "unparsed" | "kept";

/**
 * Scores stored predictions by the sheet's key: those that a judge was asked about by what it said, the others as the
 * extractor reads them now, for it and the key may have changed since they were stored.
 */
export async function readWithVerdicts(
  stored: readonly RunPrediction[],
  verdicts: readonly TaskVerdict[],
  sheet: AnswerSheet,
  { extractor }: Pick<RunServices, "extractor">,
  unread: Unread,
): Promise<readonly RunPrediction[]> {
  await prepareStoredCaptions(sheet, extractor, stored);
  const asked = new Map(verdicts.map((task) => [nameOf(task), task]));
  return stored.map((prediction) => {
    const question = sheet.questions[prediction.ordinal]?.scored;
    if (question === undefined) throw new Error(`release ${sheet.release} has no question ${prediction.ordinal}`);
    const task = asked.get(nameOf(prediction));
    if (task === undefined) return { ...prediction, ...scorePrediction(prediction, question, extractor) };
    if (task.verdict === null && unread === "kept") return prediction;
    return { ...prediction, ...judgedScore(prediction, question, extractor, task.verdict) };
  });
}

const nameOf = ({ run, ordinal }: { readonly run: number; readonly ordinal: number }): string => `${run}:${ordinal}`;

/** More than one where the server's judge was another one in between; `null` where none has said anything. */
export const judgeNames = (verdicts: readonly TaskVerdict[]): string | null =>
  [...new Set(verdicts.flatMap(({ judge }) => judge ?? []))].sort().join(", ") || null;
