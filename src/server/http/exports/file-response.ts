import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import type { FilePieces } from "../../../formats/encoding/pieces.ts";
import type { ErrorLog } from "../../graphql/error-format.ts";
import type { ExportRoom } from "../../limits/export-room.ts";
import type { AppEnvironment } from "../app-environment.ts";
import { isCompressed } from "../compression.ts";
import { CannotSpool, SpooledExport, type SpooledExports } from "./spooled-exports.ts";

/** A byte range of a file: the positions of its first and last byte, both included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The byte range that a `Range` header asks for. Headers with several ranges, other units or malformed values are
 * ignored, as RFC 9110 allows.
 * @returns null for the whole file; `"unsatisfiable"` if the range begins after the end of the file
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replace(/\s/g, "") ?? "");
  if (match === null) return null;
  const [first, last] = [match[1] ?? "", match[2] ?? ""];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(size, Number(last));
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** A file that is produced while it is sent. */
interface ExportedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Identifies the bytes of the file, for byte range requests; null if the file does not support them. */
  readonly content: string | null;
  readonly pieces: () => FilePieces;
}

/** The services that sending a file needs. */
interface FileServices {
  readonly spooled: SpooledExports;
  readonly exportRoom: ExportRoom;
  readonly log: ErrorLog;
}

/** The approximate bytes that a binary file takes while it is produced. Its pieces have a fixed size. */
const BYTES_OF_BINARY = 20_000_000;

/**
 * Sends a file in pieces as they are produced, with back-pressure. If the client disconnects, production stops. If
 * production fails, the connection is aborted, so that the partial file does not look complete. A request for a byte
 * range or for the length of a binary file needs the whole file. It is then produced once and cached on disk.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14
 */
export async function fileResponse(
  c: Context<AppEnvironment>,
  file: ExportedFile,
  services: FileServices,
): Promise<Response> {
  const headers = {
    "content-type": file.mediaType,
    "content-disposition": `attachment; filename="${file.name}"`,
    "x-content-type-options": "nosniff",
    ...(file.content !== null && { "accept-ranges": "bytes" }),
    ...file.headers,
  };
  const source = await sourceOf(c, file, services);
  if (source instanceof SpooledExport) return partOf(c, source, headers);
  if (c.req.method === "HEAD") return new Response(null, { headers });
  return streamed(c, source, headers, services.log);
}

/**
 * The complete file on disk, or its pieces, to be produced while they are sent. A binary file without room for its pieces
 * in memory is produced on disk, where clients that stop reading cannot hold it up.
 */
async function sourceOf(
  c: Context<AppEnvironment>,
  { content, mediaType, pieces }: ExportedFile,
  { spooled, exportRoom }: FileServices,
): Promise<SpooledExport | FilePieces> {
  const isPart = c.req.header("range") !== undefined;
  if (content === null || (!isPart && isCompressed(mediaType))) return pieces();
  if (!isPart && c.req.method !== "HEAD") {
    const known = spooled.known(content);
    if (known !== undefined) return known;
    const free = exportRoom.take(BYTES_OF_BINARY);
    if (free !== null) return holding(pieces(), free);
  }
  return spooled.whole(content, pieces).catch((error: unknown) => {
    // Without space on disk, the request gets the whole file instead of a byte range.
    if (error instanceof CannotSpool) return pieces();
    throw error;
  });
}

async function* holding(pieces: FilePieces, free: () => void): FilePieces {
  try {
    yield* pieces;
  } finally {
    free();
  }
}

async function partOf(
  c: Context<AppEnvironment>,
  whole: SpooledExport,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const { size } = whole;
  const range = isSameFile(c, headers.etag) ? byteRange(c.req.header("range"), size) : null;
  if (range === "unsatisfiable") {
    await whole.release();
    return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = { "content-length": String(end - start + 1) };
  const part = range && { "content-range": `bytes ${start}-${end}/${size}` };
  const all = { status: range === null ? 200 : 206, headers: { ...headers, ...length, ...part } };
  if (c.req.method === "HEAD") {
    await whole.release();
    return new Response(null, all);
  }
  const release = releaseOnce(whole);
  onDisconnect(c.env?.outgoing, release);
  return new Response(whole.read(start, end, release), all);
}

function releaseOnce(whole: SpooledExport): () => void {
  let isReleased = false;
  return () => {
    if (!isReleased) void whole.release().catch(() => {});
    isReleased = true;
  };
}

/** Whether the range applies to this version of the file: `If-Range` is absent or has the file's strong validator. */
function isSameFile(c: Context<AppEnvironment>, etag: string | undefined): boolean {
  const wanted = c.req.header("if-range");
  return wanted === undefined || (wanted === etag && !wanted.startsWith("W/"));
}

async function streamed(
  c: Context<AppEnvironment>,
  pieces: FilePieces,
  headers: Readonly<Record<string, string>>,
  log: ErrorLog,
): Promise<Response> {
  // The first piece is produced before the status is sent, so that an early error gets its own status.
  const first = await pieces.next();
  onDisconnect(c.env?.outgoing, () => void pieces.return().catch(() => {}));
  const failed = (error: unknown): boolean => {
    log(c.get("requestId"), error);
    return breakOff(c.env?.incoming);
  };
  return new Response(streamOf(first, pieces, failed), { headers });
}

/** Calls `end` when the client disconnects. The HTTP adaptor cancels the stream only after the first piece. */
function onDisconnect(outgoing: ServerResponse | undefined, end: () => void): void {
  if (outgoing?.destroyed || outgoing?.closed) end();
  else outgoing?.once("close", end);
}

/** @param failed handles an error. Returns whether it has closed the connection, which cancels the stream */
function streamOf(
  first: IteratorResult<string | Uint8Array, void>,
  pieces: FilePieces,
  failed: (error: unknown) => boolean,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string | Uint8Array, void> | null = first;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = next ?? (await pieces.next());
          next = null;
          if (done || value === undefined) return controller.close();
          controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
        } catch (error) {
          if (!failed(error)) controller.error(error);
        }
      },
      cancel: async () => {
        await pieces.return();
      },
    },
    // No piece is produced before the client reads.
    { highWaterMark: 0 },
  );
}

/**
 * Closes the socket of a failed response. Otherwise, the HTTP adaptor would append the error's text to the file and end
 * the response normally.
 * @returns whether the request has a socket
 */
function breakOff(incoming: object | undefined): boolean {
  const { socket } = (incoming ?? {}) as { readonly socket?: { destroy(): void } };
  socket?.destroy();
  return socket !== undefined;
}

/** The header with the license of the data. Non-ASCII characters are percent-encoded, because headers are ASCII. */
export const licenseHeader = (license: string): Readonly<Record<string, string>> => ({
  "x-data-license": license.replace(/[^\x20-\x7e]+/g, encodeURIComponent),
});
