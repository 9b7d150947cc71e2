import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import compression from "compression";
import Negotiator from "negotiator";

/** The smallest compressed response, in bytes. Shorter responses fit in one packet, so compression saves no time. */
export const COMPRESSED_FROM = 1_400;

/** For whole responses. Quality 4 of 11: a higher quality takes several times as long and saves only a few percent. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** The media types to compress. Parquet files and backups are already compressed. */
const TEXT = /^(text\/|application\/(json|x-ndjson|[\w.-]+\+json)\b)/i;

/** Whether responses of this media type are compressed. Their sent length then differs from the file's length. */
export const isCompressed = (mediaType: string): boolean => TEXT.test(mediaType);

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/**
 * Compresses a listener's longer text responses as they are written, with gzip if the client accepts it. Brotli would
 * keep 12 MB for each response until its client has received it all; gzip keeps 0.7 MB.
 */
export function compressing(listener: Listener): Listener {
  const compress = compression({
    threshold: COMPRESSED_FROM,
    // Byte ranges of a file are sent uncompressed, because a range counts the bytes of the uncompressed file.
    filter: (_, outgoing) =>
      outgoing.statusCode !== 206 && isCompressed(String(outgoing.getHeader("content-type") ?? "")),
  });
  return (incoming, outgoing) => {
    const asked = { method: incoming.method, headers: { "accept-encoding": gzipOnly(incoming) } };
    compress(asked as never, outgoing as never, () => void listener(incoming, outgoing));
  };
}

function gzipOnly(incoming: IncomingMessage): string | undefined {
  if (incoming.headers["accept-encoding"] === undefined) return undefined;
  return new Negotiator(incoming).encodings(["gzip"])[0] ?? "identity";
}

/** A content encoding. */
export type Encoding = "br" | "gzip";

/** The best encoding that the client accepts for a body of `length` bytes; null for no encoding. */
export function encodingFor(incoming: IncomingMessage, length: number): Encoding | null {
  if (length < COMPRESSED_FROM || incoming.headers["accept-encoding"] === undefined) return null;
  const accepted = new Negotiator(incoming).encodings(["br", "gzip"]);
  return accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : null;
}

const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];

/** Encodes a body in another thread. */
export const encode = (body: Buffer | string, encoding: Encoding): Promise<Buffer> =>
  encoding === "br" ? brotliAsync(body, { params: BROTLI }) : gzipAsync(body);
