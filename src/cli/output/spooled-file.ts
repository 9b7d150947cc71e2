import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A copy on disk of a stream, which can be read only once. */
export interface SpooledFile {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Copies a stream, such as standard input, to a file in the system's temporary folder, readable only by this user.
 * @param through transforms applied to the bytes on the way
 */
export async function spool(source: Readable, name: string, through: readonly Transform[] = []): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, name);
    await pipeline([source, ...through, createWriteStream(path, { mode: 0o600, flags: "wx" })]);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
