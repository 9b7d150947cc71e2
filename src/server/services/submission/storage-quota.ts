import { OmnidexError } from "../../../domain/errors.ts";
import { ADMIN } from "../../../domain/viewer.ts";
import type { StorageLimits } from "../../config/limits-config.ts";
import { outputBytes } from "../../data/output-bytes.ts";
import { fetchStored, lockStored } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import type { RunServices } from "./run-services.ts";

type Storing = Pick<RunServices, "storage">;

/** The limit that applies to an owner; null for an owner without a limit. */
function limitOf({ storage }: Storing, owner: string, name: keyof StorageLimits): number | null {
  const limit = owner === ADMIN.owner ? 0 : (storage?.[name] ?? 0);
  return limit === 0 ? null : limit;
}

/**
 * Checks what an owner's runs hold, at the end of the transaction that adds to it. Parallel transactions of an owner are
 * checked one after the other, so that together they stay within the quota, too.
 * @throws `QUOTA_EXCEEDED` with the limit and what would be stored
 */
export async function requireStorage(tx: Queryable, services: Storing, owner: string): Promise<void> {
  const limit = limitOf(services, owner, "bytes");
  if (limit === null) return;
  await lockStored(tx, owner);
  checkBytes(limit, (await fetchStored(tx, owner)).bytes);
}

/**
 * Refuses new predictions for which there is no room, before they are written. `requireStorage` decides.
 * @throws `QUOTA_EXCEEDED` with the limit and what would be stored
 */
export async function requireRoom(
  database: Queryable,
  services: Storing,
  owner: string,
  predictions: readonly Parameters<typeof outputBytes>[0][],
): Promise<void> {
  const limit = limitOf(services, owner, "bytes");
  if (limit === null) return;
  const { bytes } = await fetchStored(database, owner);
  checkBytes(limit, bytes + predictions.reduce((sum, row) => sum + outputBytes(row), 0));
}

/**
 * Checks how many runs an owner has open, at the end of the transaction that opens one.
 * @throws `QUOTA_EXCEEDED` with the limit and how many would be open
 */
export async function requireOpenRun(tx: Queryable, services: Storing, owner: string): Promise<void> {
  const limit = limitOf(services, owner, "openRuns");
  if (limit === null) return;
  await lockStored(tx, owner);
  const { openRuns } = await fetchStored(tx, owner);
  if (openRuns <= limit) return;
  const reason = `${openRuns - 1} of your runs are open, and ${limit} may be: finalize or withdraw one first.`;
  throw exceeded("OPEN_RUNS", limit, openRuns, reason);
}

function checkBytes(limit: number, bytes: number): void {
  if (bytes <= limit) return;
  const reason = `Your runs may hold ${grouped(limit)} bytes of responses, and with these they would hold ${grouped(bytes)}.`;
  throw exceeded("STORED_BYTES", limit, bytes, reason);
}

const grouped = (count: number): string => count.toLocaleString("en-US");

const exceeded = (window: string, limit: number, used: number, reason: string): OmnidexError =>
  new OmnidexError("QUOTA_EXCEEDED", `${reason} Nothing was stored; what is stored already stays, and can be read.`, {
    window,
    limit,
    used,
  });
