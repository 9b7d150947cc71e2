import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder with those above it; nothing where it is there. `mkdir` with `recursive` does the same, but where a file system
 * such as /proc answers ENOENT for a name that it does not take, it tries for ever (libuv calls it again after each parent).
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
    // Its parent is there now, so that ENOENT is the last word.
    await mkdir(path, { mode }).catch((again: NodeJS.ErrnoException) => {
      if (again.code !== "EEXIST") throw again;
    });
  }
}
