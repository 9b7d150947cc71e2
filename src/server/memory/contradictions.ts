import { conditionWords, FLAGS, RANGES, SETS } from "../../domain/slice/conditions.ts";
import type { AudioTypeFilter, NumberRange, QuestionFilter } from "../../domain/slice/question-filter.ts";
import type { AudioType } from "../../domain/vocabulary.ts";
import type { SliceRemark } from "./unstated-conditions.ts";

/** The sets of which a question has at most one value. A category may lie within another. */
const SINGLE = SETS.filter((name) => conditionWords(name).several !== true);

/** A condition that must hold, and its place in the filter. */
interface Condition<T> {
  readonly path: string;
  readonly value: T;
}

/** The places of two conditions that exclude each other. */
interface ConditionPair {
  readonly earlier: string;
  readonly later: string;
}

/**
 * Pairs of conditions on one field that no question can meet together, wherever both must hold: in the filter itself
 * and in its `and`. Other contradictions are not sought. They match nothing as well. Takes time in proportion to the
 * filter.
 */
export function contradictions(filter: QuestionFilter): readonly SliceRemark[] {
  const all = requiredFilters(filter, "filter");
  const given = <F extends keyof QuestionFilter>(field: F): readonly Condition<NonNullable<QuestionFilter[F]>>[] =>
    all.flatMap(({ path, value }) => {
      const own = value[field];
      return own == null ? [] : [{ path: `${path}.${field}`, value: own }];
    });
  const found = [
    ...SINGLE.map((field) => disjointSets(given(field))),
    ...RANGES.map((field) => rangesApart(given(field))),
    ...FLAGS.map((field) => oppositeFlags(given(field))),
    audioExcluded(given("audioTypes")),
  ];
  return found.flatMap((pair) => (pair === null ? [] : [remark(pair)]));
}

/** The filter and the filters in its `and`, all of which must hold. */
function requiredFilters(filter: QuestionFilter, path: string): Condition<QuestionFilter>[] {
  const found = [{ path, value: filter }];
  for (const [index, part] of (filter.and ?? []).entries())
    for (const inner of requiredFilters(part, `${path}.and[${index}]`)) found.push(inner);
  return found;
}

/** The list that leaves no value, with the last one before it that left fewer values. */
function disjointSets(lists: readonly Condition<readonly string[]>[]): ConditionPair | null {
  let left: ReadonlySet<string> | null = null;
  let narrowed = "";
  for (const { path, value } of lists) {
    const kept: ReadonlySet<string> = new Set(left === null ? value : value.filter((each) => left?.has(each)));
    if (kept.size === 0 && left !== null) return { earlier: narrowed, later: path };
    if (left === null || kept.size < left.size) narrowed = path;
    left = kept;
  }
  return null;
}

/** An end of a range. */
interface Bound {
  readonly at: number;
  /** Whether the number itself is outside. */
  readonly isOpen: boolean;
  readonly path: string;
}

/** Two ranges without a common number: the later one, and the one with the bound on the other side. */
function rangesApart(ranges: readonly Condition<NumberRange>[]): ConditionPair | null {
  let lower: Bound = { at: Number.NEGATIVE_INFINITY, isOpen: false, path: "" };
  let upper: Bound = { at: Number.POSITIVE_INFINITY, isOpen: false, path: "" };
  for (const { path, value } of ranges) {
    const { gt, gte, lt, lte } = value;
    const from = Math.max(gt ?? Number.NEGATIVE_INFINITY, gte ?? Number.NEGATIVE_INFINITY);
    const to = Math.min(lt ?? Number.POSITIVE_INFINITY, lte ?? Number.POSITIVE_INFINITY);
    const own = { lower: { at: from, isOpen: gt === from, path }, upper: { at: to, isOpen: lt === to, path } };
    if (isApart(own.lower, upper)) return { earlier: upper.path, later: path };
    if (isApart(lower, own.upper)) return { earlier: lower.path, later: path };
    if (from > lower.at || (from === lower.at && own.lower.isOpen)) lower = own.lower;
    if (to < upper.at || (to === upper.at && own.upper.isOpen)) upper = own.upper;
  }
  return null;
}

const isApart = (lower: Bound, upper: Bound): boolean =>
  lower.at > upper.at || (lower.at === upper.at && (lower.isOpen || upper.isOpen));

function oppositeFlags(flags: readonly Condition<boolean>[]): ConditionPair | null {
  const [first] = flags;
  const other = flags.find(({ value }) => value !== first?.value);
  return first === undefined || other === undefined ? null : { earlier: first.path, later: other.path };
}

/** A list of types of which a question must have all, or any, with a list that excludes them. */
function audioExcluded(conditions: readonly Condition<AudioTypeFilter>[]): ConditionPair | null {
  /** The place of the first list that excludes a type. */
  const excluded = new Map<AudioType, string>();
  for (const { path, value } of conditions)
    for (const type of value.none ?? []) if (!excluded.has(type)) excluded.set(type, `${path}.none`);
  for (const { path, value } of conditions) {
    const all = value.all?.find((type) => excluded.has(type));
    if (all !== undefined) return { earlier: `${path}.all`, later: excluded.get(all) ?? "" };
    const [any] = value.any ?? [];
    if (any !== undefined && value.any?.every((type) => excluded.has(type)))
      return { earlier: `${path}.any`, later: excluded.get(any) ?? "" };
  }
  return null;
}

const remark = ({ earlier, later }: ConditionPair): SliceRemark => ({
  path: later,
  benchmark: null,
  message: `No question can meet '${later}' together with '${earlier}', so the filter matches nothing.`,
});
