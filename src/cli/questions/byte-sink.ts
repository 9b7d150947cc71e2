import { randomBytes } from "node:crypto";
import { unlinkSync } from "node:fs";
import { open, rename, stat } from "node:fs/promises";
import { badInput } from "../../domain/errors.ts";
import { print } from "../output/printing.ts";

/** A destination for bytes. A file gets its final name when the sink is closed; a discarded file never does. */
export interface ByteSink {
  write(piece: string | Uint8Array): Promise<void>;
  close(): Promise<void>;
  discard(): Promise<void>;
}

/** Opens a file for writing, or standard output for `-`. @throws `BAD_USER_INPUT` if the file cannot be opened */
export const openByteSink = (path: string): Promise<ByteSink> =>
  path === "-" ? Promise.resolve(STANDARD_OUTPUT) : openFile(path);

const nothing = (): Promise<void> => Promise.resolve();
const STANDARD_OUTPUT: ByteSink = { write: print, close: nothing, discard: nothing };

async function openFile(path: string): Promise<ByteSink> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) throw badInput(`'${path}' is a folder. Name a file in it.`);
  const draft = `${path}.${randomBytes(4).toString("hex")}.part`;
  const handle = await open(draft, "wx").catch((error: Error) => {
    throw badInput(`'${path}' cannot be written: ${error.message}`);
  });
  const remove = (): void => {
    try {
      unlinkSync(draft);
    } catch {
      // Already removed.
    }
  };
  // Also covers interrupts, which call `process.exit`.
  process.once("exit", remove);
  return {
    write: async (piece) => {
      await handle.appendFile(piece);
    },
    close: async () => {
      await handle.close();
      await rename(draft, path);
      process.removeListener("exit", remove);
    },
    discard: async () => {
      await handle.close();
      remove();
      process.removeListener("exit", remove);
    },
  };
}
