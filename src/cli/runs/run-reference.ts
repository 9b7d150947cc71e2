import type { Omnidex } from "../../sdk/index.ts";
import type { Run, RunFilter } from "../../sdk/types.ts";
import { nearestName } from "../nearest-name.ts";
import { UsageError } from "../usage-error.ts";

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
    const near = nearestName(
      name,
      models.map(({ slug }) => slug),
    );
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

const LIST = "'omnidex runs' lists them.";
