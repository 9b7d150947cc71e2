/*
 * What the validator of "every eval ever" checks besides its JSON schemas, restated from its sources (version 0.3.0,
 * every_eval_ever/validator/validation_core.py, json_utils.py, and helpers/io.py). The validator itself, which is Python,
 * is not run here.
 */

/** A file of a datastore. */
export interface DatastoreFile {
  /** From `data/` on. */
  readonly path: string;
  readonly text: string;
}

interface Aggregate {
  readonly evaluation_id: string;
  readonly model_info: { readonly id: string; readonly developer?: string };
  readonly evaluation_results: readonly {
    readonly evaluation_result_id?: string;
    readonly metric_config: { readonly min_score: number; readonly max_score: number };
    readonly score_details: {
      readonly score: number;
      readonly uncertainty: {
        readonly standard_error: { readonly value: number };
        readonly confidence_interval: { readonly lower: number; readonly upper: number };
      };
    };
  }[];
  readonly detailed_evaluation_results?: {
    readonly file_path: string;
    readonly hash_algorithm: string;
    readonly total_rows: number;
  };
}

interface Row {
  readonly evaluation_id: string;
  readonly model_id: string;
  readonly evaluation_result_id: string;
}

const UUID4 = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
const FILE = new RegExp(`^${UUID4}(?:\\.json|_samples\\.jsonl)$`);
// biome-ignore lint/suspicious/noControlCharactersInRegex: as in the source.
const NOT_PORTABLE = /[<>:"\\|?*\u0000-\u001f]/;
const RESERVED = /^(?:CON|PRN|AUX|NUL|COM[1-9]|LPT[1-9])$/i;

/** `check_path_structure`: the faults of a path. */
export function pathFaults(path: string): readonly string[] {
  const parts = path.split("/");
  const [root, ...components] = parts;
  const name = components.pop() ?? "";
  const isPortable = (part: string): boolean =>
    part !== "" && !NOT_PORTABLE.test(part) && !/[. ]$/.test(part) && !RESERVED.test(part.split(".")[0] ?? "");
  return [
    ...(parts.length === 5 && root === "data" ? [] : [`not data/<collection>/<developer>/<model>/<file>: ${path}`]),
    ...components.filter((part) => part === "data" || !isPortable(part)).map((part) => `not portable: ${part}`),
    ...(FILE.test(name) ? [] : [`not a UUID of version 4: ${name}`]),
  ];
}

/**
 * The folder that the identity of a model names (`datastore_path_components`); null where the helper raises, because a
 * part is empty, unknown or not portable.
 */
export function folderOfModel(id: string): string | null {
  const parts = id.trim().split("/");
  const usable = parts.every((part) => {
    const name = part.trim().replaceAll(":", "_");
    return name.toLowerCase() !== "unknown" && pathFaults(`data/x/y/${name}/${"0".repeat(8)}`).length === 1;
  });
  if (parts.length < 2 || !usable) return null;
  const [developer = "", ...model] = parts.map((part) => part.trim().replaceAll(":", "_"));
  return `${developer}/${model.join("_")}`;
}

/** Python's `str.splitlines`, which the validator splits rows with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these end lines, too.
const pythonLines = (text: string): readonly string[] => text.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);

/** The checks of a record with its rows: paths, one UUID and folder, identities, counts, and scores within bounds. */
export function datastoreFaults(record: DatastoreFile, rows: DatastoreFile | null): readonly string[] {
  const aggregate = JSON.parse(record.text) as Aggregate;
  const { detailed_evaluation_results: detailed, model_info, evaluation_results } = aggregate;
  const named = folderOfModel(model_info.id);
  const folder = record.path.split("/").slice(2, 4).join("/");
  return [
    ...pathFaults(record.path),
    ...(named === null || named === folder ? [] : [`${model_info.id} is filed under ${folder}`]),
    ...((detailed === undefined) === (rows === null) ? [] : ["rows without a reference, or a reference without rows"]),
    ...evaluation_results.flatMap(scoreFaults),
    ...(rows === null || detailed === undefined ? [] : companionFaults(aggregate, detailed, record, rows)),
  ];
}

/** `check_score_metadata`. */
function scoreFaults({ metric_config, score_details }: Aggregate["evaluation_results"][number]): readonly string[] {
  const { min_score, max_score } = metric_config;
  const { score, uncertainty } = score_details;
  const numbers = [score, uncertainty.standard_error.value, ...Object.values(uncertainty.confidence_interval)];
  const finite = numbers.filter((value) => typeof value === "number").every(Number.isFinite);
  return finite && score >= min_score && score <= max_score ? [] : [`score ${score} is not within its bounds`];
}

/** `check_companion_exists` and `check_instance_companion`. */
function companionFaults(
  { evaluation_id, model_info, evaluation_results }: Aggregate,
  detailed: NonNullable<Aggregate["detailed_evaluation_results"]>,
  record: DatastoreFile,
  rows: DatastoreFile,
): readonly string[] {
  const results = new Set(evaluation_results.map((result) => result.evaluation_result_id));
  const lines = pythonLines(rows.text).filter((line) => line.trim() !== "");
  const own = lines.map((line) => JSON.parse(line) as Row);
  const isOwn = (row: Row): boolean =>
    row.evaluation_id === evaluation_id && row.model_id === model_info.id && results.has(row.evaluation_result_id);
  return [
    ...pathFaults(rows.path),
    ...(rows.path === record.path.replace(/\.json$/, "_samples.jsonl") ? [] : ["not beside the record"]),
    ...(detailed.file_path === rows.path ? [] : [`the record names ${detailed.file_path}`]),
    ...(lines.length > 0 && lines.length === detailed.total_rows ? [] : [`${lines.length} rows`]),
    ...(own.every(isOwn) ? [] : ["a row of another evaluation, model or result"]),
    ...(detailed.hash_algorithm === "sha256" ? [] : [detailed.hash_algorithm]),
  ];
}
