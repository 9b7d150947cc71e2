import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { currentProcess, isAlive, type ProcessIdentity } from "./process-identity.ts";

/**
 * One file for each process that holds, or wants, a data folder. The file name identifies the process and is never
 * reused. Anyone may therefore remove a dead process's file: it cannot belong to another process.
 */
export interface LiveClaim {
  readonly name: string;
  readonly pid: number;
  /** True if the process holds the folder; false if it is still waiting for it. */
  readonly held: boolean;
  readonly address: { readonly url: string; readonly adminKey: string } | null;
}

const NAME = /^(?<pid>\d+)\.(?<startedAt>\d+)\.(?<boot>[\da-f]*)\.[\da-f]+\.lock$/;

/** Where a data folder keeps its claims. */
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

/** The owner only ever appends whole lines: "held", then an address each time it begins to listen. */
async function readContent(path: string): Promise<Pick<LiveClaim, "held" | "address">> {
  const [held, ...addresses] = (await readOrEmpty(path)).split("\n").slice(0, -1);
  const last = addresses.at(-1);
  return { held: held === "held", address: last === undefined ? null : JSON.parse(last) };
}

/**
 * The file may have been removed, or belong to another user, so that its address cannot be read. The claim counts in
 * both cases.
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
