import { counted } from "../../domain/counted.ts";
import type { ExternalMetric } from "../../domain/external-metric.ts";
import { plainText } from "../../domain/printable-text.ts";
import { ImportProblems } from "../../formats/batch/import-problems.ts";
import { type ReportedScoreRow, readReportedScores } from "../../formats/papers/reported-score-file.ts";
import { withProblems } from "../output/printed-problems.ts";
import { printJson, printLine } from "../output/printing.ts";
import { rowsAt } from "../output/submitted-files.ts";
import { namedRun } from "./change-run-card.ts";

export interface ReportScoresOptions {
  readonly source: string;
  readonly metric: ExternalMetric;
  readonly json?: boolean;
}

/** Stores the scores in a file as reported. Every row is read first, so that all problems are listed at once. */
export async function reportScores(
  reference: string,
  path: string,
  { source, metric, json }: ReportScoresOptions,
): Promise<void> {
  const scores = await withProblems(json === true, () => scoresIn(path));
  const { omnidex, id, run } = await namedRun(reference);
  const reported = await omnidex.reportScores(id, { metric, source, scores });
  if (json) return printJson({ run: id, rows: scores.length, reported });
  const have = reported === 1 ? "has" : "have";
  await printLine(
    `${id}  ${plainText(run.model.name)} on ${run.benchmark.slug}: ${counted(scores.length, "row")} stored; ${counted(reported, "prediction")} ${have} a reported ${metric}.`,
  );
}

async function scoresIn(path: string): Promise<readonly ReportedScoreRow[]> {
  const problems = new ImportProblems();
  const rows = await rowsAt(path, (file) => readReportedScores(file, problems));
  problems.requireNone();
  return rows;
}
