import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { ImportError } from "../../domain/import-error.ts";
import { type SpooledFile, spool } from "./spooled-file.ts";

/** 16 GiB: more than the results of any run, and less than a disk holds. */
const MOST_BYTES = 2 ** 34;

/** Whether a file is packed with gzip, by its first two bytes. */
export async function isGzip(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/**
 * Unpacks a file into a temporary file.
 * @throws {ImportError} for an archive that is damaged, or unpacks to more than 16 GiB
 */
export async function gunzip(path: string, name: string, mostBytes: number = MOST_BYTES): Promise<SpooledFile> {
  let length = 0;
  const limit = new Transform({
    transform: (piece: Uint8Array, _encoding, done) => {
      length += piece.length;
      if (length <= mostBytes) return done(null, piece);
      done(new ImportError(basename(path), `an archive that unpacks to at most ${mostBytes} bytes`, "more"));
    },
  });
  try {
    return await spool(createReadStream(path), name, [createGunzip(), limit]);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || !String(error.code).startsWith("Z_")) throw error;
    throw new ImportError(basename(path), "a complete gzip archive", `a damaged archive (${error.message})`);
  }
}
