import type { TaskVerdict } from "../../data/judge-queries.ts";
import type { RunPrediction } from "../../data/key-revision-queries.ts";
import { prepareStoredCaptions } from "../captions/prepare-captions.ts";
import { readAll } from "../reading/read-in-pieces.ts";
import { RowReader } from "../reading/row-reader.ts";
import type { AnswerSheet } from "../submission/answer-sheet.ts";
import type { RunServices } from "../submission/run-services.ts";
import { mapInSlices } from "../yielding.ts";

/** How to score a prediction whose judge task has no verdict: as unparsed, or with its previous outcome. */
export type Unread = "unparsed" | "kept";

/**
 * Scores stored predictions by the sheet's answer key. Predictions with a judge's verdict are scored by the verdict.
 * Predictions whose judge task has no verdict are scored as `unread` says. Predictions without a judge task are read
 * again, because the extractor and the key may have changed since they were stored.
 */
export async function readWithVerdicts(
  stored: readonly RunPrediction[],
  verdicts: readonly TaskVerdict[],
  sheet: AnswerSheet,
  { extractor, ...means }: Pick<RunServices, "extractor" | "pool" | "budget">,
  unread: Unread,
): Promise<readonly RunPrediction[]> {
  await prepareStoredCaptions(sheet, extractor, stored);
  const asked = new Map(verdicts.map((task) => [nameOf(task), task]));
  const isKept = (prediction: RunPrediction): boolean =>
    unread === "kept" && asked.get(nameOf(prediction))?.verdict === null;
  const read = stored.filter((prediction) => !isKept(prediction));
  const rows = read.map((prediction) => ({ ...prediction, verdict: asked.get(nameOf(prediction))?.verdict }));
  const scores = await readAll(rows, new RowReader(means, sheet, extractor));
  const scored = new Map(read.map((prediction, index) => [prediction, scores[index]]));
  return mapInSlices(stored, (prediction) => {
    const score = scored.get(prediction);
    return score === undefined ? prediction : { ...prediction, ...score };
  });
}

const nameOf = ({ run, ordinal }: { readonly run: number; readonly ordinal: number }): string => `${run}:${ordinal}`;

/** The names of the judges, several if the server's judge has changed; `null` without any verdict. */
export const judgeNames = (verdicts: readonly TaskVerdict[]): string | null =>
  [...new Set(verdicts.flatMap(({ judge }) => judge ?? []))].sort().join(", ") || null;
