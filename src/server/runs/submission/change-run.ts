import { badInput, checkText, OmnidexError } from "../../../domain/errors.ts";
import { definedFields } from "../../../domain/record-values.ts";
import { type RunProtocol, statedProtocol } from "../../../domain/run-protocol.ts";
import { slugify } from "../../../domain/slug.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { requireOwner } from "../../access/require-admin.ts";
import { holdAnswerKeysOfModel, holdAnswerKeysOfRunModel } from "../../benchmarks/benchmark-locks.ts";
import { requireSealed } from "../../benchmarks/require-sealed.ts";
import type { RowNumbers } from "../../conditions/row-numbers.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { dropPendingTasks, dropTasks } from "../judge-queries.ts";
import { fetchLatestScoring } from "../key-revision-queries.ts";
import {
  changeModel,
  fetchReleasesOfModel,
  lockModel,
  type ModelChanges,
  type ModelReference,
  publishModelOf,
  withdrawModelOf,
} from "../model-writes.ts";
import {
  changeConcealed,
  changePseudonym,
  lockPseudonymOf,
  namePseudonym,
  type Pseudonym,
  setNamingDate,
} from "../pseudonym-writes.ts";
import { changeRun, markRestored, markWithdrawn, type RunChanges } from "../run-writes.ts";
import { lockOwnRun, lockOwnRunAndKey } from "./run-access.ts";
import { requireFields, requireModelFields, requireOpenRun } from "./run-admission.ts";
import type { RunServices } from "./run-services.ts";
import { checkModelCard, checkModelName, checkRunCard } from "./submission-input.ts";

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
  readonly protocol?: RunProtocol | null | undefined;
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
  const { visibility, model, protocol, ...rest } = input;
  if (visibility === null) throw badInput("'visibility' must be PRIVATE or PUBLIC; it cannot be removed.");
  checkRunCard(input);
  checkModelCard(model ?? {});
  const changes: RunChanges = {
    ...definedFields(rest),
    ...(protocol !== undefined && { protocol: statedProtocol(protocol) }),
    ...(visibility !== undefined && { visibility }),
  };
  const card = definedFields(model ?? {});
  if (Object.keys(changes).length + Object.keys(card).length === 0)
    throw badInput(
      "There is nothing to change: give 'visibility', 'notes', 'reportUrl', 'frames', 'seed', 'prompt', 'protocol' or 'model'.",
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

/** `UpdateModelInput` of the schema without the model. An absent field does not change; null removes it. */
export interface UpdateModelInput {
  readonly name?: string | null | undefined;
  readonly parameters?: string | null | undefined;
  readonly organization?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/**
 * Changes the description of a model. Its slug does not change.
 * @throws `BAD_USER_INPUT` that names the field; `UNAUTHENTICATED`, `NOT_FOUND`, or `FORBIDDEN` for another owner's
 *   model
 */
export async function updateModel(
  database: Database,
  viewer: Viewer,
  id: number,
  { name, ...card }: UpdateModelInput,
): Promise<void> {
  requireOwner(viewer);
  checkModelCard(card);
  if (name === null) throw badInput("'name' must contain a letter or a digit; it cannot be removed.");
  if (name !== undefined) checkModelName(name, "name");
  const changes: ModelChanges = definedFields({ ...card, name: name?.trim() });
  if (Object.keys(changes).length === 0)
    throw badInput("There is nothing to change: give 'name', 'parameters', 'organization' or 'url'.");
  await database.transaction(async (tx) => {
    await holdAnswerKeysOfModel(tx, id);
    await describeModel(tx, viewer, { id }, changes);
  });
}

/** @throws `NOT_FOUND` if there is no such model; `FORBIDDEN` if it is another owner's or comes from a paper */
export async function describeModel(
  tx: Queryable,
  viewer: Viewer,
  which: ModelReference,
  changes: ModelChanges,
): Promise<void> {
  const model = await lockModel(tx, viewer, which);
  if (model === undefined) throw new OmnidexError("NOT_FOUND", "There is no such model, or you may not see it.");
  if (!model.describable) {
    throw new OmnidexError(
      "FORBIDDEN",
      "'model' may be changed only by the owner of the first public run of its name and by administrators; a model that a paper names, only by administrators.",
    );
  }
  if (changes.name !== undefined && slugify(changes.name) !== model.slug)
    throw badInput(
      `'name' must keep the slug '${model.slug}'; '${changes.name}' has the slug '${slugify(changes.name)}'.`,
    );
  await requireSealed(tx, await fetchReleasesOfModel(tx, model.id));
  await changeModel(tx, model.id, changes);
  await requireModelFields(tx, model.id, Object.keys(changes));
}

/**
 * Names an anonymous run and all others of its pseudonym, or sets the date on which the server names them. A run that
 * is not anonymous does not change. The runs keep their ids, times and scores.
 * @param at null or a past date names the run at once
 * @throws `FORBIDDEN` or `NOT_FOUND` as `lockOwnRun` does
 */
export async function nameRun(
  { database, numbers }: Pick<RunServices, "database" | "numbers">,
  viewer: Viewer,
  id: number,
  at: Date | null,
): Promise<void> {
  requireOwner(viewer);
  await database.transaction(async (tx) => {
    await holdAnswerKeysOfRunModel(tx, id);
    await lockOwnRun(tx, viewer, id);
    const pseudonym = await lockPseudonymOf(tx, id);
    if (pseudonym === undefined) return;
    await requireSealed(tx, await fetchReleasesOfModel(tx, pseudonym.modelId));
    if (at !== null && at.getTime() > Date.now()) await setNamingDate(tx, pseudonym.modelId, at);
    else await namePseudonym(tx, numbers, pseudonym);
  });
}

/** Names a run whose date has come. */
export async function nameDueRun(tx: Queryable, numbers: RowNumbers, run: number): Promise<void> {
  await holdAnswerKeysOfRunModel(tx, run);
  const pseudonym = await lockPseudonymOf(tx, run);
  if (pseudonym === undefined) return;
  await requireSealed(tx, await fetchReleasesOfModel(tx, pseudonym.modelId));
  await namePseudonym(tx, numbers, pseudonym);
}
