import type { Omnidex } from "../../sdk/index.ts";
import type { Run, RunFilter, RunStatus } from "../../sdk/types.ts";
import { nearestName, UsageError } from "../output/usage-error.ts";

/**
 * The run that an argument names: its id, the number in its id, `latest`, or a model that has one run.
 *
 * @param within the runs among which `latest` and models are looked up
 * @throws {UsageError} if no run matches, or several do; the hint lists them
 */
export async function resolveRun(omnidex: Omnidex, reference: string, within: RunFilter = {}): Promise<Run> {
  if (/^(run_)?\d+$/.test(reference)) return runById(omnidex, reference.replace(/^(run_)?/, "run_"));
  if (reference === "latest") return latestRun(omnidex, within);
  return runOfModel(omnidex, reference, within);
}

/** The statuses of runs that can be changed. A withdrawn run can only be restored. */
const CHANGEABLE: readonly RunStatus[] = ["OPEN", "JUDGING", "SCORED"];

/**
 * The run that a command changes, named as for every other command. `latest` is the latest of the viewer's own runs, so
 * that no run of another owner is changed by accident.
 *
 * @throws {UsageError} as {@link resolveRun} does
 */
export async function resolveChangedRun(
  omnidex: Omnidex,
  reference: string,
  statuses: readonly RunStatus[] = CHANGEABLE,
): Promise<Run> {
  return resolveRun(omnidex, reference, { statuses, ...(reference === "latest" && { mine: true }) });
}

async function runById(omnidex: Omnidex, id: string): Promise<Run> {
  const run = await omnidex.run(id);
  if (run === null) throw new UsageError(`There is no run '${id}' that you may see.`, LIST);
  return run;
}

async function latestRun(omnidex: Omnidex, within: RunFilter): Promise<Run> {
  const [run] = await omnidex.runs({ filter: within, pageSize: 1 }).take(1).toArray();
  if (run === undefined) throw new UsageError("There is no run yet, or none that you may see.", LIST);
  return run;
}

async function runOfModel(omnidex: Omnidex, name: string, within: RunFilter): Promise<Run> {
  const models = await omnidex.models().toArray();
  const lower = name.toLowerCase();
  const model = models.find((each) => each.slug === lower || each.name.toLowerCase() === lower);
  if (model === undefined) {
    const slugs = models.map(({ slug }) => slug);
    const near = await nearestWithRun(omnidex, name, slugs, within);
    throw new UsageError(
      `There is no run or model '${name}'.`,
      near === null ? LIST : `Did you mean '${near}'? ${LIST}`,
    );
  }
  const runs = await omnidex
    .runs({ filter: { ...within, models: [model.slug] }, pageSize: 20 })
    .take(20)
    .toArray();
  const [run, ...others] = runs;
  if (run === undefined) throw new UsageError(`The model '${name}' has no run that you may see.`, LIST);
  if (others.length === 0) return run;
  const named = runs.map(({ id, benchmark, inputs }) => `${id} (${benchmark.slug}, ${inputs.join("+").toLowerCase()})`);
  throw new UsageError(
    `The model '${name}' has several runs. Give the id of one.`,
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

const LIST = "'omnidex runs' lists them.";
