/** Thrown for a body that exceeds its size limit. */
export class BodyTooLargeError extends Error {}

/**
 * The pieces of a body as they arrive. Their bytes are counted on arrival, because a chunked body does not state its
 * length in advance, and waiting for its end would keep the whole body in memory.
 * @throws BodyTooLargeError at the piece that exceeds the limit
 */
export async function* limitedBody(body: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > mostBytes) throw new BodyTooLargeError(`The body has more than ${mostBytes} bytes.`);
    yield piece;
  }
}
