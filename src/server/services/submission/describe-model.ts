import { definedFields } from "../../../domain/defined-fields.ts";
import { badInput, OmnidexError } from "../../../domain/errors.ts";
import { slugify } from "../../../domain/slug.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { holdAnswerKeysOfModel } from "../../data/key-revision-writes.ts";
import {
  changeModel,
  fetchReleasesOfModel,
  lockModel,
  type ModelChanges,
  type ModelReference,
} from "../../data/model-writes.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { requireOwner } from "../access/require-admin.ts";
import { requireModelFields } from "./admission.ts";
import { requireSealed } from "./run-access.ts";
import { checkModelCard, checkModelName } from "./submission-input.ts";

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
