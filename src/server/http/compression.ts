import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import compression from "compression";
import Negotiator from "negotiator";

/** Shorter responses are not compressed: they fit in one packet, and compression takes longer than it saves. */
export const COMPRESSED_FROM = 1_400;

/** Quality 4 of 11: more takes several times as long and saves a few percent. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** The media types of text. Parquet files and backups are already compressed. */
const TEXT = /^(text\/|application\/(json|x-ndjson|[\w.-]+\+json)\b)/i;

/** Whether responses of this type are compressed, so that their length on the wire differs. */
export const isCompressed = (mediaType: string): boolean => TEXT.test(mediaType);

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** Compresses a listener's longer text responses as they are written, in an encoding that the client accepts. */
export function compressing(listener: Listener): Listener {
  const compress = compression({
    threshold: COMPRESSED_FROM,
    brotli: { params: BROTLI },
    // Parts of a file are sent uncompressed, because their positions are those of the original bytes.
    filter: (_, outgoing) =>
      outgoing.statusCode !== 206 && isCompressed(String(outgoing.getHeader("content-type") ?? "")),
  });
  return (incoming, outgoing) =>
    compress(incoming as never, outgoing as never, () => void listener(incoming, outgoing));
}

/** How a body is encoded. */
export type Encoding = "br" | "gzip";

/** The encoding for a body of `length` bytes; null for no encoding. */
export function encodingFor(incoming: IncomingMessage, length: number): Encoding | null {
  if (length < COMPRESSED_FROM || incoming.headers["accept-encoding"] === undefined) return null;
  const accepted = new Negotiator(incoming).encodings(["br", "gzip"]);
  return accepted.includes("br") ? "br" : accepted.includes("gzip") ? "gzip" : null;
}

const [brotliAsync, gzipAsync] = [promisify(brotliCompress), promisify(gzip)];

/** The body, encoded in another thread. */
export const encode = (body: Buffer | string, encoding: Encoding): Promise<Buffer> =>
  encoding === "br" ? brotliAsync(body, { params: BROTLI }) : gzipAsync(body);
