import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { rename } from "node:fs/promises";

/** A temporary name beside a file. Until `become`, the end of the process removes it, also by an interrupt. */
export interface Draft {
  readonly path: string;
  /** Gives the draft the name of the file. */
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
    await rename(path, file);
    process.removeListener("exit", remove);
  };
  return { path, become, remove };
}
