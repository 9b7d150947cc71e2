import { decodeNodeId } from "../../domain/node-id.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import type { FilterFault } from "../../domain/slice/filter-fault.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { decodeStoredId, encodeStoredId } from "../../domain/stored-id.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { type BenchmarkWords, fetchModelWords, fetchWords, type ModelWords } from "../data/vocabulary-queries.ts";
import type { Queryable } from "../db/database.ts";
import { rangeFaults } from "./filter-ranges.ts";
import { type AskedFilter, type FilterNoun, filterParts, type NamedValue } from "./filter-values.ts";
import { invalidFilter, MOST_FAULTS } from "./invalid-filter.ts";
import { nearestSlugs } from "./nearest-slugs.ts";
import type { ReleaseCatalog } from "./release-catalog.ts";
import { rememberedAnswer, type ServerMemory } from "./server-memory.ts";

/** The length of the longest filter, as JSON, whose verdict is cached. */
const LONGEST_CACHED = 4_000;
/** An error lists the allowed values only if there are at most this many. */
const MOST_LISTED = 20;
/** The most characters of a value that are compared and repeated in an error. */
const LONGEST_VALUE = 80;
/** In a long vocabulary, such as question keys, suggestions are sought only for this many wrong values. */
const MOST_SUGGESTIONS = 3;

type Memory = Pick<ServerMemory, "answers" | "catalogs">;

/** The caller, and what the check reads. */
export interface FilterReader {
  readonly database: Queryable;
  readonly memory: Memory;
  readonly viewer: Viewer;
}

/**
 * Checks that no range of the filters is empty, and that every slug, key, video, model and organization exists in the
 * benchmarks to which the rest of the filter is limited. A misspelt value would match nothing, and an empty result
 * looks like a valid answer. A model exists for viewers who may see one of its runs. Verdicts are cached for one
 * version of the data.
 * @throws `INVALID_FILTER` with all faults
 */
export async function requireValues(reader: FilterReader, filters: readonly AskedFilter[]): Promise<void> {
  const faults = await Promise.all(filters.map((filter) => verdict(reader, filter)));
  if (faults.some((each) => each.length > 0)) throw invalidFilter(faults.flat());
}

/** The releases of all item snapshots, by the snapshots' ids. */
export async function snapshotReleases(
  database: Queryable,
  memory: Pick<ServerMemory, "answers">,
): Promise<ReadonlyMap<string, number>> {
  const words = await rememberedAnswer(memory, ["words"], () => fetchWords(database));
  return new Map(
    words.flatMap(({ snapshots }) => snapshots.map(([id, release]) => [encodeStoredId("snapshot", id), release])),
  );
}

async function verdict(reader: FilterReader, filter: AskedFilter): Promise<readonly FilterFault[]> {
  // Throws for a filter that is too deep or too long. The canonical form is needed later in any case.
  if (filter.type === "QuestionFilter") canonicalSlice(filter.value as QuestionFilter);
  const name = JSON.stringify(filter);
  const check = () => faultsOf(reader, filter);
  if (name.length > LONGEST_CACHED) return check();
  // Only run filters name things that not every viewer may see.
  const who = filter.type === "RunFilter" ? viewerName(reader.viewer) : "";
  return rememberedAnswer(reader.memory, ["filter", who, name], check);
}

const viewerName = ({ owner, admin }: Viewer): string => (admin ? "admin" : `owner ${owner ?? ""}`);

async function faultsOf(reader: FilterReader, filter: AskedFilter): Promise<readonly FilterFault[]> {
  const parts = filterParts(filter);
  const ranges = parts.flatMap((part) => ("bounds" in part ? rangeFaults(part) : []));
  const asked = parts.flatMap((part) => ("value" in part ? [part] : []));
  if (asked.length === 0) return ranges;
  const { database, memory, viewer } = reader;
  const words = await rememberedAnswer(memory, ["words"], () => fetchWords(database));
  const namesModels = asked.some(({ noun }) => noun === "model" || noun === "organization");
  const models = namesModels
    ? await rememberedAnswer(memory, ["model words", viewerName(viewer)], () => fetchModelWords(database, viewer))
    : [];
  const faults = await faultsAmong(memory, { words, models }, asked, false);
  const kept =
    faults.length > 0 && filter.anyRelease ? await faultsAmong(memory, { words, models }, asked, true) : faults;
  return [...ranges, ...kept];
}

/** All existing names, by what they name. */
interface Words {
  readonly words: readonly BenchmarkWords[];
  readonly models: readonly ModelWords[];
}

/** The existing values of a kind in a benchmark. */
type Vocabulary = (noun: FilterNoun, benchmark: string) => ReadonlySet<string>;

/** The nouns whose values come from the questions. */
const OF_QUESTIONS: ReadonlySet<FilterNoun> = new Set<FilterNoun>(["subset", "duration label", "question", "video"]);

async function faultsAmong(
  { catalogs }: Memory,
  { words, models }: Words,
  asked: readonly NamedValue[],
  anyRelease: boolean,
): Promise<readonly FilterFault[]> {
  const needsQuestions = asked.some(({ noun }) => OF_QUESTIONS.has(noun));
  const releases = words.flatMap(({ current, releases }) => (anyRelease ? releases : (current ?? [])));
  const found = needsQuestions ? [...(await catalogs.all(releases)).values()] : [];
  const sets = new Map<string, ReadonlySet<string>>();
  const vocabulary: Vocabulary = (noun, benchmark) => {
    const name = `${noun} ${benchmark}`;
    const known = sets.get(name) ?? new Set(namesOf(noun, benchmark, { words, models, anyRelease }, found));
    sets.set(name, known);
    return known;
  };
  const slugs = words.map(({ benchmark }) => benchmark);
  const wrong = asked.filter((value) => !exists(value, slugs, vocabulary));
  // Only the first faults get suggestions, because a filter may have 10,000 wrong values; the others are only counted.
  return wrong.map((value, index) =>
    index < MOST_FAULTS ? faultOf(value, slugs, vocabulary, index) : unreported(value),
  );
}

function exists({ noun, value, within }: NamedValue, slugs: readonly string[], vocabulary: Vocabulary): boolean {
  // The database never stores a NUL character, and rejects such a text with its own message.
  if (value.includes("\0")) return true;
  if (noun === "benchmark") return slugs.includes(value);
  // The canonical form rejects a malformed id with its own message.
  if (noun === "video" && decodeNodeId(value)?.type !== "Video") return true;
  if (noun === "item snapshot" && decodeStoredId("snapshot", value) === null) return true;
  return benchmarksOf(within, slugs).some((slug) => vocabulary(noun, slug).has(value));
}

/**
 * The existing benchmarks among those to which a filter is limited. Returns all benchmarks if none is left: because the
 * list is empty, because the conditions contradict each other, or because the benchmarks do not exist.
 */
function benchmarksOf(within: NamedValue["within"], slugs: readonly string[]): readonly string[] {
  const left = within?.filter((slug) => slugs.includes(slug)) ?? [];
  return left.length === 0 ? slugs : left;
}

function namesOf(
  noun: FilterNoun,
  benchmark: string,
  { words, models, anyRelease }: Words & { readonly anyRelease: boolean },
  catalogs: readonly ReleaseCatalog[],
): readonly string[] {
  const own = words.find((each) => each.benchmark === benchmark);
  const questions = catalogs.filter((catalog) => catalog.benchmark === benchmark);
  switch (noun) {
    case "benchmark":
      return words.map((each) => each.benchmark);
    case "task":
      return [...(own?.tasks ?? []), ...(own?.publishedTasks ?? [])];
    case "category":
      return [...(own?.categories ?? []), ...(own?.publishedCategories ?? [])];
    case "subset":
      return questions.flatMap(({ dimensions }) => dimensions.SUBSET.entries.map(({ key }) => key));
    case "duration label":
      return questions.flatMap(({ dimensions }) => dimensions.DURATION_LABEL.entries.map(({ key }) => key));
    case "item snapshot":
      return (own?.snapshots ?? [])
        .filter(([, release]) => anyRelease || release === own?.current)
        .map(([id]) => encodeStoredId("snapshot", id));
    case "model":
      return models.map(({ slug }) => slug);
    case "organization":
      return models.flatMap(({ organization }) => organization ?? []);
    case "question":
      return questions.flatMap(({ keys }) => keys);
    case "video":
      return questions.flatMap(({ videos }) => [...new Set(videos)].map((id) => `video_${id}`));
  }
}

/** Whether the values of a noun belong to one benchmark. */
const isOwned = (noun: FilterNoun): boolean => noun !== "benchmark" && noun !== "model" && noun !== "organization";

/** A fault that is counted, but for which no suggestion is sought. */
const unreported = ({ noun, path }: NamedValue): FilterFault => ({
  ...{ path, value: null, reason: `There is no such ${noun}.` },
  ...{ nearest: [], allowed: null, values: null },
});

function faultOf(asked: NamedValue, slugs: readonly string[], vocabulary: Vocabulary, index: number): FilterFault {
  const { noun, path, within } = asked;
  const value = asked.value.slice(0, LONGEST_VALUE);
  const where = benchmarksOf(within, slugs);
  const allowed = noun === "benchmark" ? slugs : [...new Set(where.flatMap((slug) => [...vocabulary(noun, slug)]))];
  const isShort = allowed.length <= MOST_LISTED;
  const seeks = noun !== "video" && (allowed.length < 1_000 ? index < MOST_FAULTS : index < MOST_SUGGESTIONS);
  const others = slugs.filter((slug) => isOwned(noun) && vocabulary(noun, slug).has(asked.value));
  const elsewhere = others.length === 0 ? "" : ` It exists in ${others.join(", ")}.`;
  const place =
    where.length === slugs.length || !isOwned(noun)
      ? `There is no ${noun} '${value}'.`
      : `${where.join(", ")} has no ${noun} '${value}'.`;
  return {
    path,
    value,
    reason: place + elsewhere,
    nearest: seeks ? nearestSlugs(value, allowed) : [],
    allowed: allowed.length,
    values: isShort && noun !== "video" ? allowed : null,
  };
}
