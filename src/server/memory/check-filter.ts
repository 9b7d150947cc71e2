import { setImmediate as nextTurn } from "node:timers/promises";
import { OmnidexError } from "../../domain/errors.ts";
import { decodeNodeId, decodeStoredId, type NodeType } from "../../domain/node-id.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import { adviceText, type FilterFault, LONGEST_VALUE } from "../../domain/slice/filter-fault.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { emptyListFaults } from "./empty-lists.ts";
import { textFaults } from "./filter-texts.ts";
import {
  type AskedFilter,
  type AskedRange,
  answerConditions,
  type FilterNoun,
  filterParts,
  type NamedValue,
  type RangeKind,
} from "./filter-values.ts";
import {
  type FilterReader,
  fetchVocabulary,
  hiddenBenchmarks,
  isOwned,
  type KnownNames,
  runBenchmarks,
  type Vocabulary,
  viewerName,
} from "./filter-vocabulary.ts";
import { nearestSlugs } from "./missing-benchmark.ts";
import { rememberedAnswer } from "./server-memory.ts";
import type { ModelWords } from "./vocabulary-queries.ts";

/**
 * The faults of a range: bounds that exclude every value, negative bounds for values that are never negative, and
 * percentages for shares. Empty for a valid range.
 */
export function rangeFaults({ kind, path, bounds }: AskedRange): readonly FilterFault[] {
  const at = (bound: string): number | null => measured(bounds[bound]);
  const [gt, gte, lt, lte] = [at("gt"), at("gte"), at("lt"), at("lte")];
  if (kind === "duration") {
    const negative = Object.keys(bounds).filter((bound) => (at(bound) ?? 0) < 0);
    if (negative.length > 0)
      return negative.map((bound) =>
        fault(`${path}.${bound}`, bounds[bound], "A duration in seconds is never negative."),
      );
  }
  if (kind === "share") {
    const percentages = Object.keys(bounds).filter((bound) => (at(bound) ?? 0) > 1);
    if (percentages.length > 0)
      return percentages.map((bound) =>
        fault(
          `${path}.${bound}`,
          bounds[bound],
          `A share is from 0 to 1: ${bounds[bound]} % is ${Number(bounds[bound]) / 100}.`,
        ),
      );
  }
  const isWhole = kind === "number of steps" || kind === "number of frames";
  const lower = isWhole && gt !== null ? { gte: Math.max(gt + 1, gte ?? gt + 1) } : { gt, gte };
  const upper = isWhole && lt !== null ? { lte: Math.min(lt - 1, lte ?? lt - 1) } : { lt, lte };
  if (!isEmpty(lower, upper)) return [];
  const shown = Object.fromEntries(Object.entries(bounds).map(([bound, value]) => [bound, spelt(value)]));
  return [fault(path, shown, `No ${kind} is ${rangeText(shown, UNITS[kind] ?? "")}.`)];
}

const UNITS: Readonly<Partial<Record<RangeKind, string>>> = { duration: " s" };

/** A bound as a number. A time is converted to milliseconds. */
function measured(value: unknown): number | null {
  if (value == null) return null;
  if (typeof value === "number") return value;
  return value instanceof Date ? value.getTime() : Date.parse(String(value));
}

const spelt = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

interface Lower {
  readonly gt?: number | null | undefined;
  readonly gte?: number | null | undefined;
}
interface Upper {
  readonly lt?: number | null | undefined;
  readonly lte?: number | null | undefined;
}

/** Whether the bounds exclude every number. */
function isEmpty({ gt, gte }: Lower, { lt, lte }: Upper): boolean {
  const from = Math.max(gt ?? Number.NEGATIVE_INFINITY, gte ?? Number.NEGATIVE_INFINITY);
  const to = Math.min(lt ?? Number.POSITIVE_INFINITY, lte ?? Number.POSITIVE_INFINITY);
  return from > to || (from === to && (gt === from || lt === to));
}

/** Describes a range, such as `at least 60 s and below 60 s`. */
function rangeText({ gt, gte, lt, lte }: Readonly<Record<string, unknown>>, unit: string): string {
  const bounds = [
    gt == null ? [] : [`above ${gt}${unit}`],
    gte == null ? [] : [`at least ${gte}${unit}`],
    lt == null ? [] : [`below ${lt}${unit}`],
    lte == null ? [] : [`at most ${lte}${unit}`],
  ];
  return bounds.flat().join(" and ");
}

const fault = (path: string, value: unknown, reason: string): FilterFault => ({
  ...{ path, value, reason },
  ...{ nearest: [], allowed: null, values: null },
});

/** The most faults that one error reports. */
const MOST_FAULTS = 20;

/** The `INVALID_FILTER` error that reports the faults, with a sentence for each. */
function invalidFilter(faults: readonly FilterFault[]): OmnidexError {
  const shown = faults.slice(0, MOST_FAULTS);
  const more = faults.length - shown.length;
  const sentences = shown.map(sentence).join(" ");
  return new OmnidexError("INVALID_FILTER", more === 0 ? sentences : `${sentences} And ${more} more.`, {
    path: shown[0]?.path,
    faults: shown,
    faultCount: faults.length,
  });
}

const sentence = (fault: FilterFault): string => `'${fault.path}': ${fault.reason} ${adviceText(fault)}`.trimEnd();

/** The longest JSON of a filter whose verdict is cached, in UTF-16 code units. */
const LONGEST_CACHED = 4_000;
/** An error lists the allowed values only if there are at most this many. */
const MOST_LISTED = 20;
/** In a long vocabulary, such as the keys of questions, suggestions are sought for at most this many wrong values. */
const MOST_SUGGESTIONS = 3;

/** The nouns whose values are ids. Ids are not suggested: similar digits do not mean a similar object. */
const IDS: Readonly<Partial<Record<FilterNoun, NodeType>>> = { video: "Video", release: "Release" };

/** The filters that can name objects which are hidden from some viewers. */
const OF_VIEWER: ReadonlySet<string> = new Set(["RunFilter", "PublishedResultFilter"]);

/**
 * Checks filters. No list and no range may be empty, and every full-text query must contain a word that is not a stop
 * word. Every name must exist in the benchmarks that the filter allows: a misspelt name would match nothing, and an empty
 * result looks like a valid answer. A model exists only for viewers who may see one of its runs. Verdicts are cached for
 * one version of the data.
 * @throws `INVALID_FILTER` with all faults; `FORBIDDEN` for a condition that reveals hidden answers to the viewer
 */
export async function requireValues(reader: FilterReader, filters: readonly AskedFilter[]): Promise<void> {
  const distinct = distinctFilters(filters);
  const placeOf = (filter: AskedFilter, path: string): string =>
    isAlone(filter, distinct) ? path : `${filter.field}.${path}`;
  const faults: FilterFault[] = [];
  for (const filter of distinct)
    for (const fault of await verdict(reader, filter)) {
      const path = placeOf(filter, fault.path);
      faults.push(path === fault.path ? fault : { ...fault, path });
    }
  // Two fields may have the same filter although only one of them is limited to current releases. The filter is then
  // checked twice, and equal faults are reported once.
  const found =
    distinct.length < 2 ? faults : [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
  if (found.length > 0) throw invalidFilter(found);
  for (const filter of filters) await requireAnswersSeen(reader, filter, (path) => placeOf(filter, path));
}

/** The filters of a request without repeats: several fields may have the same variable as their argument. */
const distinctFilters = (filters: readonly AskedFilter[]): readonly AskedFilter[] =>
  filters.filter((filter, index) => filters.findIndex((other) => isSame(filter, other)) === index);

const isSame = (a: AskedFilter, b: AskedFilter): boolean =>
  a.value === b.value && a.benchmark === b.benchmark && a.anyRelease === b.anyRelease && a.argument === b.argument;

/** Whether the name of the argument is enough to find the filter: no other filter of the request has the same name. */
const isAlone = ({ argument, value, benchmark }: AskedFilter, filters: readonly AskedFilter[]): boolean =>
  filters.every((other) => other.argument !== argument || (other.value === value && other.benchmark === benchmark));

/** The cache key of a filter's verdict. It omits the runs, which matter only for conditions that reveal answers. */
const verdictName = (filter: AskedFilter): string => JSON.stringify({ ...filter, field: "", runs: [] });

/**
 * Refuses a condition that reveals hidden answers to the viewer. Only the benchmarks that the filter can match are
 * checked: the benchmarks that its other conditions allow, or the benchmarks of the runs whose questions are filtered.
 */
async function requireAnswersSeen(
  reader: FilterReader,
  filter: AskedFilter,
  placeOf: (path: string) => string,
): Promise<void> {
  const conditions = answerConditions(filter);
  if (conditions.length === 0) return;
  const all = await hiddenBenchmarks(reader, filter.anyRelease);
  const ofRuns = all.length === 0 ? null : await runBenchmarks(reader, filter.runs);
  const hidden = ofRuns === null ? all : all.filter((slug) => ofRuns.includes(slug));
  for (const { answers, path, within } of conditions) {
    const read = within === null ? hidden : hidden.filter((slug) => within.includes(slug));
    if (read.length === 0) continue;
    const reason = `${answers} where answers are hidden, as in ${read.join(", ")}.`;
    const isLimited = within !== null || ofRuns !== null;
    const hint = isLimited ? "" : " Limit the filter to other benchmarks with 'benchmarks'.";
    const details = { path: placeOf(path), benchmarks: read, reason, isLimited };
    throw new OmnidexError("FORBIDDEN", `'${details.path}': ${reason}${hint}`, details);
  }
}

async function verdict(reader: FilterReader, filter: AskedFilter): Promise<readonly FilterFault[]> {
  // Called to reject a filter that is too deep or too long. The result is not used here.
  if (filter.type === "QuestionFilter") canonicalSlice(filter.value as QuestionFilter);
  const name = verdictName(filter);
  const check = () => faultsOf(reader, filter);
  if (name.length > LONGEST_CACHED) {
    // Lets other requests run in between, because the check of a long filter may take tenths of a second.
    await nextTurn();
    return check();
  }
  const who = OF_VIEWER.has(filter.type) ? viewerName(reader.viewer) : "";
  return rememberedAnswer(reader.memory, ["filter", who, name], check);
}

async function faultsOf(reader: FilterReader, filter: AskedFilter): Promise<readonly FilterFault[]> {
  const parts = filterParts(filter);
  const ranges = parts.flatMap((part) => ("bounds" in part ? rangeFaults(part) : []));
  const asked = parts.flatMap((part) => ("value" in part ? [part] : []));
  const texts = await textFaults(
    reader.database,
    parts.flatMap((part) => ("text" in part ? [part] : [])),
  );
  const ownFaults = [...emptyListFaults(filter), ...ranges, ...texts];
  if (!(await isKnown(reader, filter.benchmark))) return ownFaults;
  const names = asked.length === 0 ? [] : await nameFaults(reader, asked, filter);
  return [...ownFaults, ...names, ...otherBenchmarks(filter)];
}

/** The fault of a filter that excludes the benchmark which another argument names. */
function otherBenchmarks({ value, argument, benchmark }: AskedFilter): readonly FilterFault[] {
  const named = (value as { readonly benchmarks?: readonly string[] | null } | null | undefined)?.benchmarks;
  if (benchmark === null || named == null || named.length === 0 || named.includes(benchmark)) return [];
  return [
    {
      path: `${argument}.benchmarks`,
      value: named.length <= MOST_LISTED ? named : null,
      reason: `The field shows the benchmark '${benchmark.slice(0, LONGEST_VALUE)}' only, which the filter excludes.`,
      ...{ nearest: [], allowed: null, values: null },
    },
  ];
}

/** Whether the benchmark that another argument names exists. If it does not, the field itself reports that. */
const isKnown = async (reader: FilterReader, benchmark: string | null): Promise<boolean> =>
  benchmark === null || (await fetchVocabulary(reader, new Set(), false)).slugs.includes(benchmark);

async function nameFaults(
  reader: FilterReader,
  asked: readonly NamedValue[],
  filter: AskedFilter,
): Promise<readonly FilterFault[]> {
  const current = await wrongAmong(reader, asked, false);
  const { wrong, vocabulary } =
    current.wrong.length > 0 && filter.anyRelease ? await wrongAmong(reader, current.wrong, true) : current;
  // Only the first faults get suggestions, because a filter may have 10,000 wrong values; the others are only counted.
  return wrong.map((value, index) =>
    index < MOST_FAULTS ? faultOf(value, vocabulary, index, filter) : unreported(value),
  );
}

/**
 * Whether a filter of runs can select anything of a model: one of its runs or, by the argument `runs` of a leaderboard, a
 * figure of the benchmark's paper. Any other filter can select any known model.
 */
function canSelect({ type, argument, benchmark }: AskedFilter, model: ModelWords | undefined): boolean {
  if (type !== "RunFilter" || model === undefined) return true;
  const isInPaper = benchmark === null ? model.papers.length > 0 : model.papers.includes(benchmark);
  return model.hasRun || (argument === "runs" && isInPaper);
}

/** The values that do not exist. */
async function wrongAmong(reader: FilterReader, asked: readonly NamedValue[], anyRelease: boolean) {
  const vocabulary = await fetchVocabulary(reader, new Set(asked.map(({ noun }) => noun)), anyRelease);
  const exists = existence(vocabulary);
  return { vocabulary, wrong: asked.filter((value) => !exists(value)) };
}

/** Whether a value exists. The names to compare it with are looked up once for each list of values. */
function existence(vocabulary: Vocabulary): (asked: NamedValue) => boolean {
  const slugs = new Set(vocabulary.slugs);
  let last: NamedValue | undefined;
  let known: Pick<KnownNames, "has"> = slugs;
  return (asked) => {
    const { noun, value, within } = asked;
    // A text with a NUL character passes here: it is rejected with its own message where the statement is rendered.
    if (value.includes("\0")) return true;
    if (noun === "benchmark") return slugs.has(value);
    // A malformed id passes here: it is rejected with its own message when it is decoded.
    const type = IDS[noun];
    if (type !== undefined && decodeNodeId(value)?.type !== type) return true;
    if (noun === "item snapshot" && decodeStoredId("snapshot", value) === null) return true;
    if (last?.noun !== noun || last.within !== within)
      known = vocabulary.among(noun, benchmarksOf(within, vocabulary.slugs));
    last = asked;
    return known.has(value);
  };
}

/**
 * The existing benchmarks to which a filter is limited. Returns all benchmarks if no benchmark is left, because the
 * list is empty, the conditions contradict each other, or the benchmarks do not exist.
 */
function benchmarksOf(within: NamedValue["within"], slugs: readonly string[]): readonly string[] {
  const left = within?.filter((slug) => slugs.includes(slug)) ?? [];
  return left.length === 0 ? slugs : left;
}

/** A fault that is counted, but for which no suggestion is sought. */
const unreported = ({ noun, path }: NamedValue): FilterFault => ({
  path,
  value: null,
  reason: `There is no such ${noun}.`,
  nearest: [],
  allowed: null,
  values: null,
});

function faultOf(asked: NamedValue, vocabulary: Vocabulary, index: number, filter: AskedFilter): FilterFault {
  const { noun, path, within } = asked;
  const { slugs, models } = vocabulary;
  const value = asked.value.slice(0, LONGEST_VALUE);
  const where = benchmarksOf(within, slugs);
  const isId = IDS[noun] !== undefined;
  const known = noun === "benchmark" ? slugs : vocabulary.among(noun, where).all();
  // A model that selects nothing is accepted, but as a suggestion it would mislead.
  const allowed = noun === "model" ? known.filter((slug) => canSelect(filter, models.get(slug))) : known;
  const seeks = !isId && (allowed.length < 1_000 ? index < MOST_FAULTS : index < MOST_SUGGESTIONS);
  const others = slugs.filter((slug) => isOwned(noun) && vocabulary.of(noun, slug).has(asked.value));
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
    values: allowed.length <= MOST_LISTED && !isId ? allowed : null,
  };
}
