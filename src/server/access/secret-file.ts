import { chmod, link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Reads a secret from a file. A missing file is made, with `make`, and only the server's user may read it. If several
 * processes try to make it at once, only one succeeds, and all read the same secret.
 * @throws the file system's error
 */
export async function readOrMakeSecret(file: string, make: () => string): Promise<string> {
  const found = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found !== null) return found;
  await mkdir(dirname(file), { recursive: true });
  const made = `${file}.${process.pid}`;
  await writeFile(made, make(), { mode: 0o600 });
  try {
    // Unlike a rename, a link does not replace the secret that another process has made meanwhile.
    await link(made, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(made, { force: true });
  }
  return readFile(file, "utf8");
}

/**
 * Makes a file private to its owner. Does nothing on Windows, which has no mode bits.
 * @returns whether other users could read or write it until now
 */
export async function makePrivate(file: string): Promise<boolean> {
  if (process.platform === "win32" || ((await stat(file)).mode & 0o077) === 0) return false;
  await chmod(file, 0o600);
  return true;
}
