import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import envPaths from "env-paths";
import { badInput } from "../../domain/errors.ts";
import { replaceFile } from "../output/output-file.ts";

/** The contents of the file that `omnidex login` writes. */
export interface StoredLogins {
  /** The server of the last login; null without a login. */
  readonly current: string | null;
  /** Keys by the root of their server. */
  readonly servers: Readonly<Record<string, { readonly apiKey: string }>>;
}

const NONE: StoredLogins = { current: null, servers: {} };

/** The folder of the user's settings; `OMNIDEX_CONFIG_DIR` overrides it. */
export const configFolder = (environment: NodeJS.ProcessEnv): string =>
  environment.OMNIDEX_CONFIG_DIR?.trim() || envPaths("omnidex", { suffix: "" }).config;

/** The path of the file with the stored keys. */
export const loginsFile = (environment: NodeJS.ProcessEnv): string => join(configFolder(environment), "logins.json");

/**
 * Reads the file. A missing file counts as empty. If other users can read the file, its mode is fixed and a warning is
 * printed.
 * @throws `BAD_USER_INPUT` if the file is not in the format that `login` writes
 */
export async function readStoredLogins(environment: NodeJS.ProcessEnv): Promise<StoredLogins> {
  const file = loginsFile(environment);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
  if (text === null) return NONE;
  await mendMode(file);
  return parseLogins(text, file);
}

/** Writes the file atomically, readable only by its owner. */
export async function writeStoredLogins(environment: NodeJS.ProcessEnv, logins: StoredLogins): Promise<void> {
  const file = loginsFile(environment);
  await mkdir(configFolder(environment), { recursive: true, mode: 0o700 });
  await replaceFile(file, (draft) =>
    writeFile(draft, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: "wx" }),
  );
}

/** Makes the file private to its owner. Does nothing on Windows, which has no mode bits. */
async function mendMode(file: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(file);
  if ((mode & 0o077) === 0) return;
  await chmod(file, 0o600);
  console.error(
    `omnidex: other users could read '${file}'; this is fixed now. Replace the keys in it if others use this machine.`,
  );
}

function parseLogins(text: string, file: string): StoredLogins {
  const broken = badInput(`'${file}' is not in the format that 'omnidex login' writes. Remove it, and log in again.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken;
  }
  if (!isStoredLogins(value)) throw broken;
  return value;
}

function isStoredLogins(value: unknown): value is StoredLogins {
  if (typeof value !== "object" || value === null || !("current" in value) || !("servers" in value)) return false;
  const { current, servers } = value;
  if (current !== null && typeof current !== "string") return false;
  if (typeof servers !== "object" || servers === null) return false;
  return Object.values(servers).every((server) => typeof server?.apiKey === "string");
}
