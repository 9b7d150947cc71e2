import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { copyFile, rename } from "node:fs/promises";

/** A temporary name beside a file. Until `become`, the end of the process removes it, also by an interrupt. */
export interface Draft {
  readonly path: string;
  /** Gives the draft the name of the file, or writes its content into a file that cannot be renamed over. */
  become(): Promise<void>;
  remove(): void;
}

/** @param file a plain file or nothing yet, with links resolved */
export function draftOf(file: string): Draft {
  const path = `${file}.${randomBytes(4).toString("hex")}.draft`;
  const remove = (): void => {
    process.removeListener("exit", remove);
    rmSync(path, { force: true });
  };
  // An interrupt calls `process.exit`, which runs no `finally`.
  process.once("exit", remove);
  const become = async (): Promise<void> => {
    try {
      await rename(path, file);
      process.removeListener("exit", remove);
    } catch (error) {
      // A file that is mounted by itself, as into a container, can be written, but not replaced.
      if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
      try {
        await copyFile(path, file);
      } catch (cause) {
        // The file may be written in part. The draft has the whole content, and stays.
        process.removeListener("exit", remove);
        throw new Error(`${(cause as Error).message}; the whole content is in '${path}'`, { cause });
      }
      remove();
    }
  };
  return { path, become, remove };
}
