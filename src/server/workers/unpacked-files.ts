import { createWriteStream, existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { ImportHead } from "../../domain/import-batch.ts";
import { ImportError } from "../../domain/import-error.ts";
import { piecesFrom, sourceOf } from "../../formats/files/byte-source.ts";
import type { ImportFile } from "../../formats/files/importer.ts";
import { readerOf } from "../../formats/importer-registry.ts";
import { dataFile } from "../config/project-root.ts";
import { temporaryPrefix } from "../db/process-identity.ts";
import type { ImportContent } from "./import-content.ts";
import { DiskFile } from "./line-spool.ts";

/** The largest total size of the unpacked gzip files of one import, equal to the largest upload. */
const MOST_BYTES = 2 ** 30;

function isGzip(file: ImportFile): boolean {
  const source = sourceOf(file);
  const [first, second] = source.read(0, Math.min(2, source.size));
  return first === 0x1f && second === 0x8b;
}

/**
 * Unpacks gzip files into a temporary folder, passes them to `use` instead of the packed files, and removes the folder.
 * The name of an unpacked file does not end in `.gz`. Other files are passed on as they are.
 * @param mostBytes the largest total size of the unpacked files, in bytes
 * @throws {ImportError} for a file that is damaged or cut short, and for too many bytes
 */
export async function withUnpackedFiles<T>(
  files: readonly ImportFile[],
  use: (files: readonly ImportFile[]) => Promise<T>,
  mostBytes = MOST_BYTES,
): Promise<T> {
  if (!files.some(isGzip)) return use(files);
  const folder = await mkdtemp(temporaryPrefix("import"));
  const unpacked: DiskFile[] = [];
  try {
    const all: ImportFile[] = [];
    for (const file of files) {
      if (!isGzip(file)) {
        all.push(file);
        continue;
      }
      const path = join(folder, String(unpacked.length));
      const left = mostBytes - unpacked.reduce((sum, { size }) => sum + size, 0);
      const tooMuch = new ImportError(
        file.name,
        `gzip files that unpack to at most ${mostBytes} bytes together`,
        "more",
      );
      await unpack(file, path, left, tooMuch);
      const plain = new DiskFile(file.name.replace(/\.gz$/i, ""), path);
      unpacked.push(plain);
      all.push(plain);
    }
    return await use(all);
  } finally {
    for (const file of unpacked) file.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(file: ImportFile, path: string, mostBytes: number, tooMuch: Error): Promise<void> {
  let bytes = 0;
  const limit = new Transform({
    transform: (piece: Uint8Array, _encoding, done) => {
      bytes += piece.length;
      done(bytes <= mostBytes ? null : tooMuch, piece);
    },
  });
  try {
    await pipeline(packed(file), createGunzip(), limit, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || !String(error.code).startsWith("Z_")) throw error;
    throw new ImportError(file.name, "a whole gzip file", `a damaged one (${error.message})`);
  }
}

/** The packed bytes. A piece is copied, because the file may reuse its memory for the next piece. */
const packed = (file: ImportFile): Readable =>
  Readable.from(
    (function* () {
      for (const piece of piecesFrom(sourceOf(file), 0)) yield Buffer.from(piece);
    })(),
  );

/** Reads a benchmark's files, and passes their records to `content`. @throws {ImportError} */
export type ContentReader = (
  benchmark: string,
  files: readonly ImportFile[],
  content: ImportContent,
) => Promise<ImportHead>;

/** The recipe in `data/recipes` for a benchmark; null if it has none. */
export function builtInRecipe(benchmark: string): ImportFile | null {
  const path = dataFile(`recipes/${benchmark}.yaml`);
  return /^[a-z0-9-]+$/.test(benchmark) && existsSync(path) ? new DiskFile(`${benchmark}.yaml`, path) : null;
}

/** Reads in this process. An expression of a user's recipe may never end, or take all memory: `readApart` reads those. */
export const readHere: ContentReader = (benchmark, files, content) =>
  withUnpackedFiles(files, (plain) => readerOf(benchmark, builtInRecipe(benchmark))(plain, content));
