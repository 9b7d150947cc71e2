import { notFound, OmnidexError } from "../../../domain/errors.ts";
import { encodeNodeId } from "../../../domain/node-id.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { requireOwner } from "../../access/require-admin.ts";
import { holdAnswerKeyOfRun } from "../../benchmarks/benchmark-locks.ts";
import { isPublished } from "../../conditions/run-conditions.ts";
import type { Queryable } from "../../db/database.ts";
import { lockModelNameOf, lockNameToPublish } from "../model-writes.ts";
import type { SheetReference } from "../reading/answer-sheet.ts";
import { type ExistingRun, fetchRun, lockRun } from "../run-writes.ts";

/**
 * Locks a run that the viewer may change.
 * @throws `FORBIDDEN` for a run of another owner that the viewer can see; `NOT_FOUND` for a run that does not exist, or
 *   that the viewer cannot see, without distinguishing the two
 */
export async function lockOwnRun(tx: Queryable, viewer: Viewer, id: number): Promise<ExistingRun> {
  const owner = requireOwner(viewer);
  return requireOwn(await lockRun(tx, id), owner, viewer, id);
}

function requireOwn(run: ExistingRun | undefined, owner: string, viewer: Viewer, id: number): ExistingRun {
  if (run !== undefined && (run.owner === owner || viewer.admin)) return run;
  const name = encodeNodeId("Run", id);
  if (run === undefined || !isPublished(run)) throw notFound("run", name);
  throw new OmnidexError(
    "FORBIDDEN",
    `The run '${name}' belongs to another owner: only its owner or an administrator may change it.`,
  );
}

/** Reads a run that the viewer may change. @throws as `lockOwnRun` does */
export async function fetchOwnRun(database: Queryable, viewer: Viewer, id: number): Promise<ExistingRun> {
  const owner = requireOwner(viewer);
  return requireOwn(await fetchRun(database, id), owner, viewer, id);
}

/**
 * Reads a run that the viewer may change, and keeps its answer key unchanged until the transaction ends. The run itself
 * is not locked. Until `lockOwnRun` reads it again, rely only on fields that never change.
 * @throws as `lockOwnRun` does
 */
export async function holdKeyOfOwnRun(tx: Queryable, viewer: Viewer, id: number): Promise<SheetReference> {
  requireOwner(viewer);
  await holdAnswerKeyOfRun(tx, id);
  return fetchOwnRun(tx, viewer, id);
}

/**
 * Locks a run that the viewer may change, and keeps its answer key unchanged until the transaction ends, so that its
 * predictions can be scored. The key is locked before the run, as in corrections. If scoring the run may publish its
 * model, the name of the model is locked after the key and before the run.
 * @param holdsName whether to lock the name in any case
 * @throws as `lockOwnRun` does
 */
export async function lockOwnRunAndKey(
  tx: Queryable,
  viewer: Viewer,
  id: number,
  { holdsName = false }: { readonly holdsName?: boolean } = {},
): Promise<ExistingRun> {
  requireOwner(viewer);
  await holdAnswerKeyOfRun(tx, id);
  await (holdsName ? lockModelNameOf(tx, id) : lockNameToPublish(tx, id));
  return lockOwnRun(tx, viewer, id);
}

/** @throws `CONFLICT` for a run that takes no more predictions */
export function requireOpen(run: ExistingRun): void {
  if (run.status === "OPEN") return;
  throw new OmnidexError("CONFLICT", `The run is ${run.status}: it accepts no more predictions.`);
}
