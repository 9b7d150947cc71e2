/** A body that exceeds its size limit. */
export class BodyTooLargeError extends Error {}

/**
 * The pieces of a body as they arrive. Their length is counted here, because a chunked body does not state it in
 * advance, and waiting for the end would hold the whole body in memory.
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
