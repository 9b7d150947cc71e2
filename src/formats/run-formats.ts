import type { ExportedPrediction } from "../domain/exported-run.ts";
import { eeeInstances } from "./eee/eee-instances.ts";
import { eeeFolder, eeeRecordName, eeeRowsName } from "./eee/eee-names.ts";
import { eeeAggregate } from "./eee/eee-writer.ts";
import type { FilePieces, Pieces } from "./encoding/pieces.ts";
import { hubEvalResults, withoutDataset } from "./hub/hub-eval-results.ts";
import { modelCard, withoutScore } from "./hub/model-card.ts";
import { inspectLog } from "./inspect/inspect-writer.ts";
import { fileStamp, lmmsEvalResults, lmmsEvalSamples, taskName } from "./lmms-eval/lmms-eval-writer.ts";
import { csvRows, omnidexRows, parquetRows } from "./omnidex/plain-runs.ts";
import { type RunDocument, runId, scoredPredictions } from "./results/run-document.ts";

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
