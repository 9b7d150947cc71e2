import type { NumberRange, QuestionFilter } from "../../domain/slice/question-filter.ts";
import { isEmptyRange } from "./filter-ranges.ts";
import type { SliceRemark } from "./unstated-conditions.ts";

/** The fields of which a question has at most one value. Categories are missing because one may lie within another. */
const SETS = [
  "benchmarks",
  "levels",
  "tasks",
  "dominances",
  "answerFormats",
  "stepModalities",
  "subsets",
  "durationLabels",
  "keys",
  "videos",
] as const satisfies readonly (keyof QuestionFilter)[];
const RANGES = [
  "durationSeconds",
  "stepCount",
  "audioStepCount",
  "visionStepCount",
  "audioStepShare",
] as const satisfies readonly (keyof QuestionFilter)[];
const FLAGS = [
  "requiresAudio",
  "requiresVisual",
  "questionOnly",
  "requiresDomainKnowledge",
  "keyAmbiguous",
] as const satisfies readonly (keyof QuestionFilter)[];

/** A condition that must hold, and its place in the filter. */
interface Required<T> {
  readonly path: string;
  readonly value: T;
}

/**
 * Pairs of conditions on one field that no question can meet together, wherever both must hold: in the filter itself
 * and in its `and`. Other contradictions are not sought. They match nothing as well.
 */
export function contradictions(filter: QuestionFilter): readonly SliceRemark[] {
  const all = requiredFilters(filter, "filter");
  const given = <F extends keyof QuestionFilter>(field: F): readonly Required<NonNullable<QuestionFilter[F]>>[] =>
    all.flatMap(({ path, value }) => {
      const own = value[field];
      return own == null ? [] : [{ path: `${path}.${field}`, value: own }];
    });
  const found = [
    ...SETS.map((field) => firstPair<readonly string[]>(given(field), isDisjoint)),
    ...RANGES.map((field) => firstPair<NumberRange>(given(field), isApart)),
    ...FLAGS.map((field) => firstPair<boolean>(given(field), (a, b) => a !== b)),
    firstPair<AudioCondition>(
      given("audioTypes").flatMap(({ path, value }) =>
        AUDIO_CONDITIONS.flatMap((kind) => {
          const types = value[kind];
          return types == null ? [] : [{ path: `${path}.${kind}`, value: { [kind]: types } }];
        }),
      ),
      (a, b) => excludesAudio(a, b) || excludesAudio(b, a),
    ),
  ];
  return found.flatMap((pair) => (pair === null ? [] : [remark(pair)]));
}

/** The filter and the filters in its `and`, all of which must hold. */
const requiredFilters = (filter: QuestionFilter, path: string): readonly Required<QuestionFilter>[] => [
  { path, value: filter },
  ...(filter.and ?? []).flatMap((part, index) => requiredFilters(part, `${path}.and[${index}]`)),
];

/** The first condition that excludes an earlier one, after that one; null if there is none. */
function firstPair<T>(conditions: readonly Required<T>[], excludes: (a: T, b: T) => boolean): ConditionPair | null {
  for (const [index, later] of conditions.entries())
    for (const earlier of conditions.slice(0, index))
      if (excludes(earlier.value, later.value)) return { earlier: earlier.path, later: later.path };
  return null;
}

/** The places of two conditions that exclude each other. */
interface ConditionPair {
  readonly earlier: string;
  readonly later: string;
}

const isDisjoint = (a: readonly string[], b: readonly string[]): boolean => {
  const known = new Set(b);
  return !a.some((value) => known.has(value));
};

const isApart = (a: NumberRange, b: NumberRange): boolean => isEmptyRange(a, b) || isEmptyRange(b, a);

const AUDIO_CONDITIONS = ["any", "all", "none"] as const;
type AudioCondition = Readonly<Partial<Record<(typeof AUDIO_CONDITIONS)[number], readonly string[]>>>;

/** Whether a question of `a` has an audio type, or one of some types, that `b` excludes. */
const excludesAudio = ({ any, all }: AudioCondition, { none }: AudioCondition): boolean =>
  none !== undefined &&
  (all?.some((type) => none.includes(type)) === true || any?.every((type) => none.includes(type)) === true);

const remark = ({ earlier, later }: ConditionPair): SliceRemark => ({
  path: later,
  benchmark: null,
  message: `No question can meet '${later}' together with '${earlier}', so the filter matches nothing.`,
});
