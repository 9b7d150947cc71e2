import { createHash } from "node:crypto";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { RepresentativeSubset } from "../../domain/representative-subset.ts";
import { canonicalSlice } from "../../domain/slice/canonical-slice.ts";
import { followsReviews } from "../../domain/slice/follows-reviews.ts";
import type { QuestionFilter } from "../../domain/slice/question-filter.ts";
import { sliceFingerprint } from "../../domain/slice/slice-fingerprint.ts";
import { ANONYMOUS, type Viewer } from "../../domain/viewer.ts";
import { type SubsetOptions, subsetFolds } from "../../scoring/items/choose-subset.ts";
import type { Estimates } from "../../scoring/items/subset-errors.ts";
import { lockCurrentRelease } from "../access/current-release.ts";
import { requireOwner } from "../access/require-admin.ts";
import {
  countSubsets,
  fetchSameSubset,
  insertSubset,
  type NewSubset,
  type SubsetRow,
} from "../boards/item-subset-queries.ts";
import type { RunAggregates } from "../boards/run-aggregates.ts";
import type { RunConditions } from "../conditions/run-conditions.ts";
import { analysedRelease } from "./analysed-release.ts";
import type { ItemServices } from "./answer-memory.ts";
import type { ItemAnalyses } from "./item-analyses.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

/** After how many seconds a caller should ask again. */
const RETRY_AFTER = 2;
const BYTES_OF_QUESTION = 100;
const BYTES_OF_SUBSET = 5_000;
/** A left-out run has an estimate from each method, and five from each of the three that draw at random. */
const BYTES_OF_LEFT_OUT = 18 * 24;

/** How many of the steps of a choice are done. */
interface Progress {
  done: number;
  readonly of: number;
}

/** By the promise of the choice, which all requests for the same choice wait for. */
const progresses = new WeakMap<Promise<RepresentativeSubset>, Progress>();

/**
 * Chooses a subset, fold by fold: other computations take their turns between the folds. The choice continues and is
 * cached if the caller no longer waits for it.
 * @param name identifies the options
 * @param waitMs how long to wait, in milliseconds
 * @throws `UNAVAILABLE` with `progress` and `retryAfter` if the choice takes longer
 */
function chooseInFolds(
  analysis: ItemAnalysis,
  name: string,
  options: SubsetOptions,
  waitMs: number,
): Promise<RepresentativeSubset> {
  const { matrix } = analysis;
  const families = Int32Array.from(matrix.runs, ({ family }) => family);
  const folds = subsetFolds({ questions: matrix.questions, runs: matrix.runs.length, families });
  const progress: Progress = { done: 0, of: folds.length + 1 };
  const choice = analysis.stage({
    kind: "subset",
    name,
    input: async () => {
      const estimates: Estimates[] = [];
      for (const fold of folds) {
        const bytes = BYTES_OF_SUBSET + BYTES_OF_LEFT_OUT * fold.runs.length;
        const stage = { name: `${name}:${fold.by}:${fold.fold}`, input: () => ({ matrix, options, fold }), bytes };
        estimates.push(await analysis.stage({ kind: "subsetFold", ...stage }));
        progress.done += 1;
      }
      return { matrix, options, folds, estimates };
    },
    bytes: BYTES_OF_SUBSET + BYTES_OF_QUESTION * options.size,
  });
  const shared = progresses.get(choice) ?? progress;
  progresses.set(choice, shared);
  return within(waitMs, choice, shared);
}

async function within<T>(waitMs: number, work: Promise<T>, progress: Progress): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stillChoosing(progress)), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function stillChoosing({ done, of }: Progress): OmnidexError {
  const message = `The subset is being chosen: ${done} of ${of} steps are done. Send the same request again in ${RETRY_AFTER} s.`;
  return new OmnidexError("UNAVAILABLE", message, { retryAfter: RETRY_AFTER, progress: done / of });
}

const MOST_QUESTIONS = 1_000;
/** The largest seed: an integer of GraphQL. */
const LARGEST_SEED = 2_147_483_647;
/** How many subsets of a release an owner can store. */
const MOST_SUBSETS = 50;

/** `StoreSubsetInput` of the schema, and the arguments of `representativeSubset`. */
export interface SubsetRequest {
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly filter: QuestionFilter;
  readonly size: number;
  readonly seed: number;
  readonly runs: RunConditions;
}

export type SubsetServices = ItemServices & { readonly items: ItemAnalyses };

/** A choice of questions with the analysis that it comes from. */
export interface ChosenSubset {
  readonly analysis: ItemAnalysis;
  /** Null if there are too few runs or families. */
  readonly subset: RepresentativeSubset | null;
}

/**
 * Chooses questions of the current release of a benchmark that represent all questions of a slice.
 * @param counted the viewer whose visible runs are counted
 * @throws `BAD_USER_INPUT` for a size or seed out of range; `NOT_FOUND` for an unknown benchmark; `FORBIDDEN` if
 *   answers are hidden from the viewer; `UNAVAILABLE` if too many computations are waiting, or the choice takes longer
 *   than a request waits
 */
export async function chooseSubset(
  services: SubsetServices,
  aggregates: RunAggregates,
  viewer: Viewer,
  request: SubsetRequest,
  counted: Viewer = viewer,
): Promise<ChosenSubset> {
  const { benchmark, filter, size, seed, runs } = request;
  requireRange("size", size, 1, MOST_QUESTIONS);
  requireRange("seed", seed, 0, LARGEST_SEED);
  const release = await analysedRelease(services.database, aggregates, viewer, benchmark);
  const slice = canonicalSlice(filter);
  const { ordinals, count } = await aggregates.slice(release, slice);
  if (size > count)
    throw badInput(`'size' must be at most the number of questions in the slice, ${count}; got ${size}.`);
  const analysis = await services.items.of(services, aggregates, counted, { release, runs, inputs: "FULLEST" });
  if (!analysis.suffices("subset")) return { analysis, subset: null };
  const subset = await chooseInFolds(
    analysis,
    `${questionsHash([...ordinals])}:${size}:${seed}`,
    { size, seed, slice: Int32Array.from(ordinals) },
    services.pool.limits.waitMs,
  );
  return { analysis, subset };
}

function requireRange(name: string, value: number, least: number, most: number): void {
  if (value < least || value > most) throw badInput(`'${name}' must be from ${least} to ${most}; got ${value}.`);
}

/**
 * Chooses a subset from the runs that everyone sees, and stores it, so that runs over it have estimates. If the same
 * subset is already stored, it is returned instead.
 * @throws as `chooseSubset` does; `UNAUTHENTICATED` without a key; `CONFLICT` if there are too few runs, or the owner
 *   has stored 50 subsets of the release
 */
export async function storeSubset(
  services: SubsetServices,
  aggregates: RunAggregates,
  viewer: Viewer,
  request: SubsetRequest,
): Promise<SubsetRow> {
  const owner = requireOwner(viewer);
  const { analysis, subset } = await chooseSubset(services, aggregates, viewer, request, ANONYMOUS);
  const { release } = analysis;
  if (subset === null) throw tooFewRuns(analysis);
  const contentHash = contentOf(analysis, request, subset);
  return services.database.transaction(async (tx) => {
    await lockCurrentRelease(tx, request.benchmark, release);
    const same = await fetchSameSubset(tx, release, contentHash);
    if (same !== undefined) return same;
    if ((await countSubsets(tx, release, owner)) >= MOST_SUBSETS)
      throw new OmnidexError("CONFLICT", `You have stored ${MOST_SUBSETS} subsets of this release, the most allowed.`);
    const stored = await insertSubset(tx, newSubset(analysis, request, { owner, subset, contentHash }));
    if (stored === undefined) throw new Error("a subset was stored while the benchmark was locked");
    return stored;
  });
}

function tooFewRuns(analysis: ItemAnalysis): OmnidexError {
  const [withheld] = analysis.withheld(["subset"]);
  const { has, needs } = withheld ?? { has: analysis.evidence, needs: analysis.evidence };
  return new OmnidexError(
    "CONFLICT",
    `A subset needs ${needs.runs} public scored runs of ${needs.families} families of models; there are ${has.runs} of ${has.families}.`,
    { has, needs },
  );
}

const newSubset = (
  { release, keyRevision }: ItemAnalysis,
  { filter }: SubsetRequest,
  { owner, subset, contentHash }: Pick<NewSubset, "owner" | "subset" | "contentHash">,
): NewSubset => ({
  ...{ release, owner, filter, keyRevision, subset, contentHash },
  questionsHash: questionsHash(subset.questions),
});

/**
 * Identifies the subset by the inputs of the choice. If the slice depends on key reviews, its questions can change, so
 * the chosen questions identify the subset, too.
 */
function contentOf(
  { name }: ItemAnalysis,
  { filter, size, seed }: SubsetRequest,
  subset: RepresentativeSubset,
): string {
  const slice = canonicalSlice(filter);
  return hash([name, sliceFingerprint(slice), size, seed, ...(followsReviews(slice) ? [subset.questions] : [])]);
}

/** Names a set of questions by their ordinals. */
export const questionsHash = (ordinals: readonly number[]): string => hash(ordinals);

const hash = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");
