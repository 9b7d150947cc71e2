import { appendFile, rm, unlink, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OmnidexError } from "../../domain/errors.ts";
import { claimName, claimPath, claimsFolder, type LiveClaim, liveClaims } from "./data-folder-claims.ts";
import { makeFolder } from "./make-folder.ts";

/**
 * The address of the server that holds a data folder, and the key with which the same user's CLI may administer that
 * server.
 */
export interface ServerAddress {
  readonly url: string;
  readonly adminKey: string;
}

/** The process that holds a data folder, with its address once the server listens. */
export interface DataFolderHolder extends Partial<ServerAddress> {
  readonly pid: number;
}

/** The exclusive right to a data folder. It lasts until `release()`, or until the process ends or is killed. */
export interface DataFolderLock {
  readonly folder: string;
  /** Publishes the holder's address to other processes of the same user. A later address replaces an earlier one. */
  publishAddress(address: ServerAddress): Promise<void>;
  /** Releases the folder. A second call does nothing. */
  release(): Promise<void>;
}

/**
 * A process that finds another claim on the folder withdraws its own claim and tries again, for at most 20 rounds of at
 * most 100 ms each.
 */
const MAX_ROUNDS = 20;
const ROUND_MS = 100;

/**
 * Locks a data folder for this process, and creates the folder if it does not exist.
 * PGlite does not refuse a second process, and two processes corrupt the database.
 * `docs/decisions/0001-data-folder-lock.md` explains the lock and its limits.
 * @throws `CONFLICT` if a living process holds the folder, even if it is this process
 */
export async function acquireDataFolderLock(folder: string): Promise<DataFolderLock> {
  await makeFolder(resolve(claimsFolder(folder)), 0o700);
  const name = claimName();
  for (let round = 1; ; round++) {
    const others = await claimAlone(folder, name);
    if (others.length === 0) return holdLock(folder, name);
    const holder = others.find((claim) => claim.held);
    if (holder !== undefined || round === MAX_ROUNDS) throw conflict(folder, holder ?? others[0]);
    await sleep(Math.random() * ROUND_MS);
  }
}

/**
 * Writes a claim, then looks for other claims. In this order, at least one of two contenders sees the other. If there
 * are other claims, withdraws this claim and returns them. Otherwise the claim stands, and later contenders see it.
 */
async function claimAlone(folder: string, name: string): Promise<LiveClaim[]> {
  const path = claimPath(folder, name);
  await writeFile(path, "", { flag: "wx", mode: 0o600 });
  try {
    const others = (await liveClaims(folder)).filter((claim) => claim.name !== name);
    if (others.length > 0) await unlink(path);
    else await appendFile(path, "held\n");
    return others;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** The process that holds a data folder; null if no living process holds it. */
export async function readDataFolderLock(folder: string): Promise<DataFolderHolder | null> {
  const holder = (await liveClaims(folder)).find((claim) => claim.held);
  return holder === undefined ? null : { pid: holder.pid, ...holder.address };
}

function holdLock(folder: string, name: string): DataFolderLock {
  const path = claimPath(folder, name);
  let released = false;
  return {
    folder,
    async publishAddress({ url, adminKey }) {
      if (released) throw new OmnidexError("CONFLICT", `The data folder '${resolve(folder)}' has been released.`);
      await appendFile(path, `${JSON.stringify({ url, adminKey })}\n`);
    },
    async release() {
      if (released) return;
      released = true;
      await unlink(path);
    },
  };
}

function conflict(folder: string, holder: LiveClaim | undefined): OmnidexError {
  const url = holder?.address?.url;
  const where = url === undefined ? "" : `, which listens on ${url}`;
  return new OmnidexError(
    "CONFLICT",
    `The data folder '${resolve(folder)}' is in use by process ${holder?.pid}${where}. ` +
      "Stop that process, or set OMNIDEX_DATA_DIR to another folder.",
    { folder: resolve(folder), pid: holder?.pid, url },
  );
}
