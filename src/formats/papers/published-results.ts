import { CsvError, parse } from "csv-parse/sync";
import { ImportError } from "../../domain/import-error.ts";
import { slugify } from "../../domain/slug.ts";
import type { Dimension, Modality } from "../../domain/vocabulary.ts";

/** The part that a figure covers: a value of a dimension, or the whole benchmark if both are `null`. */
interface PublishedPart {
  readonly dimension: Dimension | null;
  /** The value that `QuestionFilter` takes for the dimension; the paper's own term if `dimension` is null. */
  readonly key: string | null;
}

/** Maps a paper's term for a value to our key; `null` if there is no such value. */
type KeyOf = (word: string) => string | null;

function oneOf(keys: Readonly<Record<string, string>>): KeyOf {
  const byWord = new Map(Object.entries(keys));
  return (word) => byWord.get(word) ?? null;
}

/** WorldSense's "event" is OmniVideoBench's "sound". */
const AUDIO_TYPE_KEYS = { speech: "SPEECH", music: "MUSIC", sound: "SOUND", event: "SOUND" };

/** OmniVideoBench, Table 3. The lower edges are inclusive, despite the printed brackets: see `DURATION_BUCKETS`. */
const DURATION_KEYS = {
  "(0,1] min": "under-1m",
  "(1,5] min": "1m-5m",
  "(5,10] min": "5m-10m",
  "(10,30] min": "over-10m",
};

/** AVI-Bench's four stages. */
const STAGE_KEYS = {
  perception: "PERCEPTION",
  understanding: "UNDERSTANDING",
  reasoning: "REASONING",
  primitive_sensation: "SENSATION",
};

/** AVI-Bench's capability levels L1 to L4 are averages over stages, not levels of questions. */
const CAPABILITY_LEVELS = { "1": "1", "2": "2", "3": "3", "4": "4" };

const PARTS: ReadonlyMap<string, readonly [dimension: Dimension | null, keyOf: KeyOf]> = new Map([
  ["category", ["CATEGORY", slugify]],
  ["discipline", ["CATEGORY", slugify]],
  ["task", ["TASK", slugify]],
  // MMWorld's question types are imported as tasks.
  ["reasoning_facet", ["TASK", slugify]],
  ["audio_type", ["AUDIO_TYPE", oneOf(AUDIO_TYPE_KEYS)]],
  ["duration", ["DURATION", oneOf(DURATION_KEYS)]],
  ["stage", ["LEVEL", oneOf(STAGE_KEYS)]],
  ["level", [null, oneOf(CAPABILITY_LEVELS)]],
]);

const NATIVE_DIMENSIONS: readonly string[] = ["overall", ...PARTS.keys()];

/** The part that a paper's own terms name; `null` if they are unknown. */
function publishedPart(nativeDimension: string, nativeKey: string): PublishedPart | null {
  if (nativeDimension === "overall") return nativeKey === "" ? { dimension: null, key: null } : null;
  const part = PARTS.get(nativeDimension);
  if (part === undefined) return null;
  const [dimension, keyOf] = part;
  const key = keyOf(nativeKey);
  return key === null || key === "" ? null : { dimension, key };
}

/** One figure that a paper prints: the schema's `PublishedResult`. */
export interface PublishedRow extends PublishedPart {
  readonly benchmark: string;
  readonly modelName: string;
  readonly modelSlug: string;
  /** `"7B"`; `null` if the table does not state it. */
  readonly parameters: string | null;
  readonly modelGroup: string | null;
  readonly inputs: readonly Modality[];
  readonly condition: string | null;
  readonly nativeDimension: string;
  readonly nativeKey: string | null;
  readonly metric: string;
  /** A percentage, as printed. */
  readonly value: number;
  /** `"WorldSense, Table 2"` */
  readonly source: string;
}

const COLUMNS = [
  "benchmark",
  "source_table",
  "model",
  "params",
  "model_group",
  "inputs",
  "condition",
  "dimension",
  "key",
  "metric",
  "value",
] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Readonly<Record<Column, string>>;
type Fail = (column: Column, expected: string) => ImportError;

const TITLES = new Map([
  ["worldsense", "WorldSense"],
  ["mmworld", "MMWorld"],
  ["omnivideobench", "OmniVideoBench"],
  ["avi-bench", "AVI-Bench"],
]);

const INPUTS: ReadonlyMap<string, Modality> = new Map([
  ["video", "VIDEO"],
  ["audio", "AUDIO"],
  ["subtitle", "SUBTITLES"],
  ["caption", "CAPTION"],
  ["text", "TEXT"],
]);

const METRICS = ["accuracy_pct", "score_pct"];

/** AVI-Bench prints these names twice in one table, at two sizes. They are two models, distinguished by their size. */
const NAMES_OF_SEVERAL_SIZES: ReadonlySet<string> = new Set(["human-omni", "pandagpt"]);

/** Slugs of models that papers, or tables of one paper, spell both with and without a space. */
const SAME_MODEL: ReadonlyMap<string, string> = new Map([
  ["nextgpt", "next-gpt"],
  ["video-llama2", "videollama2"],
]);

/**
 * The names of MMWorld's Table 4, and of one model elsewhere, as the slugs under which the paper's other tables have the same
 * models. Table 4 has the twelve models of Table 1 and adds their sizes; PandaGPT's is in AVI-Bench's tables, too.
 */
const SAME_IN_MMWORLD: ReadonlyMap<string, string> = new Map([
  ["chatunivi-7b", "chatunivi"],
  ["imagebind-llm-7b", "imagebind-llm"],
  ["lwm-1m-jax", "lwm"],
  ["mplug-owl-7b", "mplug-owl"],
  ["otter-7b", "otter"],
  ["pandagpt", "pandagpt-7b"],
  ["video-llava-7b", "video-llava"],
  ["videochat-7b", "video-chat"],
  ["videollama-2-13b", "video-llama"],
  ["x-instruct-blip-7b", "x-instruct-blip"],
]);

/**
 * Reads the figures of `data/published-results.csv`, in the order of the file.
 * @param name the file's name, for errors.
 * @throws {ImportError} for a malformed row, with its line and column.
 */
export function parsePublishedResults(text: string, name = "published-results.csv"): readonly PublishedRow[] {
  return parseCells(text, name).map(([line, cells]) => {
    const fail: Fail = (column, expected) =>
      new ImportError(`${name}: line ${line}, column ${column}`, expected, JSON.stringify(cells[column].slice(0, 80)));
    return toRow(cells, fail);
  });
}

function parseCells(text: string, name: string): [line: number, cells: Cells][] {
  try {
    const records: { record: Cells; info: { lines: number } }[] = parse(text, {
      columns: (header: string[]) => checkHeader(header, name),
      info: true,
      skip_empty_lines: true,
    });
    return records.map(({ record, info }) => [info.lines, record]);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportError(`${name}: line ${String(error.lines)}`, `${COLUMNS.length} well-formed cells`, error.message);
  }
}

function checkHeader(header: readonly string[], name: string): Column[] {
  if (header.join() === COLUMNS.join()) return [...COLUMNS];
  throw new ImportError(`${name}: line 1`, `the columns ${COLUMNS.join(", ")}`, header.join(", ").slice(0, 200));
}

function toRow(cells: Cells, fail: Fail): PublishedRow {
  const parameters = cells.params === "-" ? null : orNull(cells.params);
  return {
    benchmark: cells.benchmark,
    modelName: cells.model,
    modelSlug: modelSlug(cells, parameters) || raise(fail("model", "a name")),
    parameters,
    modelGroup: orNull(cells.model_group),
    inputs: cells.inputs.split("+").map((word) => INPUTS.get(word) ?? raise(fail("inputs", "words joined by +"))),
    condition: orNull(cells.condition),
    ...readPart(cells, fail),
    nativeDimension: cells.dimension,
    nativeKey: orNull(cells.key),
    metric: METRICS.includes(cells.metric) ? cells.metric : raise(fail("metric", METRICS.join(" or "))),
    value: readPercentage(cells.value) ?? raise(fail("value", "a percentage")),
    source: readSource(cells, fail),
  };
}

/** Names that differ only in case or in the separators between words are one model: "GPT 4o", "GPT-4o". */
function modelSlug({ model, benchmark }: Cells, parameters: string | null): string {
  const spelled = slugify(model);
  const same = benchmark === "mmworld" ? SAME_IN_MMWORLD.get(spelled) : undefined;
  if (same !== undefined) return same;
  const slug = SAME_MODEL.get(spelled) ?? spelled;
  return parameters !== null && NAMES_OF_SEVERAL_SIZES.has(slug) ? `${slug}-${slugify(parameters)}` : slug;
}

function readPart(cells: Cells, fail: Fail): PublishedPart {
  if (!NATIVE_DIMENSIONS.includes(cells.dimension)) throw fail("dimension", NATIVE_DIMENSIONS.join(", "));
  return publishedPart(cells.dimension, cells.key) ?? raise(fail("key", `a value of ${cells.dimension}`));
}

function readSource(cells: Cells, fail: Fail): string {
  const title = TITLES.get(cells.benchmark) ?? raise(fail("benchmark", [...TITLES.keys()].join(", ")));
  if (!/^(Table|Figure) \d+$/.test(cells.source_table)) throw fail("source_table", "Table or Figure and a number");
  return `${title}, ${cells.source_table}`;
}

function readPercentage(cell: string): number | null {
  return /^\d{1,3}(\.\d+)?$/.test(cell) && Number(cell) <= 100 ? Number(cell) : null;
}

const orNull = (cell: string): string | null => (cell === "" ? null : cell);

function raise(error: Error): never {
  throw error;
}
