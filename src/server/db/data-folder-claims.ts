import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { currentProcess, isAlive, type ProcessIdentity } from "./process-identity.ts";

/**
 * A claim of a running process on a data folder. Each process that holds or wants the folder has one file there. The
 * file name identifies the process and is never reused, so any process may remove a dead process's file.
 */
export interface LiveClaim {
  readonly name: string;
  readonly pid: number;
  /** True if the process holds the folder; false if it is still waiting for it. */
  readonly held: boolean;
  readonly address: { readonly url: string; readonly adminKey: string } | null;
}

const NAME = /^(?<pid>\d+)\.(?<startedAt>\d+)\.(?<boot>[\da-f]*)\.[\da-f]+\.lock$/;

/** The subfolder of a data folder that contains the claims. */
export const claimsFolder = (folder: string): string => resolve(folder, "lock");

export const claimPath = (folder: string, name: string): string => resolve(claimsFolder(folder), name);

/** A new name for a claim of this process. */
export function claimName(): string {
  const { pid, startedAt, boot } = currentProcess();
  return `${pid}.${startedAt}.${boot}.${randomBytes(6).toString("hex")}.lock`;
}

/** The claims of running processes. The claims of dead processes are removed. */
export async function liveClaims(folder: string): Promise<LiveClaim[]> {
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
