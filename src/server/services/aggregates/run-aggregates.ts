import DataLoader from "dataloader";
import type { Slice } from "../../../domain/slice/slice.ts";
import { sliceFingerprint } from "../../../domain/slice/slice-fingerprint.ts";
import type { Dimension } from "../../../domain/vocabulary.ts";
import type { RunVectors } from "../../../scoring/metrics/run-vectors.ts";
import type { ScoreSummary } from "../../../scoring/metrics/score-summary.ts";
import type { SliceQuestions } from "../../../scoring/metrics/slice-questions.ts";
import type { RunCounts } from "../../../scoring/metrics/slice-score.ts";
import { countsOfSlice, scoreOfSlice } from "../../../scoring/metrics/slice-score.ts";
import type { CellKey, Group } from "../../catalog/groups.ts";
import type { ReleaseQuestions } from "../../catalog/release-catalog.ts";
import type { ServerMemory } from "../../catalog/server-memory.ts";
import type { Queryable } from "../../db/database.ts";
import { CaptionMetrics } from "../captions/caption-metrics.ts";
import { TaskAnswers } from "./task-answers.ts";

/** Which run, and the release it belongs to, by primary key. */
export interface RunReference {
  readonly run: number;
  readonly release: number;
  /** Whether it was asked without options, so that the chance level is unknown. */
  readonly openEnded: boolean;
}

export interface BreakdownCell {
  readonly keys: readonly CellKey[];
  readonly score: ScoreSummary;
}

interface SliceRequest {
  readonly release: number;
  readonly slice: Slice;
}

/**
 * A run's aggregates, from its score vectors and the catalog of its release. Made for each request: however many runs
 * one asks for, what is not in memory of their vectors comes with one statement, and so do the catalogs of their
 * releases.
 */
export class RunAggregates {
  readonly #vectors: DataLoader<number, RunVectors | null>;
  readonly #known = new Map<number, RunVectors | null>();
  readonly #slices: DataLoader<SliceRequest, SliceQuestions, string>;

  /** The metrics beside the score. */
  readonly captions: CaptionMetrics;
  /** The inputs for the scores of whole tasks, besides the vectors. */
  readonly taskAnswers: TaskAnswers;

  constructor(
    database: Queryable,
    readonly memory: ServerMemory,
  ) {
    this.captions = new CaptionMetrics(database);
    this.taskAnswers = new TaskAnswers(database);
    this.#vectors = new DataLoader(async (runs) => {
      const found = await memory.vectors.latest(runs);
      return runs.map((run) => found.get(run) ?? null);
    });
    this.#slices = new DataLoader((requests) => loadSlices(memory, requests), { cacheKeyFn: sliceName });
  }

  /** The run's score vectors; `null` if it is not scored. */
  async vectors(run: number): Promise<RunVectors | null> {
    const vectors = await this.#vectors.load(run);
    this.#known.set(run, vectors);
    return vectors;
  }

  /** What the statistics need of a release's questions. */
  async questions(release: number): Promise<ReleaseQuestions> {
    return (await this.memory.catalogs.of(release)).questions;
  }

  /** The slice's questions in the release. */
  slice(release: number, slice: Slice): Promise<SliceQuestions> {
    return this.#slices.load({ release, slice });
  }

  /** The same by value of a dimension, or by combination of values of several. */
  async groups(release: number, slice: Slice, by: readonly Dimension[]): Promise<readonly Group[]> {
    // With those of the other runs of the request, so that no release is asked for alone.
    await this.slice(release, slice);
    const { catalogs } = this.memory;
    return catalogs.groupsOf(await catalogs.of(release), slice, by);
  }

  /** `null` where the run is not scored, or nothing of the slice is in the denominator. */
  async score(reference: RunReference, slice: Slice): Promise<ScoreSummary | null> {
    const [vectors, questions] = await this.#load(reference, slice);
    return vectors && scoreOfSlice(vectors, questions, reference);
  }

  /** The same over questions of the run's release that are known; at once if the run's vectors were asked for before. */
  scoreOver(reference: RunReference, questions: SliceQuestions): ScoreSummary | null | Promise<ScoreSummary | null> {
    const scoreOf = (vectors: RunVectors | null) => vectors && scoreOfSlice(vectors, questions, reference);
    const known = this.#known.get(reference.run);
    return known === undefined ? this.vectors(reference.run).then(scoreOf) : scoreOf(known);
  }

  /** `null` where the run is not scored. */
  async counts(reference: RunReference, slice: Slice): Promise<RunCounts | null> {
    const [vectors, questions] = await this.#load(reference, slice);
    return vectors && countsOfSlice(vectors, questions);
  }

  /** The cells that have a question in the denominator, in the order of their keys. */
  async breakdown(reference: RunReference, slice: Slice, dimensions: readonly Dimension[]): Promise<BreakdownCell[]> {
    const [vectors, groups] = await Promise.all([
      this.vectors(reference.run),
      this.groups(reference.release, slice, dimensions),
    ]);
    if (vectors === null) return [];
    return groups.flatMap(({ keys, questions }) => {
      const score = scoreOfSlice(vectors, questions, reference);
      return score === null ? [] : [{ keys, score }];
    });
  }

  /** The ordinals of the slice's questions in the release, rising. */
  async ordinals(release: number, slice: Slice): Promise<Int32Array> {
    return (await this.slice(release, slice)).ordinals;
  }

  #load({ run, release }: RunReference, slice: Slice): Promise<[RunVectors | null, SliceQuestions]> {
    return Promise.all([this.vectors(run), this.slice(release, slice)]);
  }
}

const sliceName = ({ release, slice }: SliceRequest): string => `${release}:${sliceFingerprint(slice)}`;

/** Slice by slice, for any number of releases. */
async function loadSlices(
  { catalogs }: ServerMemory,
  requests: readonly SliceRequest[],
): Promise<readonly SliceQuestions[]> {
  // At once for all slices, so that there is one statement.
  await catalogs.all(requests.map(({ release }) => release));
  const bySlice = new Map<string, { readonly slice: Slice; readonly releases: number[] }>();
  for (const { release, slice } of requests) {
    const group = bySlice.get(sliceFingerprint(slice)) ?? { slice, releases: [] };
    group.releases.push(release);
    bySlice.set(sliceFingerprint(slice), group);
  }
  const loaded = new Map<string, SliceQuestions>();
  for (const { slice, releases } of bySlice.values()) {
    for (const [release, questions] of await catalogs.questionsIn(releases, slice))
      loaded.set(sliceName({ release, slice }), questions);
  }
  return requests.map((request) => loaded.get(sliceName(request)) as SliceQuestions);
}
