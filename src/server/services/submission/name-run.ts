import type { Viewer } from "../../../domain/viewer.ts";
import { holdAnswerKeysOfRunModel } from "../../data/key-revision-writes.ts";
import { fetchReleasesOfModel } from "../../data/model-writes.ts";
import { lockPseudonymOf, namePseudonym, setNamingDate } from "../../data/pseudonym-writes.ts";
import type { RowNumbers } from "../../data/row-numbers.ts";
import type { Queryable } from "../../db/database.ts";
import { requireOwner } from "../access/require-admin.ts";
import { lockOwnRun, requireSealed } from "./run-access.ts";
import type { RunServices } from "./run-services.ts";

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
