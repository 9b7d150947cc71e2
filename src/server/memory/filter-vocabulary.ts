import { decodeNodeId, encodeNodeId, encodeStoredId } from "../../domain/node-id.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { PROMPT_TEMPLATES } from "../../prompts/template-registry.ts";
import { seesAnswers } from "../conditions/answer-visibility.ts";
import type { Queryable } from "../db/database.ts";
import type { FilterNoun } from "./filter-values.ts";
import type { ReleaseCatalog } from "./release-catalog.ts";
import { fetchVisibleRuns } from "./run-queries.ts";
import { rememberedAnswer, type ServerMemory } from "./server-memory.ts";
import {
  type BenchmarkWords,
  fetchHarnessWords,
  fetchModelWords,
  fetchPromptWords,
  fetchPublishedWords,
  fetchVideoWords,
  fetchWords,
  type ModelWords,
  type PublishedWords,
  type VideoWords,
} from "./vocabulary-queries.ts";

/** The viewer, and the data sources that the check of a filter reads. */
export interface FilterReader {
  readonly database: Queryable;
  readonly memory: Pick<ServerMemory, "answers" | "catalogs">;
  readonly viewer: Viewer;
}

/** The existing names of the kinds that a filter uses. Kinds that it does not use are empty. */
interface Words {
  readonly benchmarks: readonly BenchmarkWords[];
  readonly models: readonly ModelWords[];
  readonly prompts: readonly string[];
  readonly harnesses: readonly string[];
  readonly published: readonly PublishedWords[];
  readonly videos: readonly VideoWords[];
  readonly catalogs: readonly ReleaseCatalog[];
  readonly anyRelease: boolean;
}

/** The existing values of filters. */
export interface Vocabulary {
  /** The slugs of all benchmarks. */
  readonly slugs: readonly string[];
  /** The values of a kind in a benchmark. */
  of(noun: FilterNoun, benchmark: string): ReadonlySet<string>;
  /** The models that the viewer may know of, by slug; empty if the filter names no models. */
  readonly models: ReadonlyMap<string, ModelWords>;
  /** The values of a kind in several benchmarks. */
  among(noun: FilterNoun, benchmarks: readonly string[]): KnownNames;
}

/** The values of a kind in some benchmarks. */
export interface KnownNames {
  has(name: string): boolean;
  /** All of them, each once. */
  all(): readonly string[];
}

/** The viewer in cache keys. Two viewers with the same name see the same runs. */
export const viewerName = ({ owner, admin }: Viewer): string => (admin ? "admin" : `owner ${owner ?? ""}`);

const FROM_CATALOGS: readonly FilterNoun[] = ["subset", "duration label", "question", "video"];
const FROM_VIDEOS: readonly FilterNoun[] = ["video key", "video subset"];
const FROM_MODELS: readonly FilterNoun[] = ["model", "organization"];
const FROM_PAPERS: readonly FilterNoun[] = ["source", "published key", "condition"];

/**
 * Reads the existing values of the kinds that a filter uses, and caches them for one version of the data.
 * @param anyRelease whether values of all releases count, or only values of current releases
 */
export async function fetchVocabulary(
  { database, memory, viewer }: FilterReader,
  nouns: ReadonlySet<FilterNoun>,
  anyRelease: boolean,
): Promise<Vocabulary> {
  const uses = (kinds: readonly FilterNoun[]): boolean => kinds.some((noun) => nouns.has(noun));
  const kept = <T>(name: readonly unknown[], read: () => Promise<T>) => rememberedAnswer(memory, name, read);
  const who = viewerName(viewer);
  const benchmarks = await kept(["words"], () => fetchWords(database));
  const releases = benchmarks.flatMap(({ current, releases: all }) => (anyRelease ? all : (current ?? [])));
  return vocabulary({
    anyRelease,
    benchmarks,
    models: uses(FROM_MODELS) ? await kept(["model words", who], () => fetchModelWords(database, viewer)) : [],
    prompts: nouns.has("prompt") ? await kept(["prompt words", who], () => fetchPromptWords(database, viewer)) : [],
    harnesses: nouns.has("harness")
      ? await kept(["harness words", who], () => fetchHarnessWords(database, viewer))
      : [],
    published: uses(FROM_PAPERS) ? await kept(["published words"], () => fetchPublishedWords(database)) : [],
    videos: uses(FROM_VIDEOS) ? await kept(["video words", anyRelease], () => fetchVideoWords(database, releases)) : [],
    catalogs: uses(FROM_CATALOGS) ? [...(await memory.catalogs.all(releases)).values()] : [],
  });
}

/** The releases of all item snapshots, by the snapshots' ids. */
export async function snapshotReleases({
  database,
  memory,
}: Pick<FilterReader, "database" | "memory">): Promise<ReadonlyMap<string, number>> {
  const words = await rememberedAnswer(memory, ["words"], () => fetchWords(database));
  return new Map(
    words.flatMap(({ snapshots }) => snapshots.map(([id, release]) => [encodeStoredId("snapshot", id), release])),
  );
}

/**
 * The benchmarks whose answers are hidden from the viewer, by slug. Considers all releases of a benchmark, or only the
 * current one.
 */
export async function hiddenBenchmarks(
  { database, memory, viewer }: FilterReader,
  anyRelease: boolean,
): Promise<readonly string[]> {
  const words = await rememberedAnswer(memory, ["words"], () => fetchWords(database));
  const isHidden = ({ benchmark, access, current }: BenchmarkWords): boolean =>
    access.some(
      ([release, answerAccess]) =>
        (anyRelease || release === current) && !seesAnswers(viewer, { benchmark, answerAccess }),
    );
  return words.filter(isHidden).map(({ benchmark }) => benchmark);
}

/** The benchmarks of runs, by slug; null without runs, or if the viewer may not see one of them. */
export async function runBenchmarks(
  { database, viewer }: FilterReader,
  runs: readonly string[],
): Promise<readonly string[] | null> {
  const ids = new Set(
    runs.map((run) => {
      const id = decodeNodeId(run);
      return id?.type === "Run" ? id.key : null;
    }),
  );
  const known = [...ids].filter((id) => id !== null);
  if (known.length === 0 || known.length < ids.size) return null;
  const found = await fetchVisibleRuns(database, viewer, known);
  return found.length < known.length ? null : found.map(({ benchmark }) => benchmark);
}

function vocabulary(words: Words): Vocabulary {
  const sets = new Map<string, ReadonlySet<string>>();
  const unions = new Map<string, KnownNames>();
  const of = (noun: FilterNoun, benchmark: string): ReadonlySet<string> => {
    const name = `${noun} ${benchmark}`;
    const known = sets.get(name) ?? namesOf(noun, benchmark, words);
    sets.set(name, known);
    return known;
  };
  return {
    slugs: words.benchmarks.map(({ benchmark }) => benchmark),
    models: new Map(words.models.map((model) => [model.slug, model])),
    of,
    among: (noun, benchmarks) => {
      const name = `${noun} ${benchmarks.join()}`;
      const known = unions.get(name) ?? together(benchmarks.map((slug) => of(noun, slug)));
      unions.set(name, known);
      return known;
    },
  };
}

/** The names of several sets, without a copy of them for a filter whose names all exist. */
function together(sets: readonly ReadonlySet<string>[]): KnownNames {
  let all: readonly string[] | null = null;
  return {
    has: (name) => sets.some((set) => set.has(name)),
    all: () => {
      all ??= [...new Set(sets.flatMap((set) => [...set]))];
      return all;
    },
  };
}

/**
 * For each kind of name, the existing names in a benchmark. Names that belong to no benchmark exist in all benchmarks.
 */
const NAMES: Readonly<Record<FilterNoun, (own: Words) => readonly string[]>> = {
  benchmark: ({ benchmarks }) => benchmarks.map(({ benchmark }) => benchmark),
  task: ({ benchmarks }) => benchmarks.flatMap(({ tasks, publishedTasks }) => [...tasks, ...publishedTasks]),
  category: ({ benchmarks }) =>
    benchmarks.flatMap(({ categories, publishedCategories }) => [...categories, ...publishedCategories]),
  subset: ({ catalogs }) => catalogs.flatMap(({ dimensions }) => dimensions.SUBSET.entries.map(({ key }) => key)),
  "duration label": ({ catalogs }) =>
    catalogs.flatMap(({ dimensions }) => dimensions.DURATION_LABEL.entries.map(({ key }) => key)),
  question: ({ catalogs }) => catalogs.flatMap(({ keys }) => keys),
  video: ({ catalogs }) =>
    catalogs.flatMap(({ videos }) => [...new Set(videos)].map((id) => encodeNodeId("Video", id))),
  "item snapshot": ({ benchmarks, anyRelease }) =>
    benchmarks.flatMap(({ snapshots, current }) =>
      snapshots
        .filter(([, release]) => anyRelease || release === current)
        .map(([id]) => encodeStoredId("snapshot", id)),
    ),
  "video key": ({ videos }) => videos.flatMap(({ keys }) => keys),
  "video subset": ({ videos }) => videos.flatMap(({ subsets }) => subsets),
  model: ({ models }) => models.map(({ slug }) => slug),
  organization: ({ models }) => models.flatMap(({ organization }) => organization ?? []),
  release: ({ benchmarks }) =>
    benchmarks.flatMap(({ releases }) => releases.map((release) => encodeNodeId("Release", release))),
  prompt: ({ prompts }) => [...PROMPT_TEMPLATES.map(({ name }) => name), ...prompts],
  harness: ({ harnesses }) => harnesses,
  source: ({ published }) => published.flatMap(({ sources }) => sources),
  "published key": ({ published }) => published.flatMap(({ keys }) => keys),
  condition: ({ published }) => published.flatMap(({ conditions }) => conditions),
};

/** Whether the names of a kind belong to one benchmark each. */
export const isOwned = (noun: FilterNoun): boolean => !UNOWNED.has(noun);

const UNOWNED: ReadonlySet<FilterNoun> = new Set<FilterNoun>([
  "benchmark",
  "model",
  "organization",
  "prompt",
  "harness",
]);

function namesOf(noun: FilterNoun, benchmark: string, words: Words): ReadonlySet<string> {
  if (!isOwned(noun)) return new Set(NAMES[noun](words));
  const isOwn = (row: { readonly benchmark: string }): boolean => row.benchmark === benchmark;
  const catalogs = words.catalogs.filter(isOwn);
  const [catalog] = catalogs;
  if (catalogs.length === 1 && catalog !== undefined && FROM_CATALOGS.includes(noun))
    return namesInCatalog(noun, catalog, words);
  return new Set(
    NAMES[noun]({
      ...words,
      benchmarks: words.benchmarks.filter(isOwn),
      published: words.published.filter(isOwn),
      videos: words.videos.filter(isOwn),
      catalogs,
    }),
  );
}

/** The names in a catalog. A catalog never changes, and may have many thousand questions. */
const IN_CATALOGS = new WeakMap<ReleaseCatalog, Map<FilterNoun, ReadonlySet<string>>>();

function namesInCatalog(noun: FilterNoun, catalog: ReleaseCatalog, words: Words): ReadonlySet<string> {
  const own = IN_CATALOGS.get(catalog) ?? new Map<FilterNoun, ReadonlySet<string>>();
  IN_CATALOGS.set(catalog, own);
  const known = own.get(noun) ?? new Set(NAMES[noun]({ ...words, catalogs: [catalog] }));
  own.set(noun, known);
  return known;
}
