import { randomBytes } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OmnidexError } from "../../domain/errors.ts";
import { currentProcess, isAlive, type ProcessIdentity } from "./process-identity.ts";

/**
 * A claim of a running process on a data folder. Each process that holds or wants the folder has one file there. The
 * file name identifies the process and is never reused, so any process may remove a dead process's file.
 */
interface LiveClaim {
  readonly name: string;
  readonly pid: number;
  /** True if the process holds the folder; false if it is still waiting for it. */
  readonly held: boolean;
  readonly address: { readonly url: string; readonly adminKey: string } | null;
}

const NAME = /^(?<pid>\d+)\.(?<startedAt>\d+)\.(?<boot>[\da-f]*)\.[\da-f]+\.lock$/;

/** The subfolder of a data folder that contains the claims. */
const claimsFolder = (folder: string): string => resolve(folder, "lock");

const claimPath = (folder: string, name: string): string => resolve(claimsFolder(folder), name);

/** A new name for a claim of this process. */
function claimName(): string {
  const { pid, startedAt, boot } = currentProcess();
  return `${pid}.${startedAt}.${boot}.${randomBytes(6).toString("hex")}.lock`;
}

/** The claims of running processes. The claims of dead processes are removed. */
async function liveClaims(folder: string): Promise<LiveClaim[]> {
  const claims = await Promise.all((await entries(folder)).map((name) => readClaim(folder, name)));
  return claims.filter((claim) => claim !== null);
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(claimsFolder(folder));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readClaim(folder: string, name: string): Promise<LiveClaim | null> {
  const owner = ownerOf(name);
  if (owner === null) return null;
  const path = claimPath(folder, name);
  if (!isAlive(owner)) {
    await rm(path, { force: true });
    return null;
  }
  return { name, pid: owner.pid, ...(await readContent(path)) };
}

function ownerOf(name: string): ProcessIdentity | null {
  const groups = NAME.exec(name)?.groups;
  if (groups === undefined) return null;
  return { pid: Number(groups.pid), startedAt: Number(groups.startedAt), boot: groups.boot ?? "" };
}

/**
 * Reads a claim's file, to which the claiming process appends only whole lines. The first line is "held". Each later
 * line is the address of a server that began to listen.
 */
async function readContent(path: string): Promise<Pick<LiveClaim, "held" | "address">> {
  const [held, ...addresses] = (await readOrEmpty(path)).split("\n").slice(0, -1);
  const last = addresses.at(-1);
  return { held: held === "held", address: last === undefined ? null : JSON.parse(last) };
}

/**
 * The text of a claim's file. A file that was just removed has no text, so its claim does not hold the folder. A file
 * that this process may not read belongs to another user, and its claim counts as holding the folder.
 */
async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return "";
    if (isForbidden(error)) return "held\n";
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
const isMissing = (error: unknown): boolean => hasCode(error, "ENOENT");
const isForbidden = (error: unknown): boolean => hasCode(error, "EACCES");

/**
 * Creates a folder and its parents. Does nothing if the folder exists. The option `recursive` of `mkdir` is not used.
 * With this option, libuv repeats the call after it creates each parent. It would loop forever on a file system such as
 * /proc, which answers ENOENT for names that it does not accept.
 * @throws the file system's error
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    // The parent exists now, so a second ENOENT is final.
    await mkdir(path, { mode }).catch((again: NodeJS.ErrnoException) => {
      if (again.code !== "EEXIST") throw again;
    });
  }
}

/**
 * The address of the server that holds a data folder, and the key with which the same user's CLI may administer that
 * server.
 */
interface ServerAddress {
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
