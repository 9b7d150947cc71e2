import type { Omnidex } from "../../sdk/index.ts";
import { connect } from "../connection/sdk-client.ts";

/** What could stand in a place, with a few words about it. */
export type Completion = readonly [value: string, description: string];

/** Whoever presses the key does not wait longer, in seconds, unless `OMNIDEX_COMPLETION_TIMEOUT` says so. */
const PATIENCE = 1;

/** How a server is asked: quickly, or not at all. */
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

/** By the option, or the name of the argument. */
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

/** What the server knows for an option or argument; nothing where it does not answer at once, for nobody wants an error there. */
export async function knownValues(name: string): Promise<readonly Completion[]> {
  const lookup = LOOKUPS[name];
  if (lookup === undefined) return [];
  try {
    return await lookup((await connect()).omnidex);
  } catch {
    return [];
  }
}
