import { OmnidexError } from "../../../domain/errors.ts";
import { ADMIN } from "../../../domain/viewer.ts";
import { fetchStored, lockStored } from "../../data/run-writes.ts";
import type { Queryable } from "../../db/database.ts";
import type { RunServices } from "./run-services.ts";
import type { PredictionInput } from "./submission-input.ts";

/**
 * Checks what an owner's runs hold, at the end of the transaction that adds to it. Parallel transactions of an owner are
 * checked one after the other, so that together they stay within the quota, too.
 * @throws `QUOTA_EXCEEDED` with the limit and what would be stored
 */
export async function requireStorage(tx: Queryable, { storage }: Storing, owner: string): Promise<void> {
  if (storage === null || storage.bytes === 0 || owner === ADMIN.owner) return;
  await lockStored(tx, owner);
  checkBytes(storage.bytes, (await fetchStored(tx, owner)).bytes);
}

/**
 * Refuses new predictions for which there is no room, before they are written. `requireStorage` decides.
 * @throws `QUOTA_EXCEEDED` with the limit and what would be stored
 */
export async function requireRoom(
  database: Queryable,
  { storage }: Storing,
  owner: string,
  predictions: readonly Texts[],
): Promise<void> {
  if (storage === null || storage.bytes === 0 || owner === ADMIN.owner) return;
  const { bytes } = await fetchStored(database, owner);
  checkBytes(storage.bytes, bytes + predictions.reduce((sum, row) => sum + textBytes(row), 0));
}

/**
 * Checks how many runs an owner has open, at the end of the transaction that opens one.
 * @throws `QUOTA_EXCEEDED` with the limit and how many would be open
 */
export async function requireOpenRun(tx: Queryable, { storage }: Storing, owner: string): Promise<void> {
  if (storage === null || storage.openRuns === 0 || owner === ADMIN.owner) return;
  await lockStored(tx, owner);
  const { openRuns } = await fetchStored(tx, owner);
  if (openRuns <= storage.openRuns) return;
  throw exceeded(
    "OPEN_RUNS",
    storage.openRuns,
    openRuns,
    `${openRuns - 1} of your runs are open, and ${storage.openRuns} may be: finalize or withdraw one first.`,
  );
}

type Texts = Pick<PredictionInput, "response" | "error" | "confirmation">;
type Storing = Pick<RunServices, "storage">;

function checkBytes(limit: number, bytes: number): void {
  if (bytes <= limit) return;
  throw exceeded(
    "STORED_BYTES",
    limit,
    bytes,
    `Your runs may hold ${grouped(limit)} bytes of responses, and with these they would hold ${grouped(bytes)}.`,
  );
}

const textBytes = ({ response, error, confirmation }: Texts): number =>
  [response, error, confirmation].reduce((sum, text) => sum + Buffer.byteLength(text ?? ""), 0);

const grouped = (count: number): string => count.toLocaleString("en-US");

const exceeded = (window: string, limit: number, used: number, reason: string): OmnidexError =>
  new OmnidexError("QUOTA_EXCEEDED", `${reason} Nothing was stored; what is stored already stays, and can be read.`, {
    window,
    limit,
    used,
  });
