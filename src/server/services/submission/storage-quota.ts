import { OmnidexError } from "../../../domain/errors.ts";
import { ADMIN } from "../../../domain/viewer.ts";
import { fetchStored } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import type { RunServices } from "./run-services.ts";

/**
 * Checks what an owner has stored, at the end of the transaction that adds to it. Parallel transactions of an owner are
 * checked one after the other, so that together they stay within the quota, too.
 * @throws `QUOTA_EXCEEDED` with the limit and what would be stored
 */
export async function requireStorage(tx: Queryable, { storage }: RunServices, owner: string): Promise<void> {
  if (storage === null || owner === ADMIN.owner) return;
  const stored = await fetchStored(tx, owner);
  const { bytes, openRuns } = storage;
  if (bytes > 0 && stored.bytes > bytes)
    throw exceeded(
      "STORED_BYTES",
      bytes,
      stored.bytes,
      `Your runs may hold ${grouped(bytes)} bytes of responses, and with these they would hold ${grouped(stored.bytes)}.`,
    );
  if (openRuns > 0 && stored.openRuns > openRuns)
    throw exceeded(
      "OPEN_RUNS",
      openRuns,
      stored.openRuns,
      `${openRuns} of your runs are open, the most that are allowed: finalize or withdraw one first.`,
    );
}

const grouped = (count: number): string => count.toLocaleString("en-US");

const exceeded = (window: string, limit: number, used: number, reason: string): OmnidexError =>
  new OmnidexError("QUOTA_EXCEEDED", `${reason} Nothing was stored; what is stored already stays, and can be read.`, {
    window,
    limit,
    used,
  });
