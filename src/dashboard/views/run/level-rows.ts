import type { CapabilityLevels } from "../../../sdk/index.ts";

/** A value with its rank in its column, 1 for the best. A value that must not be ranked says why; null without a value. */
export type RankedValue =
  | { readonly value: number; readonly rank: number }
  | { readonly value: number; readonly rank: null; readonly why: "partial" | "reported" }
  | null;

/** A model's stages and levels. */
export interface LevelRow {
  readonly name: string;
  /** Whether the row is the run and not a model of the paper. */
  readonly isRun: boolean;
  readonly cells: readonly RankedValue[];
}

/** The columns: the values that the paper's figure 3 ranks, and the four levels of its table 5. */
export const LEVEL_COLUMNS = [
  "Perception",
  "Understanding",
  "Reasoning",
  "Sensation",
  "Overall",
  "L1",
  "L2",
  "L3",
  "L4",
] as const;

/** The meanings of the level columns. */
export const LEVEL_MEANING: Readonly<Record<string, string>> = {
  L1: "the performance on familiar tasks",
  L2: "L1 minus the gap between hearing and seeing",
  L3: "L2 minus the loss from stage to stage",
  L4: "L3 minus the loss in the unfamiliar domain of sensation",
};

function valuesOf(levels: CapabilityLevels): readonly (number | null)[] {
  const { stages, overall, taskAdaptive, modalityAdaptive, stageAdaptive, domainAdaptive } = levels;
  const names = LEVEL_COLUMNS.slice(0, 4).map((name) => name.toUpperCase());
  const ofStages = names.map((name) => stages.find(({ stage }) => stage === name)?.value ?? null);
  return [...ofStages, overall, taskAdaptive, modalityAdaptive, stageAdaptive, domainAdaptive];
}

interface NamedLevels {
  readonly name: string;
  readonly levels: CapabilityLevels;
  /** The levels over the tasks that have a score, which take no rank. */
  readonly partial?: CapabilityLevels;
  /** The levels with scores that were computed elsewhere and reported, which take no rank. */
  readonly reported?: CapabilityLevels;
}

/** The run and the paper's models, each value with its rank among all of them; the run first, then the best overall. */
export function levelRows(run: NamedLevels, models: readonly NamedLevels[]): readonly LevelRow[] {
  const all = [run, ...models].map(({ name, levels, partial, reported }) => ({
    name,
    values: valuesOf(levels),
    partial: partial === undefined ? [] : valuesOf(partial),
    reported: reported === undefined ? [] : valuesOf(reported),
  }));
  const rank = (value: number, column: number): number =>
    1 + all.filter(({ values }) => (values[column] ?? Number.NEGATIVE_INFINITY) > value).length;
  const rows = all.map(({ name, values, partial, reported }, place) => ({
    name,
    isRun: place === 0,
    cells: values.map((value, column): RankedValue => {
      if (value !== null) return { value, rank: rank(value, column) };
      const whole = reported[column] ?? null;
      if (whole !== null) return { value: whole, rank: null, why: "reported" };
      const known = partial[column] ?? null;
      return known === null ? null : { value: known, rank: null, why: "partial" };
    }),
  }));
  const overall = (row: LevelRow): number => row.cells[4]?.rank ?? Number.POSITIVE_INFINITY;
  const [own, ...others] = rows;
  return own === undefined ? [] : [own, ...others.sort((a, b) => overall(a) - overall(b))];
}
