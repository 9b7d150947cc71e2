/** A body that turned out to be larger than it may be. */
export class BodyTooLargeError extends Error {}

/**
 * The pieces of a body as they come. Its length is counted here, for a body that comes in chunks does not say it before, and
 * to wait for its end would hold all of it in memory.
 * @throws BodyTooLargeError at the piece with which it is longer than so many bytes
 */
export async function* limitedBody(body: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > mostBytes) throw new BodyTooLargeError(`The body has more than ${mostBytes} bytes.`);
    yield piece;
  }
}
