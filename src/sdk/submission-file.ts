import { OmnidexInputError } from "./input-error.ts";

/** How much of a file has been read. */
export type OnBytes = (read: number, total: number) => void;

const PIECE_BYTES = 1 << 18;

/** What is used of `node:fs/promises`, which the types of this package must not need. */
interface FileSystem {
  open(path: string | URL): Promise<{
    stat(): Promise<{ readonly size: number }>;
    read(buffer: Uint8Array): Promise<{ readonly bytesRead: number }>;
    close(): Promise<void>;
  }>;
}

/** Named at run time, so that no bundler looks for it: browsers have no paths, and never come here. */
const loadModule = (name: string): Promise<unknown> => import(/* @vite-ignore */ /* webpackIgnore: true */ name);

async function* bytesOfPath(path: string | URL, onBytes: OnBytes): AsyncGenerator<Uint8Array, void, undefined> {
  if (path instanceof URL && path.protocol !== "file:")
    throw new TypeError(`Predictions are read from files, not from ${path.protocol}//: fetch ${path.href} first.`);
  const { open } = (await loadModule(["node", "fs/promises"].join(":"))) as FileSystem;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const buffer = new Uint8Array(PIECE_BYTES);
    for (let read = 0; ; ) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return;
      read += bytesRead;
      onBytes(read, size);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

async function* bytesOfBlob(blob: Blob, onBytes: OnBytes): AsyncGenerator<Uint8Array, void, undefined> {
  // By its reader, as not every browser's stream can be iterated over.
  const reader = blob.stream().getReader();
  try {
    for (let read = 0; ; ) {
      const { value } = await reader.read();
      if (value === undefined) return;
      read += value.length;
      onBytes(read, blob.size);
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** What a file is called in errors. */
export const fileName = (file: string | URL | Blob): string =>
  file instanceof Blob ? ((file as Partial<File>).name ?? "The file") : String(file);

/**
 * The text of a file, piece by piece, without its byte order mark.
 *
 * @throws OmnidexInputError where it is not UTF-8; what the platform throws where it cannot be read
 */
export async function* textsOfFile(
  file: string | URL | Blob,
  onBytes: OnBytes,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes as Uint8Array<ArrayBuffer> | undefined, { stream: bytes !== undefined });
    } catch (cause) {
      throw new OmnidexInputError(`${fileName(file)} is not UTF-8.`, undefined, { cause });
    }
  };
  const pieces = file instanceof Blob ? bytesOfBlob(file, onBytes) : bytesOfPath(file, onBytes);
  for await (const bytes of pieces) yield decode(bytes);
  yield decode();
}
