import type { Omnidex } from "../../sdk/index.ts";
import { connect } from "../connection/sdk-client.ts";

/** A completion with a short description. */
export type Completion = readonly [value: string, description: string];

/** The default for `OMNIDEX_COMPLETION_TIMEOUT`: how long to wait for the server, in seconds. */
const PATIENCE = 1;

/** Request options with a short timeout and no retries. */
function quick(): { readonly timeoutMs: number; readonly maxRetries: 0 } {
  const seconds = Number(process.env.OMNIDEX_COMPLETION_TIMEOUT);
  return { timeoutMs: (seconds > 0 && seconds <= 600 ? seconds : PATIENCE) * 1000, maxRetries: 0 };
}

type Lookup = (omnidex: Omnidex) => Promise<readonly Completion[]>;

const benchmarks: Lookup = async (omnidex) =>
  (await omnidex.benchmarks(quick())).map(({ slug, title }) => [slug, title] as const);

const tasks: Lookup = async (omnidex) =>
  (await omnidex.benchmarks(quick())).flatMap((each) => each.tasks.map((task) => [task.slug, each.slug] as const));

const categories: Lookup = async (omnidex) =>
  (await omnidex.benchmarks(quick())).flatMap((each) =>
    each.categories
      .flatMap((category) => [category, ...category.subcategories])
      .map(({ slug }) => [slug, each.slug] as const),
  );

const models: Lookup = async (omnidex) =>
  (await omnidex.models(quick()).take(100).toArray()).map(({ slug, name }) => [slug, name] as const);

const runs: Lookup = async (omnidex) => {
  const found = await omnidex.runs(quick()).take(50).toArray();
  return [
    ["latest", "the newest run"] as const,
    ...found.map(({ id, model, benchmark }) => [id, `${model.name} on ${benchmark.slug}`] as const),
  ];
};

/** Lookups by option flag or argument name. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  "--benchmark": benchmarks,
  benchmark: benchmarks,
  slug: benchmarks,
  "--task": tasks,
  "--category": categories,
  "--model": models,
  run: runs,
  a: runs,
  b: runs,
};

/** The server's values for an option or argument; empty if it does not answer in time: a completion must not fail. */
export async function knownValues(name: string): Promise<readonly Completion[]> {
  const lookup = LOOKUPS[name];
  if (lookup === undefined) return [];
  try {
    return await lookup((await connect()).omnidex);
  } catch {
    return [];
  }
}
