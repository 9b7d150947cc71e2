import { OmnidexInputError } from "./input-error.ts";

/** Called with the number of bytes of a file read so far, and its size. */
export type OnBytes = (read: number, total: number) => void;

const PIECE_BYTES = 1 << 18;

/** The part of `node:fs/promises` in use, declared here so that the package's types do not depend on Node's. */
interface FileSystem {
  open(path: string | URL): Promise<{
    stat(): Promise<{ readonly size: number }>;
    read(buffer: Uint8Array): Promise<{ readonly bytesRead: number }>;
    close(): Promise<void>;
  }>;
}

/** Resolved at run time, so that bundlers ignore it. Browsers have no paths and never call it. */
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
  // Uses a reader, because not every browser can iterate over a stream.
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

/** The name of a file in error messages. */
export const fileName = (file: string | URL | Blob): string =>
  file instanceof Blob ? ((file as Partial<File>).name ?? "The file") : String(file);

/**
 * The text of a file in pieces, without its byte order mark.
 *
 * @throws OmnidexInputError if the file is not UTF-8. Errors of the platform while reading are passed on.
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
