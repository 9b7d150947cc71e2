import { isJudgeable } from "../../../scoring/judging/judge-question.ts";
import { fetchUnread } from "../prediction-queries.ts";
import type { SheetServices } from "../reading/answer-sheet.ts";
import { fetchRun } from "../run-writes.ts";

/** How many responses of a run without a readable answer a judge would read; null for a run that is not scored. */
export async function countJudgeable({ database, sheets }: SheetServices, id: number): Promise<number | null> {
  const run = await fetchRun(database, id);
  if (run === undefined || run.status === "OPEN" || run.status === "JUDGING") return null;
  const [sheet, unread] = [await sheets.load(database, run), await fetchUnread(database, id)];
  return unread.filter((row) => {
    const question = sheet.questions[row.ordinal]?.scored;
    return question !== undefined && isJudgeable(row, row, question);
  }).length;
}
