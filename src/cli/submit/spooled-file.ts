import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** What can be read once, on disk, where it can be read again. */
export interface SpooledFile {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Writes a stream, such as standard input, into a file of its own in the system's folder for temporary files, where only this
 * user can read it.
 * @param through what the bytes go through on their way
 */
export async function spool(source: Readable, name: string, through: readonly Transform[] = []): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, name);
    await pipeline([source, ...through, createWriteStream(path, { mode: 0o600 })]);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
