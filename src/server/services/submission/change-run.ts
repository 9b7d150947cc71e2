import { badInput, OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { dropPendingTasks, dropTasks } from "../../data/judge-writes.ts";
import { fetchLatestScoring } from "../../data/key-revision-queries.ts";
import {
  changeModelOfRun,
  changeRun,
  type ExistingRun,
  isModelShared,
  markRestored,
  markWithdrawn,
  type RunChanges,
} from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { lockOwnRun, lockOwnRunAndKey, requireOwner } from "./run-access.ts";
import type { RunServices } from "./run-services.ts";
import { checkModelCard, checkRunCard, checkText } from "./submission-input.ts";

type Services = Pick<RunServices, "database">;

/** `ModelCardInput` of the schema. */
export interface ModelCardInput {
  readonly parameters?: string | null | undefined;
  readonly organization?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** `UpdateRunInput` of the schema without the run. An absent field stays as it is; null removes it. */
export interface UpdateRunInput {
  readonly visibility?: "PRIVATE" | "PUBLIC" | null | undefined;
  readonly notes?: string | null | undefined;
  readonly frames?: number | null | undefined;
  readonly seed?: number | null | undefined;
  readonly prompt?: string | null | undefined;
  readonly model?: ModelCardInput | null | undefined;
}

/**
 * Changes what a run says of itself, and what is known of its model. Its predictions and scores stay as they are.
 * @throws `BAD_USER_INPUT` that names the field; `FORBIDDEN` or `NOT_FOUND` as `lockOwnRun` does; `FORBIDDEN` for the model
 *   of another owner's run too
 */
export async function updateRun(
  { database }: Services,
  viewer: Viewer,
  id: number,
  input: UpdateRunInput,
): Promise<void> {
  requireOwner(viewer);
  const { visibility, model, ...rest } = input;
  if (visibility === null) throw badInput("'visibility' must be PRIVATE or PUBLIC; it cannot be removed.");
  checkRunCard(input);
  checkModelCard(model ?? {});
  const changes: RunChanges = { ...defined(rest), ...(visibility !== undefined && { visibility }) };
  const card = defined(model ?? {});
  if (Object.keys(changes).length + Object.keys(card).length === 0)
    throw badInput("There is nothing to change: give 'visibility', 'notes', 'frames', 'seed', 'prompt' or 'model'.");
  await database.transaction(async (tx) => {
    const run = await lockOwnRun(tx, viewer, id);
    if (Object.keys(card).length > 0) await requireOwnModel(tx, viewer, run);
    await changeRun(tx, id, changes);
    await changeModelOfRun(tx, id, card);
  });
}

/** The fields that were given. */
const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** A model is one row for all its runs, so what one owner says of it everyone reads. */
async function requireOwnModel(tx: Queryable, viewer: Viewer, run: ExistingRun): Promise<void> {
  if (viewer.admin || !(await isModelShared(tx, run))) return;
  throw new OmnidexError(
    "FORBIDDEN",
    "'model' is also the model of another owner's run, or of a paper's figure: only an administrator may change what is known of it.",
  );
}

/** Takes a run back. One that is withdrawn stays as it is. */
export async function withdrawRun(
  { database }: Services,
  viewer: Viewer,
  id: number,
  reason: string | null,
): Promise<void> {
  checkText("reason", reason, 0, 10_000);
  await database.transaction(async (tx) => {
    const run = await lockOwnRun(tx, viewer, id);
    if (run.status === "WITHDRAWN") return;
    if (run.status === "JUDGING") await dropPendingTasks(tx, id);
    await markWithdrawn(tx, id, reason);
  });
}

/**
 * Takes back the withdrawal of a run, with all that it had. A run that was scored is scored again in lists; any other is open,
 * and `finalizeRun` scores it. A run that is not withdrawn stays as it is.
 */
export async function restoreRun({ database }: Services, viewer: Viewer, id: number): Promise<void> {
  await database.transaction(async (tx) => {
    // With its answer key held, the run is there before its release is replaced, and counted, or comes after that.
    const run = await lockOwnRunAndKey(tx, viewer, id);
    if (run.status !== "WITHDRAWN") return;
    const scoring = await fetchLatestScoring(tx, id);
    // When it is closed again, the judge's queue is filled anew.
    if (scoring === undefined) await dropTasks(tx, id);
    await markRestored(tx, id, scoring === undefined ? "OPEN" : "SCORED");
  });
}
