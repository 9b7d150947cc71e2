import { OmnidexError } from "../../domain/errors.ts";
import { decodeNodeId, type NodeType } from "../../domain/node-id.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import { type FilterFault, LONGEST_VALUE } from "../../domain/slice/filter-fault.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { decodeStoredId } from "../../domain/stored-id.ts";
import { rangeFaults } from "./filter-ranges.ts";
import { textFaults } from "./filter-texts.ts";
import { type AskedFilter, answerConditions, type FilterNoun, filterParts, type NamedValue } from "./filter-values.ts";
import {
  type FilterReader,
  fetchVocabulary,
  hiddenBenchmarks,
  isOwned,
  runBenchmarks,
  type Vocabulary,
  viewerName,
} from "./filter-vocabulary.ts";
import { invalidFilter, MOST_FAULTS } from "./invalid-filter.ts";
import { nearestSlugs } from "./nearest-slugs.ts";
import { rememberedAnswer } from "./server-memory.ts";

/** The length of the longest filter, as JSON, whose verdict is cached. */
const LONGEST_CACHED = 4_000;
/** An error lists the allowed values only if there are at most this many. */
const MOST_LISTED = 20;
/** In a long vocabulary, such as question keys, suggestions are sought only for this many wrong values. */
const MOST_SUGGESTIONS = 3;

/** The nouns whose values are ids. They are not suggested, because an id with similar digits is not similar. */
const IDS: Readonly<Partial<Record<FilterNoun, NodeType>>> = { video: "Video", release: "Release" };

/** The filters that can name things hidden from some viewers. */
const OF_VIEWER: ReadonlySet<string> = new Set(["RunFilter", "PublishedResultFilter"]);

/**
 * Checks that no range of the filters is empty, that every full-text query has a searched word, and that every name
 * exists in the benchmarks to which the rest of the filter is limited. A misspelt name would match nothing, and an
 * empty result looks like a valid answer. For a viewer, a model exists if the viewer may see one of its runs. Verdicts
 * are cached for one version of the data.
 * @throws `INVALID_FILTER` with all faults; `FORBIDDEN` for a condition that reveals answers which are hidden from the
 * viewer
 */
export async function requireValues(reader: FilterReader, filters: readonly AskedFilter[]): Promise<void> {
  const faults = await Promise.all(filters.map((filter) => verdict(reader, filter)));
  if (faults.some((each) => each.length > 0)) throw invalidFilter(faults.flat());
  for (const filter of filters) await requireAnswersSeen(reader, filter);
}

/**
 * Refuses a condition that reveals answers which are hidden from the viewer. Only some benchmarks count: those that the
 * other conditions allow, or those of the runs whose questions are filtered.
 */
async function requireAnswersSeen(reader: FilterReader, filter: AskedFilter): Promise<void> {
  const conditions = answerConditions(filter);
  if (conditions.length === 0) return;
  const all = await hiddenBenchmarks(reader, filter.anyRelease);
  const ofRuns = all.length === 0 ? null : await runBenchmarks(reader, filter.runs);
  const hidden = ofRuns === null ? all : all.filter((slug) => ofRuns.includes(slug));
  for (const { answers, path, within } of conditions) {
    const read = within === null ? hidden : hidden.filter((slug) => within.includes(slug));
    if (read.length === 0) continue;
    const hint = within !== null || ofRuns !== null ? "" : " Limit the filter with 'benchmarks' to others.";
    throw new OmnidexError(
      "FORBIDDEN",
      `'${path}': ${answers} where answers are hidden, as in ${read.join(", ")}.${hint}`,
      {
        path,
        benchmarks: read,
      },
    );
  }
}

async function verdict(reader: FilterReader, filter: AskedFilter): Promise<readonly FilterFault[]> {
  // Throws for a filter that is too deep or too long. The canonical form is needed later in any case.
  if (filter.type === "QuestionFilter") canonicalSlice(filter.value as QuestionFilter);
  // The runs matter only to conditions that reveal answers, which are not part of the verdict.
  const name = JSON.stringify({ ...filter, runs: [] });
  const check = () => faultsOf(reader, filter);
  if (name.length > LONGEST_CACHED) return check();
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
  if (asked.length === 0) return [...ranges, ...texts];
  const faults = await faultsAmong(reader, asked, false);
  const kept = faults.length > 0 && filter.anyRelease ? await faultsAmong(reader, asked, true) : faults;
  return [...ranges, ...texts, ...kept];
}

async function faultsAmong(
  reader: FilterReader,
  asked: readonly NamedValue[],
  anyRelease: boolean,
): Promise<readonly FilterFault[]> {
  const vocabulary = await fetchVocabulary(reader, new Set(asked.map(({ noun }) => noun)), anyRelease);
  const wrong = asked.filter((value) => !exists(value, vocabulary));
  // Only the first faults get suggestions, because a filter may have 10,000 wrong values; the others are only counted.
  return wrong.map((value, index) => (index < MOST_FAULTS ? faultOf(value, vocabulary, index) : unreported(value)));
}

function exists({ noun, value, within }: NamedValue, vocabulary: Vocabulary): boolean {
  // The database never stores a NUL character, and rejects such a text with its own message.
  if (value.includes("\0")) return true;
  if (noun === "benchmark") return vocabulary.slugs.includes(value);
  // A malformed id is rejected, with its own message, where it is read.
  const type = IDS[noun];
  if (type !== undefined && decodeNodeId(value)?.type !== type) return true;
  if (noun === "item snapshot" && decodeStoredId("snapshot", value) === null) return true;
  return benchmarksOf(within, vocabulary.slugs).some((slug) => vocabulary.of(noun, slug).has(value));
}

/**
 * The existing benchmarks among those to which a filter is limited. Returns all benchmarks if none is left: because the
 * list is empty, because the conditions contradict each other, or because the benchmarks do not exist.
 */
function benchmarksOf(within: NamedValue["within"], slugs: readonly string[]): readonly string[] {
  const left = within?.filter((slug) => slugs.includes(slug)) ?? [];
  return left.length === 0 ? slugs : left;
}

/** A fault that is counted, but for which no suggestion is sought. */
const unreported = ({ noun, path }: NamedValue): FilterFault => ({
  ...{ path, value: null, reason: `There is no such ${noun}.` },
  ...{ nearest: [], allowed: null, values: null },
});

function faultOf(asked: NamedValue, vocabulary: Vocabulary, index: number): FilterFault {
  const { noun, path, within } = asked;
  const { slugs } = vocabulary;
  const value = asked.value.slice(0, LONGEST_VALUE);
  const where = benchmarksOf(within, slugs);
  const isId = IDS[noun] !== undefined;
  const allowed = noun === "benchmark" ? slugs : [...new Set(where.flatMap((slug) => [...vocabulary.of(noun, slug)]))];
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
