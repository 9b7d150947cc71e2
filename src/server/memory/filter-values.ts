import { byStatistic, ITEM_STATISTICS } from "../../domain/item-statistics.ts";
import { RUN_CONDITION_NAMES, type RunConditionName, type RunQuantity, runCondition } from "../../domain/run-filter.ts";
import { MAX_FILTER_DEPTH } from "../../domain/slice/canonical-slice.ts";
import {
  CONDITION_NAMES,
  conditionWords,
  type QuestionNoun,
  type QuestionQuantity,
} from "../../domain/slice/conditions.ts";
import type { AskedText } from "./filter-texts.ts";

/** The kinds of objects that a string in a filter can name. */
export type FilterNoun =
  | QuestionNoun
  | "item snapshot"
  | "model"
  | "organization"
  | "release"
  | "prompt"
  | "harness"
  | "source"
  | "published key"
  | "condition";

/** A field whose strings are not compared with existing names, and the reason. */
interface Unchecked {
  readonly unchecked: string;
}

/**
 * A condition on data that reveal answers. A viewer may use it only if they can see the answers of every benchmark that
 * the condition reads.
 */
interface OfAnswers {
  /** The beginning of the error message, which says what is not shown. */
  readonly answers: string;
}

/** The content of a filter's field: strings that name something, nested filters, a range, a query, or other strings. */
type FieldKind =
  | FilterNoun
  | { readonly filter: string }
  | { readonly range: RangeKind }
  | { readonly search: "words" }
  | OfAnswers
  | Unchecked;

/** The quantity that a range bounds. */
export type RangeKind = QuestionQuantity | RunQuantity | "time";

const LOGGED: Unchecked = {
  unchecked: "A caller or an operation without entries in the log is valid: the result is an empty list.",
};

/** The checks of the table of conditions, by condition. */
function checks(filter: "check" | "video"): Readonly<Record<string, FieldKind>> {
  const rows = CONDITION_NAMES.map((name) => [name, conditionWords(name)[filter]] as const);
  return Object.fromEntries(
    rows.flatMap(([name, kind]) => (kind === undefined || kind === true ? [] : [[name, kind]])),
  );
}

function runCheck(name: RunConditionName): readonly (readonly [name: string, kind: FieldKind])[] {
  const { check } = runCondition(name);
  return check === undefined ? [] : [[name, check]];
}

/**
 * The filters of the schema. Each field with strings, a range or a nested filter has one row. Enums, numbers and
 * booleans have a row only if they reveal answers.
 */
export const FILTERS: Readonly<Record<string, Readonly<Record<string, FieldKind>>>> = {
  QuestionFilter: {
    ...checks("check"),
    and: { filter: "QuestionFilter" },
    or: { filter: "QuestionFilter" },
    not: { filter: "QuestionFilter" },
  },
  ItemStatisticsFilter: {
    snapshot: "item snapshot",
    ...byStatistic((name) => ({ range: ITEM_STATISTICS[name].least < 0 ? "correlation" : "share" }) as const),
  },
  VideoFilter: { ...checks("video"), questions: { filter: "QuestionFilter" } },
  PredictionFilter: {
    questions: { filter: "QuestionFilter" },
    text: { unchecked: "A search for a part of the response. The search itself checks the length." },
    errorTypes: { unchecked: "A type that no prediction has is valid: people label predictions at any time." },
  },
  RunFilter: {
    ...Object.fromEntries(RUN_CONDITION_NAMES.flatMap((name) => runCheck(name))),
    and: { filter: "RunFilter" },
    or: { filter: "RunFilter" },
    not: { filter: "RunFilter" },
  },
  PublishedResultFilter: {
    benchmarks: "benchmark",
    models: "model",
    sources: "source",
    keys: "published key",
    conditions: "condition",
  },
  AuditLogFilter: { owners: LOGGED, operations: LOGGED, objects: LOGGED },
};

/** Whether values of an input type are checked. */
export const isFilterType = (type: string): boolean => Object.hasOwn(FILTERS, type);

/** A filter among the arguments of a request. */
export interface AskedFilter {
  readonly type: string;
  /** The name of the argument, with which the paths of faults begin. */
  readonly argument: string;
  /** The response keys on the way to the field with the argument, such as `run.score`; empty outside of GraphQL. */
  readonly field: string;
  readonly value: unknown;
  /** The benchmark that another argument of the same field names. */
  readonly benchmark: string | null;
  /** The ids of the runs whose questions are filtered; empty if the field does not name runs. */
  readonly runs: readonly string[];
  /** Whether the filter may refer to a release that is no longer current, such as the release of an old run. */
  readonly anyRelease: boolean;
}

/** One string of a filter. */
export interface NamedValue {
  readonly noun: FilterNoun;
  readonly value: string;
  readonly path: string;
  /** The benchmarks that the filter's other conditions allow; null for all benchmarks. */
  readonly within: readonly string[] | null;
}

export interface AskedRange {
  readonly kind: RangeKind;
  readonly path: string;
  readonly bounds: Fields;
}

/** A condition of a filter that reveals answers. */
export interface AnswerCondition extends OfAnswers {
  readonly path: string;
  /** The benchmarks that it reads; null for all benchmarks. */
  readonly within: readonly string[] | null;
}

/** A part of a filter that may be at fault. */
export type CheckedPart = NamedValue | AskedRange | AskedText;
type FilterPart = CheckedPart | AnswerCondition;

/** All strings of a filter that name something, all its ranges and full-text queries, in the order of `FILTERS`. */
export const filterParts = (filter: AskedFilter): readonly CheckedPart[] =>
  partsOf(filter).filter((part): part is CheckedPart => !("answers" in part));

/** The conditions of a filter that reveal answers. */
export const answerConditions = (filter: AskedFilter): readonly AnswerCondition[] =>
  partsOf(filter).filter((part): part is AnswerCondition => "answers" in part);

const partsOf = ({ type, argument, value, benchmark }: AskedFilter): readonly FilterPart[] =>
  partsIn(type, value, argument, benchmark === null ? null : [benchmark]);

type Fields = Readonly<Record<string, unknown>>;

/** The deepest level of nesting that is read. Valid filters are less deep. */
const DEEPEST = 2 * MAX_FILTER_DEPTH;

function partsIn(
  type: string,
  value: unknown,
  path: string,
  outer: NamedValue["within"],
  depth = 0,
): readonly FilterPart[] {
  // A deeper filter is rejected because of its depth.
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  const fields = value as Fields;
  const within = narrowed(outer, statedBenchmarks(fields));
  // A list of names may have thousands of values, so no array is made for each of them.
  const parts: FilterPart[] = [];
  const add = (kind: FieldKind, each: unknown, place: string): void => {
    if (typeof kind === "string") {
      if (typeof each === "string")
        parts.push({ noun: kind, value: each, path: place, within: BOUND.has(kind) ? within : null });
    } else if ("answers" in kind) parts.push({ ...kind, path: place, within });
    else if ("search" in kind) {
      if (typeof each === "string") parts.push({ path: place, text: each });
    } else if ("filter" in kind) {
      for (const part of partsIn(kind.filter, each, place, within, depth + 1)) parts.push(part);
    } else if ("range" in kind) parts.push({ kind: kind.range, path: place, bounds: each as Fields });
  };
  for (const [field, kind] of Object.entries(FILTERS[type] ?? {})) {
    const own = fields[field];
    const place = `${path}.${field}`;
    if (Array.isArray(own)) for (const [index, each] of own.entries()) add(kind, each, `${place}[${index}]`);
    else if (own != null) add(kind, own, place);
  }
  return parts;
}

/** The nouns whose values belong to a benchmark. */
export const BOUND: ReadonlySet<FilterNoun> = new Set<FilterNoun>([
  "task",
  "category",
  "subset",
  "duration label",
  "question",
  "video",
  "item snapshot",
  "video key",
  "video subset",
  "release",
  "source",
  "published key",
  "condition",
]);

/** The benchmarks named by a filter or by one of the filters in its `and`; null if there are none. */
function statedBenchmarks({ benchmarks, and }: Fields): NamedValue["within"] {
  const own = Array.isArray(benchmarks) ? (benchmarks as readonly string[]) : null;
  const parts = Array.isArray(and) ? (and as readonly Fields[]) : [];
  return parts.reduce((left: NamedValue["within"], part) => narrowed(left, statedBenchmarks(part)), own);
}

const narrowed = (a: NamedValue["within"], b: NamedValue["within"]): NamedValue["within"] =>
  a === null ? b : b === null ? a : a.filter((slug) => b.includes(slug));
