import { DURATION_BUCKETS } from "../../../domain/duration-buckets.ts";
import { ITEM_STATISTIC_NAMES } from "../../../domain/item-statistics.ts";
import { byFlag } from "../../../domain/question-flags.ts";
import { MAX_FILTER_DEPTH } from "../../../domain/slice/canonical-slice.ts";
import { AUDIO_TYPES } from "../../../domain/vocabulary.ts";
import { measured } from "../filter-ranges.ts";
import type { RangeKind } from "../filter-values.ts";
import { type Condition, type Formula, type Scale, scale, spanOf, TRUE } from "./formula.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads the value of a filter's field. `of` is the name of the property that the field is about. */
type FieldReader = (value: unknown, of: string) => Formula;

/** The numbers that each quantity can have. */
const SCALES: Readonly<Record<RangeKind, Scale>> = {
  duration: scale(0),
  "number of steps": scale(0, Number.POSITIVE_INFINITY, { whole: true }),
  share: scale(),
  correlation: scale(),
  "number of parameters": scale(),
  time: scale(),
};

const BOOLEANS = ["true", "false"];

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

/** The property has at most one value for each object, and that value is one of the filter's values. */
const oneOf: FieldReader = (value, of) => ({ kind: "values", of, values: texts(value) });

/** The property is true or false for every object, and has one of the filter's values. */
const eitherWay: FieldReader = (value, of) => ({ kind: "values", of, values: texts(value), total: BOOLEANS });

/** A list of exactly these values, in any order. */
const exactly: FieldReader = (value, of) => ({
  kind: "values",
  of,
  values: [JSON.stringify([...new Set(texts(value))].sort())],
});

const atOrBelow: FieldReader = (value, of) => ({ kind: "tree", of, slugs: texts(value) });

/** A condition whose value is not examined. Only conditions with equal values count as the same condition. */
const asWhole: FieldReader = (value, of) => eitherWay(true, `${of} ${JSON.stringify(value)}`);

const range =
  (kind: RangeKind): FieldReader =>
  (value, of) => {
    const bounds = Object.entries(value as Fields).flatMap(([bound, at]) =>
      at == null ? [] : [[bound, measured(at)] as const],
    );
    if (bounds.length === 0) return TRUE;
    return { kind: "spans", of, scale: SCALES[kind], spans: [spanOf(Object.fromEntries(bounds))] };
  };

const buckets: FieldReader = (value, of) => {
  const keys = texts(value);
  const named = DURATION_BUCKETS.filter(({ key }) => keys.includes(key));
  // The canonical form of the slice rejects an unknown bucket with its own message.
  if (named.length < new Set(keys).size) return asWhole(value, of);
  return {
    kind: "spans",
    of: of.replace("durationBuckets", "durationSeconds"),
    scale: SCALES.duration,
    spans: named.map(({ from, to }) => spanOf({ gte: from, lt: to })),
  };
};

/** All sets of audio types. */
const AUDIO_SETS = Array.from({ length: 2 ** AUDIO_TYPES.length }, (_, mask) =>
  AUDIO_TYPES.filter((_type, bit) => (mask >> bit) % 2 === 1),
);
const setName = (set: readonly string[]): string => set.join();

const audioTypes: FieldReader = (value, of) => {
  const { any, all, none } = value as Readonly<Record<string, readonly string[] | null | undefined>>;
  const holds = (set: readonly string[]): boolean =>
    (any?.some((type) => set.includes(type)) ?? true) &&
    (all?.every((type) => set.includes(type)) ?? true) &&
    !(none?.some((type) => set.includes(type)) ?? false);
  return { kind: "values", of, values: AUDIO_SETS.filter(holds).map(setName), total: AUDIO_SETS.map(setName) };
};

const statistics: FieldReader = (value, of) => {
  const { snapshot, ...fields } = value as Fields;
  return {
    kind: "all",
    parts: ITEM_STATISTIC_NAMES.filter((name) => fields[name] != null).map((name) =>
      range("share")(fields[name], `${of} ${String(snapshot)} ${name}`),
    ),
  };
};

const VIDEO_FIELDS = {
  benchmarks: oneOf,
  categories: atOrBelow,
  durationSeconds: range("duration"),
  durationBuckets: buckets,
  durationLabels: oneOf,
  audioTypes,
  subsets: oneOf,
  keys: oneOf,
} as const;

const questions: FieldReader = (value, of) => formulaOf("QuestionFilter", value, of);

/** How the fields of each filter are read. All other fields are read by `asWhole`. */
const READERS: Readonly<Record<string, Readonly<Record<string, FieldReader>>>> = {
  QuestionFilter: {
    ...VIDEO_FIELDS,
    ...byFlag(() => oneOf),
    levels: oneOf,
    tasks: oneOf,
    dominances: oneOf,
    stepCount: range("number of steps"),
    audioStepCount: range("number of steps"),
    visionStepCount: range("number of steps"),
    audioStepShare: range("share"),
    stepModalities: oneOf,
    answerFormats: oneOf,
    keyAmbiguous: eitherWay,
    statistics,
    videos: oneOf,
  },
  VideoFilter: { ...VIDEO_FIELDS, questions },
  PredictionFilter: { questions, outcomes: oneOf },
  RunFilter: {
    benchmarks: oneOf,
    models: oneOf,
    releases: oneOf,
    inputs: exactly,
    seeds: oneOf,
    prompts: oneOf,
    visibility: oneOf,
    openEnded: oneOf,
    confirmations: oneOf,
    partial: oneOf,
    statuses: oneOf,
    organizations: oneOf,
    parameterCount: range("number of parameters"),
    mine: eitherWay,
    createdAt: range("time"),
  },
  PublishedResultFilter: {
    benchmarks: oneOf,
    models: oneOf,
    sources: oneOf,
    dimensions: oneOf,
    overall: oneOf,
    keys: oneOf,
    metrics: oneOf,
    conditions: oneOf,
    inputs: exactly,
  },
  AuditLogFilter: { owners: oneOf, operations: oneOf, objects: oneOf },
};

/** The deepest level of nesting that is read. Valid filters are less deep. */
const DEEPEST = 2 * MAX_FILTER_DEPTH;

/**
 * A filter as a formula. `null` and an absent field both mean "no condition".
 * @param within the property whose conditions the filter states, such as `questions` in a filter of videos
 */
export function formulaOf(type: string, filter: unknown, within = "", depth = 0): Formula {
  if (typeof filter !== "object" || filter === null) return TRUE;
  // A deeper filter is rejected because of its depth.
  if (depth > DEEPEST) return asWhole(filter, within);
  const { and, or, not, ...fields } = filter as Fields;
  const inner = (part: unknown): Formula => formulaOf(type, part, within, depth + 1);
  const read = (value: unknown, field: string): readonly Formula[] => {
    const reader = READERS[type]?.[field] ?? asWhole;
    return value == null ? [] : [reader(value, within === "" ? field : `${within}.${field}`)];
  };
  return {
    kind: "all",
    parts: [
      ...Object.entries(fields).flatMap(([field, value]) => read(value, field)),
      ...(Array.isArray(and) ? and.map(inner) : []),
      ...(Array.isArray(or) ? [{ kind: "any", parts: or.map(inner) } as const] : []),
      ...(not == null ? [] : [{ kind: "not", part: inner(not) } as const]),
    ],
  };
}

/** The condition that an object belongs to a benchmark. */
export const ofBenchmark = (slug: string): Condition => ({ kind: "values", of: "benchmarks", values: [slug] });
