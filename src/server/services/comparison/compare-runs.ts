import { badInput, notFound, OmnidexError } from "../../../domain/errors.ts";
import { encodeNodeId } from "../../../domain/node-id.ts";
import type { Slice } from "../../../domain/slice/slice.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { Dimension } from "../../../domain/vocabulary.ts";
import { holmAdjusted } from "../../../scoring/metrics/holm.ts";
import type { PairedComparison } from "../../../scoring/metrics/paired-comparison.ts";
import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import { compareOverSlice, differingOrdinals } from "../../../scoring/metrics/slice-comparison.ts";
import type { CellKey } from "../../catalog/groups.ts";
import { fetchVisibleRuns, type VisibleRun } from "../../data/run-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { type RunAggregates, type RunReference, referenceOf } from "../aggregates/run-aggregates.ts";

/** The comparison over one value, or pair of values; `pValue` is corrected for the number of cells. */
export interface ComparisonCell extends PairedComparison {
  readonly keys: readonly CellKey[];
  readonly uncorrectedPValue: number;
}

/** Two runs over the same questions. */
export interface RunComparison extends PairedComparison {
  readonly a: number;
  readonly b: number;
  readonly release: number;
  readonly cells: readonly ComparisonCell[];
  /** The ordinals on which the scores differ. */
  readonly differing: readonly number[];
}

/**
 * Compares two runs over a slice of their release.
 * @throws `NOT_FOUND` for a run that the viewer may not see; `CONFLICT` for a run that is not scored; `BAD_USER_INPUT`
 * if the runs are of different releases, or share no question of the slice; `FORBIDDEN` if answers are hidden from the viewer
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
  return comparePair(aggregates, [referenceOf(viewer, first), referenceOf(viewer, second)], slice, by);
}

/**
 * Compares two runs of the same release.
 * @throws `FORBIDDEN` if answers are hidden from the viewer
 */
export async function comparePair(
  aggregates: RunAggregates,
  [a, b]: readonly [RunReference, RunReference],
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
  const whole = compareOverSlice(vectorsA, vectorsB, questions);
  if (whole === null) throw badInput("The two runs share no scored question in this slice.");
  const cells = groups.flatMap(({ keys, questions: own }) => {
    const cell = compareOverSlice(vectorsA, vectorsB, own);
    return cell === null ? [] : [{ keys, ...cell }];
  });
  const differing = differingOrdinals(vectorsA, vectorsB, questions);
  return { ...whole, a: a.run, b: b.run, release, cells: corrected(cells), differing };
}

/**
 * The runs, in the order of the ids.
 * @throws `NOT_FOUND` for a run that the viewer may not see; `BAD_USER_INPUT` if they are of different releases
 */
export async function requireComparable(
  database: Queryable,
  viewer: Viewer,
  ids: readonly number[],
): Promise<[VisibleRun, ...VisibleRun[]]> {
  const visible = await fetchVisibleRuns(database, viewer, ids);
  const [first, ...rest] = ids.map((id) => {
    const run = visible.find((one) => one.run === id);
    if (run === undefined) throw notFound("run", encodeNodeId("Run", id));
    return run;
  });
  if (first === undefined) throw badInput("There must be at least one run.");
  if (rest.some(({ release }) => release !== first.release)) {
    throw badInput("The runs are over different releases: their questions are not the same.");
  }
  return [first, ...rest];
}

/** @throws `CONFLICT` for a run that is not scored; `FORBIDDEN` if answers are hidden from the viewer */
export async function requireVectors(aggregates: RunAggregates, reference: RunReference): Promise<RunVectors> {
  const vectors = await aggregates.vectors(reference);
  if (vectors === null)
    throw new OmnidexError("CONFLICT", `The run '${encodeNodeId("Run", reference.run)}' is not scored yet.`);
  return vectors;
}

function corrected(cells: readonly (PairedComparison & { readonly keys: readonly CellKey[] })[]): ComparisonCell[] {
  const adjusted = holmAdjusted(cells.map(({ pValue }) => pValue));
  return cells.map((cell, index) => ({ ...cell, uncorrectedPValue: cell.pValue, pValue: adjusted[index] ?? 1 }));
}
