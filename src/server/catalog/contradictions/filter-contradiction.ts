import { type FilterFault, LONGEST_VALUE } from "../../../domain/slice/filter-fault.ts";
import type { AskedFilter } from "../filter-values.ts";
import { MOST_FAULTS } from "../invalid-filter.ts";
import { formulaOf, ofBenchmark } from "./filter-formula.ts";
import { allOf } from "./formula.ts";
import { isSatisfiable, type Work } from "./satisfiable.ts";

/**
 * How much work (`Work`) the check of one filter may take, and how much the search for the conditions that contradict
 * each other.
 */
const MOST_WORK = 100_000;
const MOST_WORK_ON_PLACES = 400_000;
/** The most filters within one filter. The check of a larger filter would cost more than its rejection is worth. */
const MOST_FILTERS = 1_000;
/** The most conditions that a fault names besides its own. */
const MOST_NAMED = 3;

/** What each filter selects. */
const NOUNS: Readonly<Record<string, string>> = {
  QuestionFilter: "question",
  VideoFilter: "video",
  PredictionFilter: "prediction",
  RunFilter: "run",
  PublishedResultFilter: "published result",
  AuditLogFilter: "entry",
};

type Fields = Readonly<Record<string, unknown>>;
/** The fields and indexes that lead to a condition in a filter: `["and", 1, "tasks"]`. */
type Path = readonly (string | number)[];

/**
 * The faults of a filter whose conditions contradict each other, so that it matches nothing, whatever the data: empty
 * lists, and conditions that exclude each other. Empty if the filter can match something, or is too large to check.
 */
export function contradictionFaults(asked: AskedFilter): readonly FilterFault[] {
  if (countFilters(asked.value) > MOST_FILTERS || canMatch(asked, { left: MOST_WORK })) return [];
  const work = { left: MOST_WORK_ON_PLACES };
  const faults: FilterFault[] = [];
  // A filter that takes too much work counts as one that can match, so this loop ends.
  for (let { value } = asked; faults.length < MOST_FAULTS && !canMatch({ ...asked, value }, work); ) {
    const found = contradictionIn({ ...asked, value }, work);
    faults.push(faultOf(asked, found));
    value = without(value, found.paths.at(-1) ?? []);
  }
  return faults;
}

/** The number of filters in a filter, itself included; the count ends at one more than `MOST_FILTERS`. */
function countFilters(filter: unknown): number {
  const found = [filter];
  for (let at = 0; at < found.length && found.length <= MOST_FILTERS; at += 1) {
    const { and, or, not, questions } = (found[at] ?? {}) as Fields;
    for (const part of [and, or, not, questions].flat()) if (part != null) found.push(part);
  }
  return found.length;
}

/** Whether the filter could match something. */
function canMatch({ type, value, benchmark }: AskedFilter, work: Work): boolean {
  const formula = formulaOf(type, value);
  const whole = benchmark === null ? formula : allOf([ofBenchmark(benchmark), formula]);
  return isSatisfiable(whole, work);
}

interface Contradiction {
  /** The conditions that contradict each other: without any one of them, the others can hold together. */
  readonly paths: readonly Path[];
  /** The benchmark, if the conditions contradict each other only there. */
  readonly benchmark: string | null;
}

function contradictionIn(asked: AskedFilter, work: Work): Contradiction {
  let left = asked;
  const conditions = conditionsIn(asked.value);
  const paths = conditions.filter((path) => {
    work.left -= conditions.length;
    if (work.left < 0) return true;
    const others = { ...left, value: without(left.value, path) };
    if (canMatch(others, work)) return true;
    left = others;
    return false;
  });
  return { paths, benchmark: canMatch({ ...left, benchmark: null }, work) ? asked.benchmark : null };
}

/**
 * The conditions of a filter and of the filters in its `and` and `or`. Without one of them, the filter may match more.
 * A `not` is one condition.
 */
function conditionsIn(filter: unknown, path: Path = []): readonly Path[] {
  if (typeof filter !== "object" || filter === null) return [];
  return Object.entries(filter as Fields).flatMap(([field, value]): readonly Path[] => {
    const place = [...path, field];
    if (value == null) return [];
    if (field === "questions" || field === "audioTypes") return conditionsIn(value, place);
    if ((field !== "and" && field !== "or") || !Array.isArray(value)) return [place];
    const inner = value.flatMap((part: unknown, index) => conditionsIn(part, [...place, index]));
    return field === "or" && inner.length === 0 ? [place] : inner;
  });
}

/** A copy without the value at the path. */
function without(whole: unknown, [part, ...rest]: Path): unknown {
  if (Array.isArray(whole)) return whole.map((each: unknown, index) => (index === part ? without(each, rest) : each));
  const entries = Object.entries(whole as Fields).flatMap(([field, each]) => {
    if (field !== part) return [[field, each] as const];
    return rest.length === 0 ? [] : [[field, without(each, rest)] as const];
  });
  return Object.fromEntries(entries);
}

function faultOf({ type, argument, value }: AskedFilter, { paths, benchmark }: Contradiction): FilterFault {
  const last = paths.at(-1) ?? [];
  const found = valueAt(value, last);
  const others = paths.slice(0, -1).map((path) => `'${placeOf(argument, path)}'`);
  const isEmptyList = others.length === 0 && Array.isArray(found) && found.length === 0;
  const reason = isEmptyList
    ? `An empty list matches nothing. Leave '${String(last.at(-1))}' out for no condition, or name at least one value.`
    : `No ${NOUNS[type] ?? "object"} can meet this condition${besides(others)}${placeIn(benchmark)}.`;
  return {
    ...{ path: placeOf(argument, last), value: shown(found), reason },
    ...{ nearest: [], allowed: null, values: null },
  };
}

function besides(places: readonly string[]): string {
  if (places.length === 0) return "";
  const more = places.length - MOST_NAMED;
  return ` together with ${[...places.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(" and ")}`;
}

const placeIn = (benchmark: string | null): string =>
  benchmark === null ? "" : ` in the benchmark '${benchmark.slice(0, LONGEST_VALUE)}'`;

const placeOf = (argument: string, path: Path): string =>
  path.reduce<string>((place, part) => (typeof part === "number" ? `${place}[${part}]` : `${place}.${part}`), argument);

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (found, part) => (typeof found === "object" && found !== null ? Reflect.get(found, part) : undefined),
    value,
  );

/** The value as the error repeats it; null for a long one. */
const shown = (value: unknown): unknown =>
  (JSON.stringify(value)?.length ?? 0) > LONGEST_VALUE ? null : (value ?? null);
