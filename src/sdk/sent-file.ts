import { OmnidexInputError } from "./sdk-errors.ts";

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

/** 16 GiB, the same limit as on the command line. The results of every real run are smaller. */
const MOST_UNPACKED = 2 ** 34;

type Pieces = AsyncGenerator<Uint8Array, void, undefined>;

/** The bytes of a file, which is unpacked if its first two bytes are those of gzip. */
async function* unpacked(pieces: Pieces, name: string): Pieces {
  try {
    const { value: head } = await pieces.next();
    if (head === undefined) return;
    if (head[0] === 0x1f && head[1] === 0x8b) return yield* gunzipped(streamOf(head, pieces), name);
    yield head;
    yield* pieces;
  } finally {
    await pieces.return();
  }
}

/** @throws OmnidexInputError for an archive that is damaged or cut off, or unpacks to more than 16 GiB */
async function* gunzipped(packed: ReadableStream<Uint8Array<ArrayBuffer>>, name: string): Pieces {
  const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  const read = () =>
    reader.read().catch((cause: { readonly code?: unknown }) => {
      // For a bad archive, browsers throw a TypeError and Node an error with a zlib code. Other errors come from the
      // file.
      if (!(cause instanceof TypeError) && !String(cause?.code).startsWith("Z_")) throw cause;
      throw new OmnidexInputError(`${name} is not a complete gzip archive.`, undefined, { cause });
    });
  try {
    let length = 0;
    for (let part = await read(); part.value !== undefined; part = await read()) {
      length += part.value.length;
      if (length > MOST_UNPACKED) throw new OmnidexInputError(`${name} unpacks to more than ${MOST_UNPACKED} bytes.`);
      yield part.value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const streamOf = (head: Uint8Array, pieces: Pieces): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let next: Uint8Array | undefined = head;
  return new ReadableStream({
    pull: async (controller) => {
      // A copy, because the next read from the file fills the same buffer.
      if (next !== undefined) controller.enqueue(next.slice());
      next = (await pieces.next()).value ?? undefined;
      if (next === undefined) controller.close();
    },
  });
};

/** The name of a file in error messages. */
export const fileName = (file: string | URL | Blob): string =>
  file instanceof Blob ? ((file as Partial<File>).name ?? "The file") : String(file);

/** Formats that `omnidex submit` reads and the SDK does not, by their first bytes. */
const BINARY: readonly (readonly [what: string, magic: readonly number[]])[] = [
  ["a spreadsheet or another ZIP archive", [0x50, 0x4b, 0x03, 0x04]],
  ["a Parquet file", [0x50, 0x41, 0x52, 0x31]],
];

function refuseBinary(bytes: Uint8Array, name: string): void {
  const found = BINARY.find(([, magic]) => magic.every((byte, index) => bytes[index] === byte));
  if (found !== undefined)
    throw new OmnidexInputError(
      `${name} is ${found[0]}: the SDK reads NDJSON and JSON. 'omnidex submit' takes this file, or save it as NDJSON.`,
    );
}

/**
 * The text of a file in pieces, unpacked if it is a gzip archive, without its byte order mark.
 *
 * @throws OmnidexInputError if the file is not UTF-8 or is a damaged archive. Errors of the platform while reading are
 *   passed on.
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
      throw new OmnidexInputError(
        `${fileName(file)} is not UTF-8; for Latin-1, 'iconv -f LATIN1 -t UTF-8' converts it.`,
        undefined,
        { cause },
      );
    }
  };
  let isFirst = true;
  const pieces = file instanceof Blob ? bytesOfBlob(file, onBytes) : bytesOfPath(file, onBytes);
  for await (const bytes of unpacked(pieces, fileName(file))) {
    if (isFirst) refuseBinary(bytes, fileName(file));
    isFirst = false;
    yield decode(bytes);
  }
  yield decode();
}
