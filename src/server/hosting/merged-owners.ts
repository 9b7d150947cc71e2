import { badInput } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { currentReleaseOf } from "../access/current-release.ts";
import { deleteMerged, fetchMergedOwners, lockMergedOwners, storePerson } from "../access/maintainer-queries.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import { lockAnswerKey } from "../benchmarks/benchmark-locks.ts";
import { requireSealed } from "../benchmarks/require-sealed.ts";
import type { Database, Queryable } from "../db/database.ts";

/** The owners that a benchmark counts as one: a list for each person. */
export type MergedOwners = readonly (readonly string[])[];

/**
 * The merged owners of a benchmark.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators and maintainers
 */
export async function mergedOwnersOf(database: Queryable, viewer: Viewer, benchmark: string): Promise<MergedOwners> {
  requireMaintainer(viewer, benchmark, "Listing merged owners");
  return persons(await fetchMergedOwners(database, benchmark));
}

function persons(rows: readonly { readonly owner: string; readonly person: string }[]): MergedOwners {
  const groups = new Map<string, string[]>();
  for (const { owner, person } of rows) groups.set(person, [...(groups.get(person) ?? []), owner]);
  return [...groups.values()];
}

const MOST_OWNERS = 100;

/**
 * Counts several owners as one person on a benchmark.
 * @throws as `mergedOwnersOf`; `NOT_FOUND` for an unknown benchmark; `BAD_USER_INPUT` for fewer than two owners, too
 *   many owners, or an invalid name
 */
export async function mergeOwners(
  database: Database,
  viewer: Viewer,
  { benchmark, owners: given }: { readonly benchmark: string; readonly owners: readonly string[] },
): Promise<MergedOwners> {
  requireMaintainer(viewer, benchmark, "Merging owners");
  const owners = [...new Set(given.map((owner) => owner.trim()))];
  if (owners.length < 2 || owners.length > MOST_OWNERS)
    throw badInput(`'owners' must name 2 to ${MOST_OWNERS} different owners; got ${owners.length}.`);
  if (owners.some((owner) => owner === "" || owner.length > 200 || owner.includes("\0")))
    throw badInput("Each of 'owners' must have 1 to 200 characters.");
  return change(database, benchmark, async (tx) => {
    const known = persons(await fetchMergedOwners(tx, benchmark));
    const all = [
      ...new Set([...owners, ...known.filter((person) => person.some((owner) => owners.includes(owner))).flat()]),
    ].sort();
    await storePerson(tx, benchmark, all, all[0] ?? "");
  });
}

/**
 * Counts an owner by itself again. An owner that is not merged with others does not change.
 * @throws as `mergedOwnersOf`; `NOT_FOUND` for an unknown benchmark
 */
export async function separateOwner(
  database: Database,
  viewer: Viewer,
  { benchmark, owner }: { readonly benchmark: string; readonly owner: string },
): Promise<MergedOwners> {
  requireMaintainer(viewer, benchmark, "Separating owners");
  return change(database, benchmark, async (tx) => {
    const person = persons(await fetchMergedOwners(tx, benchmark)).find((owners) => owners.includes(owner)) ?? [];
    const others = person.filter((other) => other !== owner);
    // If only one owner remains, that owner also counts by itself again. If several remain, they still count as one
    // person, whose name must be that of an owner who remains.
    await deleteMerged(tx, benchmark, others.length < 2 ? person : [owner]);
    if (others.length >= 2) await storePerson(tx, benchmark, others, others[0] ?? "");
  });
}

/**
 * Changes the merged owners. Submissions take quotas under the lock of the owners, and store scores under the lock of
 * the answer key. This transaction takes both locks, so it waits for submissions in progress.
 */
async function change(
  database: Database,
  benchmark: string,
  work: (tx: Queryable) => Promise<void>,
): Promise<MergedOwners> {
  const release = await currentReleaseOf(database, benchmark);
  return database.transaction(async (tx) => {
    await lockAnswerKey(tx, release);
    await requireSealed(tx, [release]);
    await lockMergedOwners(tx, benchmark);
    await work(tx);
    return persons(await fetchMergedOwners(tx, benchmark));
  });
}
