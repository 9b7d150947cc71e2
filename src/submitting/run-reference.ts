import type { Omnidex } from "../sdk/index.ts";
import type { Run, RunFilter } from "../sdk/types.ts";
import { nearestName } from "./nearest-name.ts";

/** A name that means no run, or several. */
export class RunReferenceError extends Error {
  override readonly name = "RunReferenceError";

  constructor(
    message: string,
    readonly code: "NOT_FOUND" | "BAD_USER_INPUT",
    /** What to write instead, as a sentence; null if nothing is similar. */
    readonly advice: string | null = null,
  ) {
    super(message);
  }
}

/**
 * The run that a name means: its id, the number in its id, `latest`, or a model that has one run.
 *
 * @param within the runs among which `latest` and models are looked up
 * @throws RunReferenceError if no run matches, or several do; its advice lists them
 */
export async function findRun(omnidex: Omnidex, reference: string, within: RunFilter = {}): Promise<Run> {
  if (/^(run_)?\d+$/.test(reference)) return runById(omnidex, reference.replace(/^(run_)?/, "run_"));
  if (reference === "latest") return latestRun(omnidex, within);
  return runOfModel(omnidex, reference, within);
}

async function runById(omnidex: Omnidex, id: string): Promise<Run> {
  const run = await omnidex.run(id);
  if (run === null) throw new RunReferenceError(`There is no run '${id}' that you may see.`, "NOT_FOUND");
  return run;
}

async function latestRun(omnidex: Omnidex, within: RunFilter): Promise<Run> {
  const [run] = await omnidex.runs({ filter: within, pageSize: 1 }).take(1).toArray();
  if (run === undefined) throw new RunReferenceError("There is no run yet, or none that you may see.", "NOT_FOUND");
  return run;
}

async function runOfModel(omnidex: Omnidex, name: string, within: RunFilter): Promise<Run> {
  const models = await omnidex.models().toArray();
  const lower = name.toLowerCase();
  const model = models.find((each) => each.slug === lower || each.name.toLowerCase() === lower);
  if (model === undefined) {
    const slugs = models.map(({ slug }) => slug);
    const near = await nearestWithRun(omnidex, name, slugs, within);
    const advice = near === null ? null : `Did you mean '${near}'?`;
    throw new RunReferenceError(`There is no run or model '${name}'.`, "NOT_FOUND", advice);
  }
  const runs = await omnidex
    .runs({ filter: { ...within, models: [model.slug] }, pageSize: 20 })
    .take(20)
    .toArray();
  const [run, ...others] = runs;
  if (run === undefined) throw new RunReferenceError(`The model '${name}' has no run that you may see.`, "NOT_FOUND");
  if (others.length === 0) return run;
  const named = runs.map(({ id, benchmark, inputs }) => `${id} (${benchmark.slug}, ${inputs.join("+").toLowerCase()})`);
  throw new RunReferenceError(
    `The model '${name}' has several runs. Give the id of one.`,
    "BAD_USER_INPUT",
    `Its latest runs: ${named.join(", ")}.`,
  );
}

/** How many models with similar names are looked at for a suggestion. */
const MOST_CANDIDATES = 5;

/** The model that was probably meant, among those that have a run: most models are known only from papers' figures. */
async function nearestWithRun(
  omnidex: Omnidex,
  name: string,
  slugs: readonly string[],
  within: RunFilter,
): Promise<string | null> {
  let left = slugs;
  for (let tried = 0; tried < MOST_CANDIDATES; tried += 1) {
    const near = nearestName(name, left);
    if (near === null) return null;
    const filter = { ...within, models: [near] };
    const [run] = await omnidex.runs({ filter, pageSize: 1 }).take(1).toArray();
    if (run !== undefined) return near;
    left = left.filter((slug) => slug !== near);
  }
  return null;
}
