import type { benchmarkMethods } from "./benchmark-methods.ts";
import type { Call, Calls } from "./call.ts";
import type { comparisonMethods } from "./node-methods.ts";
import type { rankingMethods } from "./ranking-methods.ts";
import type { runMethods } from "./run-methods.ts";
import type { scoreMethods } from "./score-methods.ts";
import type * as options from "./sdk-options.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

type Group =
  | typeof benchmarkMethods
  | typeof comparisonMethods
  | typeof rankingMethods
  | typeof runMethods
  | typeof scoreMethods;
type Together<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void ? I : never;
/** The methods of a client that a handle calls. */
type Methods = Calls<Together<ReturnType<Group>>>;

/** A run: its id, or any object that has the id. */
export type RunReference = string | { readonly id: string };
/** A benchmark: its slug, or any object that has the slug. */
export type BenchmarkReference = string | { readonly slug: string };

const RUN_METHODS = [
  "score",
  "counts",
  "breakdown",
  "levels",
  "taskScores",
  "groupScores",
  "captionMetrics",
  "scoringNotes",
  "scorings",
  "audit",
  "predictions",
  "remarks",
] as const;
const BENCHMARK_METHODS = ["releases", "oddities", "suspects", "keyRevisions", "leaderboard", "scoreTable"] as const;

/** Methods without their first argument, which is bound. */
type Bound<M> = {
  readonly [K in keyof M]: M[K] extends (first: string, ...rest: infer A) => infer R ? (...rest: A) => R : never;
};

/** The methods that read one run. A handle holds only the id, and each method sends its own request. */
export interface RunHandle extends Bound<Pick<Methods, (typeof RUN_METHODS)[number]>> {
  /** The run's id. */
  readonly id: string;
  /** The run itself, as plain data; null if it does not exist or the API key may not see it. */
  readonly get: (request?: RequestOptions) => Call<types.Run | null>;
  /** A paired comparison with another run of the same release. Positive differences favour this run. */
  readonly compare: (other: RunReference, compare?: options.CompareOptions) => Call<types.RunComparison>;
}

/** The methods that read one benchmark. A handle holds only the slug, and each method sends its own request. */
export interface BenchmarkHandle extends Bound<Pick<Methods, (typeof BENCHMARK_METHODS)[number]>> {
  /** The benchmark's slug. */
  readonly slug: string;
  /** The benchmark itself, as plain data; null if no benchmark has this slug. */
  readonly get: (request?: RequestOptions) => Call<types.Benchmark | null>;
}

const idOf = (run: RunReference): string => (typeof run === "string" ? run : run.id);

type Method = (...args: readonly unknown[]) => unknown;

/** The named methods of a client, with their first argument bound. */
function bound<K extends keyof Methods>(client: Methods, names: readonly K[], first: string): Bound<Pick<Methods, K>> {
  const method = (name: K): Method => client[name] as Method;
  return Object.fromEntries(
    names.map((name) => [name, (...rest: readonly unknown[]) => method(name)(first, ...rest)]),
  ) as Bound<Pick<Methods, K>>;
}

export function runHandle(client: Methods, run: RunReference): RunHandle {
  const id = idOf(run);
  return {
    ...bound(client, RUN_METHODS, id),
    id,
    get: (request) => client.run(id, request),
    compare: (other, compare) => client.compareRuns(id, idOf(other), compare),
  };
}

export function benchmarkHandle(client: Methods, benchmark: BenchmarkReference): BenchmarkHandle {
  const slug = typeof benchmark === "string" ? benchmark : benchmark.slug;
  return {
    ...bound(client, BENCHMARK_METHODS, slug),
    slug,
    get: (request) => client.benchmark(slug, request),
  };
}
