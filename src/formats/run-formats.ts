import type { ExportedPrediction } from "../domain/exported-run.ts";
import { eeeAggregate, eeeFolder, eeeInstances, eeeRecordName, eeeRowsName } from "./eee/eee-writer.ts";
import type { FilePieces, Pieces } from "./encoding/pieces.ts";
import { hubEvalResults, withoutDataset } from "./hub/hub-eval-results.ts";
import { modelCard, REPEATS_BEST, withoutScore } from "./hub/model-card.ts";
import { inspectLog } from "./inspect/inspect-writer.ts";
import { fileStamp, lmmsEvalResults, lmmsEvalSamples, taskName } from "./lmms-eval/lmms-eval-writer.ts";
import { csvRows, omnidexRows, parquetRows } from "./omnidex/plain-runs.ts";
import { generationDetails, modelDetails, type RunDocument, runId, scoredPredictions } from "./results/run-document.ts";

/** A file format for a run. */
export interface RunFormat {
  readonly mediaType: string;
  readonly fileName: (document: RunDocument) => string;
  /** The folder in which readers of the format expect the file, with slashes; absent if they expect none. */
  readonly folder?: (document: RunDocument) => string;
  /** Whether the format requires fields that reveal the answers. */
  readonly needsAnswers?: true;
  /** Whether the format has rows with the responses. */
  readonly needsResponses?: true;
  /** Why the format cannot describe this run; null if it can. */
  readonly obstacle?: (document: RunDocument) => string | null;
  readonly write: (document: RunDocument, pieces: Pieces<ExportedPrediction>) => FilePieces;
}

const JSON_TYPE = "application/json";
const LINES_TYPE = "application/x-ndjson";

export const RUN_FORMATS = {
  omnidex: {
    mediaType: LINES_TYPE,
    fileName: (run) => `${runId(run)}.ndjson`,
    needsResponses: true,
    write: omnidexRows,
  },
  csv: {
    mediaType: "text/csv; charset=utf-8",
    fileName: (run) => `${runId(run)}.csv`,
    needsResponses: true,
    write: csvRows,
  },
  parquet: {
    mediaType: "application/vnd.apache.parquet",
    fileName: (run) => `${runId(run)}.parquet`,
    needsResponses: true,
    write: parquetRows,
  },
  "lmms-eval": {
    mediaType: LINES_TYPE,
    fileName: (run) => `${fileStamp(run)}_samples_${taskName(run)}.jsonl`,
    needsResponses: true,
    write: lmmsEvalSamples,
  },
  "lmms-eval-results": {
    mediaType: JSON_TYPE,
    fileName: (run) => `${fileStamp(run)}_results.json`,
    write: lmmsEvalResults,
  },
  eee: { mediaType: JSON_TYPE, fileName: eeeRecordName, folder: eeeFolder, write: eeeAggregate },
  "eee-instances": {
    mediaType: LINES_TYPE,
    fileName: eeeRowsName,
    folder: eeeFolder,
    needsAnswers: true,
    obstacle: (run) =>
      scoredPredictions(run) === 0
        ? "No prediction of the run has a score, so 'eee-instances' would have no row."
        : null,
    needsResponses: true,
    write: eeeInstances,
  },
  inspect: {
    mediaType: JSON_TYPE,
    fileName: (run) => `${runId(run)}.inspect.json`,
    needsResponses: true,
    write: inspectLog,
  },
  "hf-eval-results": {
    mediaType: "application/yaml",
    fileName: ({ release }) => `${release.benchmark}.yaml`,
    folder: () => ".eval_results",
    obstacle: (run) => withoutDataset(run) ?? withoutScore(run),
    write: hubEvalResults,
  },
  "model-card": {
    mediaType: "text/markdown; charset=utf-8",
    fileName: (run) => `${runId(run)}.md`,
    obstacle: withoutScore,
    write: modelCard,
  },
} as const satisfies Readonly<Record<string, RunFormat>>;
export type RunFormatName = keyof typeof RUN_FORMATS;

/** A property of a run that a file does not contain. */
export interface RunLoss {
  readonly code: "SETTINGS_NOT_CARRIED" | "UNSCORED_LEFT_OUT" | "JUDGE_NOT_CARRIED" | "SCORE_NOT_SHOWN";
  /** A sentence that says what to do about it. */
  readonly message: string;
}

/** Formats that have only rows and do not describe the run. For some of these formats, a second file describes it. */
const WITHOUT_SETTINGS: ReadonlySet<RunFormatName> = new Set([
  "omnidex",
  "csv",
  "parquet",
  "lmms-eval",
  "eee-instances",
]);
const WITH_OVERALL_SCORE: ReadonlySet<RunFormatName> = new Set(["lmms-eval-results", "eee", "inspect"]);
const WITH_SCORED_ALONE: ReadonlySet<RunFormatName> = new Set(["eee", "eee-instances"]);

/**
 * The properties of a run that would be lost if a file of this format were submitted elsewhere. The documentation lists
 * the limits that apply to every run.
 */
export const lossesOf = (document: RunDocument, format: RunFormatName): readonly RunLoss[] => [
  ...(WITHOUT_SETTINGS.has(format) ? lostSettings(document) : []),
  ...(WITH_SCORED_ALONE.has(format) ? lostPredictions(document) : []),
  ...lostJudge(document),
  ...(document.repeatsBest && WITH_OVERALL_SCORE.has(format)
    ? [{ code: "SCORE_NOT_SHOWN", message: REPEATS_BEST } as const]
    : []),
];

/** The model's name and the inputs are not listed, because every submission has to state them anyway. */
function lostSettings(document: RunDocument): readonly RunLoss[] {
  const { model_name: _, ...model } = modelDetails(document);
  const { inputs: __, open_ended, ...asked } = generationDetails(document);
  const lost = { ...model, ...asked, ...(open_ended === "true" && { open_ended }) };
  const isShort = (value: string): boolean => /^[\x21-\x7e]{1,40}$/.test(value);
  const names = Object.entries(lost).map(([name, value]) => (isShort(value) ? `${name} ${value}` : name));
  if (names.length === 0) return [];
  const message = `The rows do not say how the model was run (${names.join(", ")}): state it again when you submit them.`;
  return [{ code: "SETTINGS_NOT_CARRIED", message }];
}

function lostPredictions(document: RunDocument): readonly RunLoss[] {
  const lost = document.predictions - scoredPredictions(document);
  if (!document.answersVisible || lost <= 0) return [];
  const message = `${lost} of ${document.predictions} predictions have no row, because they have no score. Other formats contain them.`;
  return [{ code: "UNSCORED_LEFT_OUT", message }];
}

function lostJudge({ run: { scoring } }: RunDocument): readonly RunLoss[] {
  if (scoring.judge === null) return [];
  const message = `The file does not contain the verdicts of the judge ${scoring.judge}. Submit it with --judge to have the responses judged again.`;
  return [{ code: "JUDGE_NOT_CARRIED", message }];
}
