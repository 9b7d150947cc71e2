import { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { Decompress } from "fzstd";

/** A stream that unpacks Zstandard (RFC 8878). Uses Node's decoder (from 22.15), or else one in JavaScript. */
export function zstandard(): Transform {
  const { createZstdDecompress } = zlib as unknown as { createZstdDecompress?: () => Transform };
  return createZstdDecompress?.() ?? zstandardInJavaScript();
}

/** @see https://www.npmjs.com/package/fzstd */
export function zstandardInJavaScript(): Transform {
  const decoder = new Decompress((unpacked) => {
    stream.push(unpacked);
  });
  const attempt = (packed: Uint8Array, isLast: boolean): Error | null => {
    try {
      decoder.push(packed, isLast);
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };
  const stream: Transform = new Transform({
    transform: (packed: Uint8Array, _encoding, done) => done(attempt(packed, false)),
    flush: (done) => done(attempt(new Uint8Array(), true)),
  });
  return stream;
}
