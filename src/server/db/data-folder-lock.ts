import { appendFile, rm, unlink, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OmnidexError } from "../../domain/errors.ts";
import { claimName, claimPath, claimsFolder, type LiveClaim, liveClaims } from "./data-folder-claims.ts";
import { makeFolder } from "./make-folder.ts";

/** Where the server that holds a data folder listens, and the key with which the same user's CLI may administer it. */
export interface ServerAddress {
  readonly url: string;
  readonly adminKey: string;
}

/** Who holds a data folder; the address is there as soon as the server listens. */
export interface DataFolderHolder extends Partial<ServerAddress> {
  readonly pid: number;
}

/** The exclusive right to a data folder. It ends with `release()` or with the process, however that ends. */
export interface DataFolderLock {
  readonly folder: string;
  /** Tells other processes of the same user where the holder listens. The last address holds. */
  publishAddress(address: ServerAddress): Promise<void>;
  /** Gives the folder up; a second call does nothing. */
  release(): Promise<void>;
}

/** Contenders that meet all step back and come again; 20 rounds of at most 100 ms outlast any that are alive. */
const MAX_ROUNDS = 20;
const ROUND_MS = 100;

/**
 * Takes a data folder for this process, and makes the folder where there is none.
 *
 * PGlite does not refuse a second process, and two break the database. See
 * `docs/decisions/0001-data-folder-lock.md` for how this works, and for its limits.
 * @throws `CONFLICT` where a living process, this one included, holds the folder.
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
 * Claims first and looks second, so of two contenders at least one sees the other. Where there are others the claim is
 * withdrawn and they are returned; otherwise it stands, and nobody who comes later can pass it.
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

/** Who holds a data folder now; `null` where nobody does, or who did is dead. */
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
