import type { Omnidex } from "../../sdk/index.ts";
import type { Run, RunFilter, RunStatus } from "../../sdk/types.ts";
import { findRun, RunReferenceError } from "../../submitting/run-reference.ts";
import { UsageError } from "../output/usage-error.ts";

/**
 * The run that an argument names: its id, the number in its id, `latest`, or a model that has one run.
 *
 * @param within the runs among which `latest` and models are looked up
 * @throws {UsageError} if no run matches, or several do; the hint lists them
 */
export async function resolveRun(omnidex: Omnidex, reference: string, within: RunFilter = {}): Promise<Run> {
  try {
    return await findRun(omnidex, reference, within);
  } catch (error) {
    if (!(error instanceof RunReferenceError)) throw error;
    const { message, code, advice } = error;
    const list = code === "NOT_FOUND" ? ["'omnidex runs' lists them."] : [];
    throw new UsageError(message, [...(advice === null ? [] : [advice]), ...list].join(" "));
  }
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
