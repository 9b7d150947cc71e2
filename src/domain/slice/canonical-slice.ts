import { badInput } from "../errors.ts";
import { ITEM_STATISTIC_NAMES } from "../item-statistics.ts";
import { requireNodeKey, requireStoredKey } from "../node-id.ts";
import { BOUNDS, type Bound } from "../question-numbers.ts";
import { AUDIO_TYPES } from "../vocabulary.ts";
import { CONDITIONS, type ConditionKind, FLAGS, type FlagName, RANGES, SETS, type SetName } from "./conditions.ts";
import type { AudioTypeFilter, ItemStatisticsFilter, NumberRange, QuestionFilter } from "./question-filter.ts";
import { EVERYTHING, NOTHING, type Slice } from "./question-slice.ts";

/** The maximum nesting depth of `and`, `or` and `not` in a filter. */
export const MAX_FILTER_DEPTH = 10;
/**
 * The maximum number of values in a filter: the values of all lists except `audioTypes`, plus one for each filter,
 * including the outermost.
 */
export const MAX_FILTER_VALUES = 10_000;
/**
 * The maximum number of distinct conditions in a slice. It is limited because each condition is evaluated for every
 * question.
 */
export const MAX_CONDITIONS = 200;
/**
 * The maximum length of a full-text query, in characters. It is limited because PostgreSQL's query parser recurses once
 * per word.
 */
export const MAX_TEXT_QUERY = 1_000;

/** Caches canonical forms, because a document may use one variable many times. */
const CANONICAL = new WeakMap<QuestionFilter, Slice>();

/**
 * The canonical form of a filter: lists sorted and without repeats, conjunctions flat and sorted, constants folded,
 * double negation removed. An absent field means no condition; an empty list matches no question.
 * @throws `BAD_USER_INPUT` for a filter that nests too deep, has too many values or conditions, or has an invalid
 *   value: an unknown bucket, a malformed id, a number that is not finite, or a text without a word
 */
export function canonicalSlice(filter: QuestionFilter | null | undefined): Slice {
  if (filter == null) return EVERYTHING;
  const slice = CANONICAL.get(filter) ?? fromFilter(filter, 1, { values: MAX_FILTER_VALUES });
  if (countConditions(slice) > MAX_CONDITIONS) throw badInput(`'filter' holds more than ${MAX_CONDITIONS} conditions.`);
  CANONICAL.set(filter, slice);
  return slice;
}

interface Budget {
  values: number;
}

function countConditions(slice: Slice): number {
  if (slice.kind === "not") return countConditions(slice.of);
  if (slice.kind !== "and" && slice.kind !== "or") return 1;
  return slice.of.reduce((sum, part) => sum + countConditions(part), 0);
}

/** Only fields that are present add a condition. */
function fromFilter(filter: QuestionFilter, depth: number, budget: Budget): Slice {
  if (depth > MAX_FILTER_DEPTH) throw badInput(`'filter' nests more than ${MAX_FILTER_DEPTH} levels deep.`);
  spend(budget, 1);
  return conjunction([
    ...SETS.flatMap((name) => setCondition(name, filter[name], budget)),
    ...RANGES.flatMap((name) =>
      rangeConditions(name, filter[name], (bound, value) =>
        name === "durationSeconds"
          ? { kind: "duration", bound, seconds: value }
          : { kind: "number", field: name, bound, value },
      ),
    ),
    ...FLAGS.flatMap((name) => flagCondition(name, filter[name])),
    ...audioConditions(filter.audioTypes),
    ...statisticConditions(filter.statistics),
    ...(filter.text == null ? [] : [{ kind: "text", query: textQuery(filter.text) } as const]),
    ...(filter.and ?? []).map((part) => fromFilter(part, depth + 1, budget)),
    ...(filter.or == null ? [] : [disjunction(filter.or.map((part) => fromFilter(part, depth + 1, budget)))]),
    ...(filter.not == null ? [] : [negation(fromFilter(filter.not, depth + 1, budget))]),
  ]);
}

function spend(budget: Budget, count: number): void {
  budget.values -= count;
  if (budget.values < 0) throw badInput(`'filter' holds more than ${MAX_FILTER_VALUES} values and filters.`);
}

/** A condition on a set: its values sorted, or in the order of its closed vocabulary, and without repeats. */
function setCondition(name: SetName, given: readonly string[] | null | undefined, budget: Budget): readonly Slice[] {
  if (given == null) return [];
  spend(budget, given.length);
  const { values, form, keys, ids }: ConditionKind = CONDITIONS[name];
  const unknown = keys === undefined ? undefined : given.find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    throw badInput(`'${name}' accepts ${keys?.join(", ")}; got '${unknown.slice(0, 80)}'.`);
  }
  const checked = ids === true ? given.map((id) => String(requireNodeKey("Video", id, name))) : given;
  const ordered = values === undefined ? [...new Set(checked)].sort() : inOrder(values, checked);
  if (ordered.length === 0) return [NOTHING];
  return [
    (form === undefined ? { kind: "in", field: name, values: ordered } : { kind: form, values: ordered }) as Slice,
  ];
}

/** The values of an enum list in the enum's own order, without repeats. */
const inOrder = <T>(all: readonly T[], values: readonly T[]): readonly T[] =>
  all.filter((value) => values.includes(value));

/** With an empty list, `any` matches no question, while `all` and `none` match every question. */
function audioConditions(filter: AudioTypeFilter | null | undefined): readonly Slice[] {
  if (filter == null) return [];
  return (["any", "all", "none"] as const).map((quantifier): Slice => {
    const values = filter[quantifier] == null ? null : inOrder(AUDIO_TYPES, filter[quantifier]);
    if (values === null) return EVERYTHING;
    if (values.length === 0) return quantifier === "any" ? NOTHING : EVERYTHING;
    return { kind: "audio", quantifier: values.length === 1 && quantifier === "all" ? "any" : quantifier, values };
  });
}

function rangeConditions(
  field: string,
  range: NumberRange | null | undefined,
  condition: (bound: Bound, value: number) => Slice,
): readonly Slice[] {
  if (range == null) return [];
  return BOUNDS.flatMap((bound): readonly Slice[] => {
    const value = range[bound];
    if (value == null) return [];
    // A number such as 1e999 arrives as Infinity, which the slice's canonical JSON cannot represent.
    if (!Number.isFinite(value)) throw badInput(`'${field}.${bound}' must be a finite number.`);
    return [condition(bound, value)];
  });
}

function flagCondition(name: FlagName, value: boolean | null | undefined): readonly Slice[] {
  if (value == null) return [];
  return [name === "keyAmbiguous" ? { kind: name, value } : { kind: "flag", field: name, value }];
}

/** The conditions on statistics. A filter without bounds adds no condition, like an empty range. */
function statisticConditions(filter: ItemStatisticsFilter | null | undefined): readonly Slice[] {
  if (filter == null) return [];
  const snapshot = requireStoredKey("snapshot", filter.snapshot, "statistics.snapshot");
  return ITEM_STATISTIC_NAMES.flatMap((field) =>
    rangeConditions(`statistics.${field}`, filter[field], (bound, value) => ({
      kind: "statistic",
      ...{ snapshot, field, bound, value },
    })),
  );
}

/**
 * The canonical form of a full-text query. A query that consists of stop words is accepted here, because PostgreSQL
 * decides which words are stop words. The server refuses such a query later.
 * @throws `BAD_USER_INPUT` for a query that is too long or has no word
 */
export function textQuery(text: string): string {
  // The length is checked before normalization, which takes seconds for a long text. This first limit is ten times
  // higher, because normalization removes white space.
  if (text.length > 10 * MAX_TEXT_QUERY) throw badInput(`'text' must have at most ${MAX_TEXT_QUERY} characters.`);
  const query = text.normalize("NFC").trim().replace(/\s+/g, " ");
  if (query.length > MAX_TEXT_QUERY) throw badInput(`'text' must have at most ${MAX_TEXT_QUERY} characters.`);
  if (!/[\p{L}\p{N}]/u.test(query)) throw badInput("'text' must hold at least one word.");
  return query;
}

const conjunction = (parts: readonly Slice[]): Slice => combined("and", parts, EVERYTHING, NOTHING);
const disjunction = (parts: readonly Slice[]): Slice => combined("or", parts, NOTHING, EVERYTHING);

/**
 * Combines slices: flattens nested ones of the same kind, sorts, removes repeats, and folds the neutral and the
 * absorbing element.
 */
function combined(kind: "and" | "or", parts: readonly Slice[], neutral: Slice, absorbing: Slice): Slice {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  if (flat.some((part) => part.kind === absorbing.kind)) return absorbing;
  const byText = new Map(flat.filter((part) => part.kind !== neutral.kind).map((part) => [JSON.stringify(part), part]));
  const of = [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  const [only] = of;
  return only === undefined ? neutral : of.length === 1 ? only : { kind, of };
}

function negation(slice: Slice): Slice {
  if (slice.kind === "not") return slice.of;
  if (slice.kind === "everything") return NOTHING;
  return slice.kind === "nothing" ? EVERYTHING : { kind: "not", of: slice };
}
