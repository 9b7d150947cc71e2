import DataLoader from "dataloader";
import { compareKeys, dimensionLabel } from "../../../domain/dimension-labels.ts";
import { sliceFingerprint } from "../../../domain/slice/canonical-slice.ts";
import type { Slice } from "../../../domain/slice/slice.ts";
import type { Dimension } from "../../../domain/vocabulary.ts";
import { countOutcomes, type RunCounts } from "../../../scoring/metrics/run-counts.ts";
import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import { type ScoreSummary, summarizeScore } from "../../../scoring/metrics/score-summary.ts";
import type { MemberValue, SliceMember } from "../../data/release-queries.ts";
import { fetchRunVectors } from "../../data/score-queries.ts";
import type { Database } from "../../db/database.ts";
import type { ReleaseCache, ReleaseQuestions } from "./release-cache.ts";

/** Which run, and the release it belongs to, by primary key. */
export interface RunReference {
  readonly run: number;
  readonly release: number;
}

export interface BreakdownCell {
  readonly keys: readonly { readonly dimension: Dimension; readonly key: string; readonly label: string }[];
  readonly score: ScoreSummary;
}

interface SliceRequest {
  readonly release: number;
  readonly slice: Slice;
  readonly dimensions: readonly Dimension[];
}

/**
 * A run's aggregates, from its score vectors. Made for each request: however many runs one asks for, their vectors come
 * with one statement, and so does each different slice.
 */
export class RunAggregates {
  readonly #vectors: DataLoader<number, RunVectors | null>;
  readonly #questions: DataLoader<number, ReleaseQuestions>;
  readonly #members: DataLoader<SliceRequest, readonly SliceMember[], string>;

  constructor(database: Database, cache: ReleaseCache) {
    this.#vectors = new DataLoader(async (runs) => {
      const found = await fetchRunVectors(database, runs);
      return runs.map((run) => found.get(run) ?? null);
    });
    this.#questions = new DataLoader(async (releases) => {
      const found = await cache.questions(releases);
      return releases.map((release) => found.get(release) ?? new Error(`release ${release} has no questions`));
    });
    this.#members = new DataLoader((requests) => loadMembers(cache, requests), {
      cacheKeyFn: (request) => `${request.release}:${sliceName(request)}`,
    });
  }

  /** `null` where the run is not scored, or nothing of the slice is in the denominator. */
  async score(reference: RunReference, slice: Slice): Promise<ScoreSummary | null> {
    const loaded = await this.#load(reference, slice);
    return loaded && summarizeScore(loaded.vectors, loaded.questions, loaded.ordinals);
  }

  /** `null` where the run is not scored. */
  async counts(reference: RunReference, slice: Slice): Promise<RunCounts | null> {
    const loaded = await this.#load(reference, slice);
    return loaded && countOutcomes(loaded.vectors, loaded.ordinals);
  }

  /** The cells that have a question in the denominator, in the order of their keys. */
  async breakdown(reference: RunReference, slice: Slice, dimensions: readonly Dimension[]): Promise<BreakdownCell[]> {
    const [vectors, questions, members] = await Promise.all([
      this.#vectors.load(reference.run),
      this.#questions.load(reference.release),
      this.#members.load({ release: reference.release, slice, dimensions }),
    ]);
    if (vectors === null) return [];
    return groupByKeys(members, dimensions).flatMap(({ keys, ordinals }) => {
      const score = summarizeScore(vectors, questions, ordinals);
      return score === null ? [] : [{ keys, score }];
    });
  }

  async #load({ run, release }: RunReference, slice: Slice) {
    const [vectors, questions, members] = await Promise.all([
      this.#vectors.load(run),
      this.#questions.load(release),
      slice.kind === "everything" ? null : this.#members.load({ release, slice, dimensions: [] }),
    ]);
    if (vectors === null) return null;
    const ordinals =
      members?.map(({ ordinal }) => ordinal) ?? Int32Array.from({ length: questions.count }, (_, i) => i);
    return { vectors, questions, ordinals };
  }
}

const sliceName = ({ slice, dimensions }: SliceRequest): string => `${sliceFingerprint(slice)}:${dimensions.join()}`;

/** One statement for each different slice, whatever the number of releases. */
async function loadMembers(
  cache: ReleaseCache,
  requests: readonly SliceRequest[],
): Promise<(readonly SliceMember[])[]> {
  const bySlice = new Map<string, { request: SliceRequest; releases: number[] }>();
  for (const request of requests) {
    const group = bySlice.get(sliceName(request)) ?? { request, releases: [] };
    group.releases.push(request.release);
    bySlice.set(sliceName(request), group);
  }
  const loaded = new Map<string, ReadonlyMap<number, readonly SliceMember[]>>();
  for (const [name, { request, releases }] of bySlice) {
    loaded.set(name, await cache.members(releases, request.slice, request.dimensions));
  }
  return requests.map((request) => loaded.get(sliceName(request))?.get(request.release) ?? []);
}

interface Group {
  readonly keys: BreakdownCell["keys"];
  readonly ordinals: number[];
}

/** A question is in one group for each combination of its values. */
function groupByKeys(members: readonly SliceMember[], dimensions: readonly Dimension[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { ordinal, values } of members) {
    for (const combination of combinations(values)) {
      const name = JSON.stringify(combination.map(([key]) => key));
      const group = groups.get(name) ?? { keys: dimensionValues(combination, dimensions), ordinals: [] };
      // Two of a benchmark's own words may mean one value: the question counts once.
      if (group.ordinals.at(-1) !== ordinal) group.ordinals.push(ordinal);
      groups.set(name, group);
    }
  }
  return [...groups.values()].sort((a, b) => compareCells(a.keys, b.keys));
}

const combinations = (values: readonly (readonly MemberValue[])[]): readonly (readonly MemberValue[])[] =>
  values.reduce<readonly (readonly MemberValue[])[]>(
    (heads, next) => heads.flatMap((head) => next.map((value) => [...head, value])),
    [[]],
  );

const dimensionValues = (
  combination: readonly MemberValue[],
  dimensions: readonly Dimension[],
): BreakdownCell["keys"] =>
  dimensions.flatMap((dimension, index) => {
    const value = combination[index];
    return value === undefined
      ? []
      : [{ dimension, key: value[0], label: dimensionLabel(dimension, value[0], value[1]) }];
  });

function compareCells(a: BreakdownCell["keys"], b: BreakdownCell["keys"]): number {
  for (const [index, { dimension, key }] of a.entries()) {
    const order = compareKeys(dimension, key, b[index]?.key ?? "");
    if (order !== 0) return order;
  }
  return 0;
}
