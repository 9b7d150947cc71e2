import { badInput, notFound, OmnidexError } from "../../domain/errors.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import { type RunDifference, type RunSettings, runDifferences } from "../../domain/run-protocol.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { holmAdjusted } from "../../scoring/metrics/multiple-comparisons.ts";
import { type PairedComparison, pairedTest } from "../../scoring/metrics/paired-comparison.ts";
import type { RunVectors } from "../../scoring/metrics/run-vectors.ts";
import type { Interval } from "../../scoring/metrics/score-interval.ts";
import { betterOrdinals, compareOverSlice, differingOrdinals } from "../../scoring/metrics/slice-comparison.ts";
import type { Queryable } from "../db/database.ts";
import type { CellKey } from "../memory/groups.ts";
import { fetchReleaseNames, fetchVisibleRuns, type NamedRun } from "../memory/run-queries.ts";
import { inTurn } from "../workers/yielding.ts";
import { type RunAggregates, type RunReference, referenceOf } from "./run-aggregates.ts";

/** A test that is read together with others, and corrected for their number; see `adjustedTogether`. */
interface AdjustedTest {
  /** How many tests are read together, this one included. */
  readonly tests: number;
  readonly uncorrectedPValue: number;
  readonly adjustedPValue: number;
  /** The interval that excludes 0 exactly if `adjustedPValue` is below 0.05. */
  readonly adjustedInterval: Interval;
}

/**
 * The comparison over one cell: one value of a dimension, or a pair of values of two dimensions. `pValue` is corrected
 * for the number of cells of the comparison by Holm's method; it is deprecated.
 */
export interface ComparisonCell extends PairedComparison, AdjustedTest {
  readonly keys: readonly CellKey[];
}

/** A run of a comparison, as `ComparisonSide` of the schema. */
export type ComparisonSide = "A" | "B";

/** Two runs over the same questions. */
export interface RunComparison extends PairedComparison, AdjustedTest {
  readonly a: number;
  readonly b: number;
  readonly release: number;
  readonly differentSettings: readonly RunDifference[];
  readonly cells: readonly ComparisonCell[];
  /**
   * The ordinals of the questions on which the scores differ; unless `better` is null, only those on which this run has
   * the higher score.
   */
  readonly differing: (better: ComparisonSide | null) => readonly number[];
}

/**
 * Compares two runs over a slice of their release.
 * @throws `NOT_FOUND` for a run that the viewer may not see; `CONFLICT` for a run that is not scored; `BAD_USER_INPUT`
 *   if the runs are of different releases, or share no scored question of the slice; `FORBIDDEN` if answers are hidden
 *   from the viewer
 */
export async function compareRuns(
  database: Queryable,
  aggregates: RunAggregates,
  viewer: Viewer,
  [a, b]: readonly [number, number],
  slice: Slice,
  by: readonly Dimension[],
): Promise<RunComparison> {
  const [first, second = first] = await requireComparable(database, viewer, [a, b]);
  const pair = await comparePair(aggregates, [comparableOf(viewer, first), comparableOf(viewer, second)], slice, by);
  return adjustedTogether([pair])[0] ?? pair;
}

/** A run to compare, with how it was made. */
export interface ComparableRun extends RunReference {
  readonly settings: RunSettings;
}

export const comparableOf = (viewer: Viewer, run: NamedRun): ComparableRun => ({
  ...referenceOf(viewer, run),
  settings: run,
});

/**
 * Compares two runs of the same release. Each test is corrected as if it were read alone until `adjustedTogether`
 * corrects it.
 * @throws `FORBIDDEN` if answers are hidden from the viewer
 */
export async function comparePair(
  aggregates: RunAggregates,
  [a, b]: readonly [ComparableRun, ComparableRun],
  slice: Slice,
  by: readonly Dimension[],
): Promise<RunComparison> {
  const { release } = a;
  const [vectorsA, vectorsB, questions, groups] = await Promise.all([
    requireVectors(aggregates, a),
    requireVectors(aggregates, b),
    aggregates.slice(release, slice),
    by.length === 0 ? [] : aggregates.groups(release, slice, by),
  ]);
  const whole = await inTurn(() => compareOverSlice(vectorsA, vectorsB, questions));
  if (whole === null) throw badInput("The two runs share no scored question in this slice.");
  const cells = groups.flatMap(({ keys, questions: own }) => {
    const cell = compareOverSlice(vectorsA, vectorsB, own);
    return cell === null ? [] : [{ keys, ...cell }];
  });
  const differing = (better: ComparisonSide | null): readonly number[] => {
    if (better === null) return differingOrdinals(vectorsA, vectorsB, questions);
    return better === "A"
      ? betterOrdinals(vectorsA, vectorsB, questions)
      : betterOrdinals(vectorsB, vectorsA, questions);
  };
  const differentSettings = runDifferences(a.settings, b.settings);
  return {
    ...whole,
    ...alone(whole),
    a: a.run,
    b: b.run,
    release,
    differentSettings,
    cells: withHolm(cells.map((cell) => ({ ...cell, ...alone(cell) }))),
    differing,
  };
}

/**
 * Corrects comparisons that are read as one table. The comparisons over the whole slice are one family of tests, because
 * they answer the question that was asked; their cells together are another. A pair of runs therefore has the same
 * p-value with and without cells. If a reader calls every value below 5 % of a family significant, at most 5 % of such
 * families contain a wrong claim.
 */
export function adjustedTogether(comparisons: readonly RunComparison[]): readonly RunComparison[] {
  const cellTests = comparisons.reduce((sum, { cells }) => sum + cells.length, 0);
  return comparisons.map((comparison) => ({
    ...comparison,
    ...adjusted(comparison, comparisons.length),
    cells: comparison.cells.map((cell) => ({ ...cell, ...adjusted(cell, cellTests) })),
  }));
}

function adjusted(comparison: PairedComparison, tests: number): Omit<AdjustedTest, "uncorrectedPValue"> {
  const { pValue, interval } = pairedTest(comparison, tests);
  return { tests, adjustedPValue: pValue, adjustedInterval: interval };
}

/** A comparison that is read alone. */
const alone = ({ pValue, interval }: PairedComparison): AdjustedTest => ({
  tests: 1,
  uncorrectedPValue: pValue,
  adjustedPValue: pValue,
  adjustedInterval: interval,
});

/**
 * The runs, in the order in which `ids` lists them.
 * @throws `NOT_FOUND` for a run that the viewer may not see; `BAD_USER_INPUT` if they are of different releases
 */
export async function requireComparable(
  database: Queryable,
  viewer: Viewer,
  ids: readonly number[],
): Promise<[NamedRun, ...NamedRun[]]> {
  const visible = await fetchVisibleRuns(database, viewer, ids);
  const [first, ...rest] = ids.map((id) => {
    const run = visible.find((one) => one.run === id);
    if (run === undefined) throw notFound("run", encodeNodeId("Run", id));
    return run;
  });
  if (first === undefined) throw badInput("There must be at least one run.");
  if (rest.some(({ release }) => release !== first.release)) {
    throw badInput(await differentReleasesText(database, [first, ...rest]));
  }
  return [first, ...rest];
}

/** Says which release of which benchmark each of the runs is over. */
async function differentReleasesText(database: Queryable, runs: readonly NamedRun[]): Promise<string> {
  const names = await fetchReleaseNames(
    database,
    runs.map(({ release }) => release),
  );
  const parts = runs.map(({ run, release }) => {
    const { benchmark, version } = names.find(({ id }) => id === release) ?? {};
    return `${encodeNodeId("Run", run)} is over release ${version} of ${benchmark}`;
  });
  return `The runs are over different releases, whose questions are not the same: ${parts.join(", ")}.`;
}

/** @throws `CONFLICT` for a run that is not scored; `FORBIDDEN` if answers are hidden from the viewer */
export async function requireVectors(aggregates: RunAggregates, reference: RunReference): Promise<RunVectors> {
  const vectors = await aggregates.vectors(reference);
  if (vectors === null)
    throw new OmnidexError("CONFLICT", `The run '${encodeNodeId("Run", reference.run)}' is not scored yet.`);
  return vectors;
}

/** Replaces the p-values of a comparison's cells by those that Holm's method corrects for their number. */
function withHolm<C extends PairedComparison>(cells: readonly C[]): C[] {
  const corrected = holmAdjusted(cells.map(({ pValue }) => pValue));
  return cells.map((cell, index) => ({ ...cell, pValue: corrected[index] ?? 1 }));
}
