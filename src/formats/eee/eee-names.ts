import { createHash } from "node:crypto";
import { modelId, type RunDocument, runId } from "../results/run-document.ts";

/**
 * The folder of a run's two files below the root of a datastore of "every eval ever":
 * `data/<collection>/<developer>/<model>`. The collection is the benchmark.
 * @see every_eval_ever/helpers/io.py, `datastore_path_components`
 */
export function eeeFolder(document: RunDocument): string {
  const [developer = "", ...model] = modelId(document).trim().split("/");
  return ["data", document.release.benchmark, developer, model.join("_")].map(folderName).join("/");
}

/** Names that are reserved on Windows, with any extension. */
const RESERVED = /^(?:CON|PRN|AUX|NUL|COM[1-9]|LPT[1-9])(?=\.|$)/i;

/** A text as a folder name that is valid on every system. Only the first folder may be called `data`. */
function folderName(text: string, depth: number): string {
  const portable = text
    .trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for.
    .replace(/[<>:"/\\|?*\u0000-\u001f]/g, "_")
    .replace(RESERVED, "$&_")
    .replace(/[. ]+$/, (end) => "_".repeat(end.length));
  return portable === "" || (portable === "data" && depth > 0) ? `${portable}_` : portable;
}

/**
 * The identifier of a run's files: a UUID of version 4 that is derived from the run and its scoring. The same scoring
 * of a run always has the same identifier.
 * @see RFC 9562, section 5.4
 */
export function eeeUuid(document: RunDocument): string {
  const { run, release } = document;
  const { revision, scoredAt } = run.scoring;
  const identity = [release.benchmark, release.contentHash, modelId(document), runId(document), run.createdAt];
  const bytes = createHash("sha256")
    .update(JSON.stringify([...identity, revision, scoredAt]))
    .digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The name of the record's file. The file with the rows is in the same folder. */
export const eeeRecordName = (document: RunDocument): string => `${eeeUuid(document)}.json`;
export const eeeRowsName = (document: RunDocument): string => `${eeeUuid(document)}_samples.jsonl`;

/** The version of "every eval ever" that is written. @see https://github.com/evaleval/every_eval_ever */
export const EEE_VERSION = "0.3.0";

/**
 * The time of the record in seconds since 1970, as a text. It is the time of the scoring, so that a repeated export of
 * a run gives the same record.
 */
export const recordedAt = ({ run }: RunDocument): string => String(Date.parse(run.scoring.scoredAt) / 1000);

export const evaluationId = (document: RunDocument): string =>
  `${document.release.benchmark}/${modelId(document)}/${recordedAt(document)}`;

/** The id of one of the results of a run. */
export const resultId = (document: RunDocument, part: string): string => `${runId(document)}/${part}`;
