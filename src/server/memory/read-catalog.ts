import { durationBucketOf } from "../../domain/duration-buckets.ts";
import {
  byFlag,
  type FlagDimension,
  QUESTION_FLAG_NAMES,
  QUESTION_FLAGS,
  type QuestionFlag,
} from "../../domain/question-flags.ts";
import { byNumber } from "../../domain/question-numbers.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import type { QuestionGroup } from "../../scoring/metrics/group-score.ts";
import type { CatalogRow } from "./catalog-queries.ts";
import {
  type DimensionColumn,
  multipleColumn,
  type ReleaseCatalog,
  type ReleaseQuestions,
  singleColumn,
  type ValueEntry,
} from "./release-catalog.ts";

/** Builds the catalog of a release from its row in the database. */
export function readCatalog(row: CatalogRow): ReleaseCatalog {
  const { release, contentHash, benchmark, ids } = row;
  const count = ids.length;
  const dimensions = readDimensions(row, count);
  const { flags, ...columns } = readColumns(row, count);
  return {
    release,
    contentHash,
    name: `${release}:${contentHash}`,
    benchmark,
    count,
    ...columns,
    flags,
    dimensions,
    questions: readQuestions(row),
    groups: readGroups(row),
    bytes: bytesOf(row, dimensions),
  };
}

/** An empty catalog, for a release that does not exist or that this server cannot see yet. */
export const emptyCatalog = (release: number): ReleaseCatalog => readCatalog({ ...NO_ROW, release });

function readColumns(row: CatalogRow, count: number) {
  const flag = (values: readonly (boolean | null)[]): Int8Array =>
    Int8Array.from(values, (value) => (value === null ? -1 : Number(value)));
  const categories = named(row.categoryNames);
  return {
    ids: Int32Array.from(row.ids),
    keys: row.keys,
    videos: Int32Array.from(row.videos, (video) => video ?? 0),
    categories: singleColumn(count, (ordinal) => categories.get(row.categories[ordinal] ?? 0) ?? null),
    audioMasks: Uint8Array.from(row.audioMasks),
    durations: Float64Array.from(row.durations, (seconds) => seconds ?? Number.NaN),
    flags: byFlag((name) => flag(row[name])),
    numbers: byNumber((name) => Float64Array.from(row[name], (value) => value ?? Number.NaN)),
  };
}

/** The dimensions of each question, as the schema describes them. */
function readDimensions(row: CatalogRow, count: number): Record<Dimension, DimensionColumn> {
  const categories = named(row.categoryNames);
  const below = named(row.categoryNames.filter(([, , , isBelow]) => isBelow));
  const tasks = named(row.taskNames);
  const dominances = new Map(row.taskNames.map(([id, , , dominance]) => [id, dominance]));
  // A synthetic benchmark is Omnidex's own, so that no reader takes its levels for a paper's.
  const sources = new Map(row.taskNames.map(([id, , , , source]) => [id, row.synthetic ? "PAPER" : source]));
  const audio = new Map(row.audioNames.map(([id, type, native]) => [id, entry(type, type, native)]));
  const stages = findTaxonomy(row.benchmark)?.levelNames;
  const benchmark = entry(row.benchmark, row.title, row.title);
  const single = (valueAt: (ordinal: number) => ValueEntry | null | undefined): DimensionColumn =>
    singleColumn(count, (ordinal) => valueAt(ordinal) ?? null);
  return {
    BENCHMARK: single(() => benchmark),
    CATEGORY: single((at) => categories.get(row.topCategories[at] ?? 0)),
    SUBCATEGORY: single((at) => below.get(row.categories[at] ?? 0)),
    TASK: single((at) => tasks.get(row.tasks[at] ?? 0)),
    AUDIO_TYPE: multipleColumn(count, (at) => row.audioTypes[at]?.flatMap((id) => audio.get(id) ?? []) ?? []),
    LEVEL: single((at) => {
      const level = own(row.levels[at], row.nativeLevels[at] ?? stages?.get(row.levels[at] ?? ""));
      return level && { ...level, source: level.native === null ? (sources.get(row.tasks[at] ?? 0) ?? null) : "PAPER" };
    }),
    DURATION: single((at) => own(durationBucketOf(row.durations[at] ?? null)?.key, row.durationLabels[at])),
    ANSWER_FORMAT: single((at) => own(row.formats[at], null)),
    SUBSET: single((at) => own(row.subsets[at], row.subsets[at])),
    DURATION_LABEL: single((at) => own(row.durationLabels[at], row.durationLabels[at])),
    DOMINANCE: single((at) => own(dominances.get(row.tasks[at] ?? 0), null)),
    STEP_COUNT: single((at) => own(row.stepCount[at]?.toString(), null)),
    STEP_MODALITIES: single((at) => own(row.stepModalities[at], null)),
    AUDIO_STEP_COUNT: single((at) => own(row.audioStepCount[at]?.toString(), null)),
    VISION_STEP_COUNT: single((at) => own(row.visionStepCount[at]?.toString(), null)),
    ...flagDimensions((flag) => single((at) => own(row[flag][at]?.toString(), null))),
  };
}

/** The dimensions of the flags. */
const flagDimensions = (columnOf: (flag: QuestionFlag) => DimensionColumn) =>
  Object.fromEntries(QUESTION_FLAG_NAMES.map((flag) => [QUESTION_FLAGS[flag].dimension, columnOf(flag)])) as Record<
    FlagDimension,
    DimensionColumn
  >;

const entry = (key: string, label: string, native: string | null): ValueEntry => ({ key, label, native, source: null });

const own = (key: string | null | undefined, native: string | null | undefined): ValueEntry | null =>
  key == null ? null : entry(key, key, native ?? null);

const named = (names: readonly (readonly [number, string, string, ...unknown[]])[]): ReadonlyMap<number, ValueEntry> =>
  new Map(names.map(([id, slug, name]) => [id, entry(slug, name, name)]));

/** Numbers the videos from 0, because the statistics need consecutive cluster numbers. */
function readQuestions({ videos, chances }: CatalogRow): ReleaseQuestions {
  const clusterOf = new Map<number, number>();
  const cluster = (video: number | null): number => {
    if (video === null) return -1;
    const known = clusterOf.get(video) ?? clusterOf.size;
    clusterOf.set(video, known);
    return known;
  };
  return {
    count: videos.length,
    clusters: Int32Array.from(videos, cluster),
    chance: Float64Array.from(chances, (chance) => chance ?? Number.NaN),
  };
}

/** The groups of the release. A group has the metric and the structure of its first question. */
function readGroups({ grouped }: CatalogRow): readonly QuestionGroup[] {
  const groups = new Map<string | null, { ordinals: number[]; metric: string; structure: string | null }>();
  for (const [name, ordinal, metric, structure] of grouped) {
    const known = groups.get(name);
    if (known === undefined) groups.set(name, { ordinals: [ordinal], metric, structure });
    else known.ordinals.push(ordinal);
  }
  return [...groups.values()];
}

/** The size of a question in the numeric columns, in bytes. */
const BYTES_OF_NUMBERS = 73;
/** The size of a text in addition to its characters, in bytes. */
const BYTES_OF_TEXT = 32;

function bytesOf({ ids, keys, grouped }: CatalogRow, dimensions: Readonly<Record<string, DimensionColumn>>): number {
  const texts = keys.reduce((sum, key) => sum + BYTES_OF_TEXT + key.length, 0);
  const columns = Object.values(dimensions).map(
    ({ entries, codes, starts }) => codes.byteLength + (starts?.byteLength ?? 0) + entries.length * 8 * BYTES_OF_TEXT,
  );
  const groups = grouped.length * 2 * BYTES_OF_TEXT;
  return ids.length * BYTES_OF_NUMBERS + texts + groups + columns.reduce((sum, bytes) => sum + bytes, 0);
}

const NO_ROW: CatalogRow = {
  release: 0,
  contentHash: "",
  benchmark: "",
  title: "",
  synthetic: false,
  ids: [],
  keys: [],
  videos: [],
  levels: [],
  formats: [],
  audioMasks: [],
  audioTypes: [],
  durations: [],
  tasks: [],
  categories: [],
  topCategories: [],
  subsets: [],
  ...byFlag(() => []),
  ...byNumber(() => []),
  chances: [],
  nativeLevels: [],
  durationLabels: [],
  stepModalities: [],
  grouped: [],
  taskNames: [],
  categoryNames: [],
  audioNames: [],
};
