import { definedFields } from "../../../domain/defined-fields.ts";
import { badInput, checkText } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { dropPendingTasks, dropTasks } from "../../data/judge-writes.ts";
import { fetchLatestScoring } from "../../data/key-revision-queries.ts";
import { holdAnswerKeysOfRunModel } from "../../data/key-revision-writes.ts";
import { publishModelOf, withdrawModelOf } from "../../data/model-writes.ts";
import { changeConcealed, changePseudonym, lockPseudonymOf, type Pseudonym } from "../../data/pseudonym-writes.ts";
import { changeRun, markRestored, markWithdrawn, type RunChanges } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import { requireOwner } from "../access/require-admin.ts";
import { requireFields, requireOpenRun } from "./admission.ts";
import { describeModel } from "./describe-model.ts";
import { lockOwnRunAndKey, requireSealed } from "./run-access.ts";
import type { RunServices } from "./run-services.ts";
import { checkModelCard, checkRunCard } from "./submission-input.ts";

type Services = Pick<RunServices, "database" | "storage">;

/** `ModelCardInput` of the schema. */
export interface ModelCardInput {
  readonly parameters?: string | null | undefined;
  readonly organization?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/**
 * `UpdateRunInput` of the schema without the run. An absent field leaves its value in place; null removes the value.
 */
export interface UpdateRunInput {
  readonly visibility?: "PRIVATE" | "PUBLIC" | null | undefined;
  readonly notes?: string | null | undefined;
  readonly reportUrl?: string | null | undefined;
  readonly frames?: number | null | undefined;
  readonly seed?: number | null | undefined;
  readonly prompt?: string | null | undefined;
  readonly model?: ModelCardInput | null | undefined;
}

/**
 * Changes the description of a run and the details of its model. Predictions and scores do not change.
 * @throws `BAD_USER_INPUT` that names the field; `FORBIDDEN` or `NOT_FOUND` as `lockOwnRun` does; also `FORBIDDEN` for
 *   the model of another owner; `CONFLICT` as `requireSealed` does
 */
export async function updateRun(
  { database, numbers }: Pick<RunServices, "database" | "numbers">,
  viewer: Viewer,
  id: number,
  input: UpdateRunInput,
): Promise<void> {
  requireOwner(viewer);
  const { visibility, model, ...rest } = input;
  if (visibility === null) throw badInput("'visibility' must be PRIVATE or PUBLIC; it cannot be removed.");
  checkRunCard(input);
  checkModelCard(model ?? {});
  const changes: RunChanges = { ...definedFields(rest), ...(visibility !== undefined && { visibility }) };
  const card = definedFields(model ?? {});
  if (Object.keys(changes).length + Object.keys(card).length === 0)
    throw badInput(
      "There is nothing to change: give 'visibility', 'notes', 'reportUrl', 'frames', 'seed', 'prompt' or 'model'.",
    );
  await database.transaction(async (tx) => {
    // The description of a model is shown on the boards of all releases over which it has runs.
    if (Object.keys(card).length > 0) await holdAnswerKeysOfRunModel(tx, id);
    const run = await lockOwnRunAndKey(tx, viewer, id, {
      holdsName: visibility !== undefined || Object.keys(card).length > 0,
    });
    await requireSealed(tx, [run.release]);
    const pseudonym = await lockPseudonymOf(tx, id);
    if (pseudonym === undefined) {
      if (Object.keys(card).length > 0) await describeModel(tx, viewer, { ofRun: id }, card);
      await changeRun(tx, id, changes);
    } else await changeAnonymous(tx, id, pseudonym, changes, card);
    const changed = [...Object.keys(changes), ...Object.keys(card).map((name) => `model.${name}`)];
    if (run.status !== "OPEN") await requireFields(tx, id, null, changed);
    if (changes.visibility === "PUBLIC") await publishModelOf(tx, id);
    if (changes.visibility === "PRIVATE" && run.visibility === "PUBLIC") await withdrawModelOf(tx, numbers, id);
  });
}

/** Changes an anonymous run. Its concealed fields are changed in the tables that conceal them. */
async function changeAnonymous(
  tx: Queryable,
  run: number,
  { modelId }: Pseudonym,
  { notes, reportUrl, ...changes }: RunChanges,
  card: ModelCardInput,
): Promise<void> {
  await changePseudonym(tx, modelId, definedFields(card));
  await changeConcealed(tx, run, definedFields({ notes, reportUrl }));
  await changeRun(tx, run, changes);
}

/** Withdraws a run. Withdrawing it again changes nothing. */
export async function withdrawRun(
  { database }: Services,
  viewer: Viewer,
  id: number,
  reason: string | null,
): Promise<void> {
  checkText("reason", reason, 0, 10_000);
  await database.transaction(async (tx) => {
    const run = await lockOwnRunAndKey(tx, viewer, id);
    if (run.status === "WITHDRAWN") return;
    // A run that waits for the judge may always be withdrawn. It is on no board, and the final board cannot be stored
    // while it waits.
    if (run.status !== "JUDGING") await requireSealed(tx, [run.release]);
    if (run.status === "JUDGING") await dropPendingTasks(tx, id);
    await markWithdrawn(tx, id, reason);
  });
}

/**
 * Undoes the withdrawal of a run. A scored run is listed again with its score. Any other run is open again, and
 * `finalizeRun` scores it. A run that is not withdrawn does not change.
 */
export async function restoreRun(services: Services, viewer: Viewer, id: number): Promise<void> {
  await services.database.transaction(async (tx) => {
    // The release cannot be replaced while this transaction holds its answer key. A later replacement counts the
    // restored run.
    const run = await lockOwnRunAndKey(tx, viewer, id);
    if (run.status !== "WITHDRAWN") return;
    await requireSealed(tx, [run.release]);
    const scoring = await fetchLatestScoring(tx, id);
    // The old judge tasks are dropped, because closing the run makes new ones.
    if (scoring === undefined) await dropTasks(tx, id);
    await markRestored(tx, id, scoring === undefined ? "OPEN" : "SCORED");
    await publishModelOf(tx, id);
    if (scoring === undefined) await requireOpenRun(tx, services, run.owner);
  });
}
