import DataLoader from "dataloader";
import { sliceFingerprint } from "../../../domain/slice/canonical-slice.ts";
import type { Slice } from "../../../domain/slice/slice.ts";
import type { Dimension } from "../../../domain/vocabulary.ts";
import { countOutcomes, type RunCounts } from "../../../scoring/metrics/run-counts.ts";
import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import { type ScoreSummary, summarizeScore } from "../../../scoring/metrics/score-summary.ts";
import type { SliceMember } from "../../data/release-queries.ts";
import { fetchRunVectors } from "../../data/score-queries.ts";
import type { Database } from "../../db/database.ts";
import { CaptionMetrics } from "../captions/caption-metrics.ts";
import { type CellKey, groupByKeys } from "./group-by-keys.ts";
import type { ReleaseCache, ReleaseQuestions } from "./release-cache.ts";
import { TaskAnswers } from "./task-answers.ts";

/** Which run, and the release it belongs to, by primary key. */
export interface RunReference {
  readonly run: number;
  readonly release: number;
  /** It was asked without options, so nobody knows the chance of a random answer. */
  readonly openEnded: boolean;
}

export interface BreakdownCell {
  readonly keys: readonly CellKey[];
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

  /** The metrics beside the score. */
  readonly captions: CaptionMetrics;
  /** What the scores of whole tasks are computed from, besides the vectors. */
  readonly taskAnswers: TaskAnswers;

  constructor(database: Database, cache: ReleaseCache) {
    this.captions = new CaptionMetrics(database);
    this.taskAnswers = new TaskAnswers(database);
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

  /** The run's score vectors; `null` where it is not scored. */
  vectors(run: number): Promise<RunVectors | null> {
    return this.#vectors.load(run);
  }

  /** What the statistics need of a release's questions. */
  questions(release: number): Promise<ReleaseQuestions> {
    return this.#questions.load(release);
  }

  /** The same as they are asked in a run. */
  async questionsAsked({ release, openEnded }: Omit<RunReference, "run">): Promise<ReleaseQuestions> {
    const questions = await this.questions(release);
    return openEnded ? { ...questions, chance: questions.chance.map(() => Number.NaN) } : questions;
  }

  /** The slice's questions in the release, each with its values in the dimensions. */
  members(release: number, slice: Slice, dimensions: readonly Dimension[]): Promise<readonly SliceMember[]> {
    return this.#members.load({ release, slice, dimensions });
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
      this.vectors(reference.run),
      this.questionsAsked(reference),
      this.members(reference.release, slice, dimensions),
    ]);
    if (vectors === null) return [];
    return groupByKeys(members, dimensions).flatMap(({ keys, ordinals }) => {
      const score = summarizeScore(vectors, questions, ordinals);
      return score === null ? [] : [{ keys, score }];
    });
  }

  /** The ordinals of the slice's questions in the release. */
  async ordinals(release: number, slice: Slice): Promise<ArrayLike<number>> {
    if (slice.kind !== "everything") return (await this.members(release, slice, [])).map(({ ordinal }) => ordinal);
    const { count } = await this.questions(release);
    return Int32Array.from({ length: count }, (_, ordinal) => ordinal);
  }

  async #load(reference: RunReference, slice: Slice) {
    const [vectors, questions, ordinals] = await Promise.all([
      this.vectors(reference.run),
      this.questionsAsked(reference),
      this.ordinals(reference.release, slice),
    ]);
    return vectors && { vectors, questions, ordinals };
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
