import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { hasKey } from "../../domain/viewer.ts";
import { limitHit } from "../telemetry/server-events.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { errorResponse } from "./error-response.ts";

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

/** The largest GraphQL request, in bytes: a submission of 10,000 predictions of 1,600 characters. */
const MAX_BODY = 16 * 1024 ** 2;

/** The largest request without a key, in bytes. Without a key, a request cannot submit predictions. */
const MAX_BODY_WITHOUT_KEY = 1024 ** 2;

/** The smallest long body, in bytes. Long bodies, and bodies of unannounced size, count towards the budget. */
const LONG = 200_000;

/** The memory budget for long bodies, for callers with or without a key. A parsed body takes several times its size. */
interface BodyRoom {
  /** The size limit of one body, in bytes. */
  readonly most: number;
  /** The largest total size of the bodies in memory, in bytes. */
  readonly room: number;
  readonly hint: string;
  taken: number;
}

/** Callers without a key have a separate budget, so that they cannot exhaust the budget of callers with a key. */
const rooms = (withKey: number, withoutKey: number): Readonly<Record<"withKey" | "withoutKey", BodyRoom>> => ({
  withKey: { most: MAX_BODY, room: withKey, hint: "Send predictions in smaller pieces.", taken: 0 },
  withoutKey: { most: MAX_BODY_WITHOUT_KEY, room: withoutKey, hint: "Larger requests need a key.", taken: 0 },
});

/**
 * Reads request bodies up to the size limit, within a shared memory budget. Received bytes count towards the budget
 * until the request is answered. An announced `Content-Length` does not count.
 */
export function readBodies(withKey = 6 * MAX_BODY, withoutKey = 2 * MAX_BODY) {
  const { withKey: keyed, withoutKey: keyless } = rooms(withKey, withoutKey);
  return createMiddleware<AppEnvironment>(async (c, next) => {
    if (c.req.method !== "POST") return next();
    const encoding = c.req.header("content-encoding") ?? "identity";
    if (encoding !== "identity") return encoded(c, encoding);
    const room = hasKey(c.get("viewer")) ? keyed : keyless;
    const length = Number(c.req.header("content-length") ?? Number.NaN);
    if (length > room.most) return tooLarge(c, room);
    if (length < LONG) {
      c.set("body", new Uint8Array(await c.req.arrayBuffer()));
      return next();
    }
    const taken = new TakenRoom(room);
    try {
      const body = await taken.read(c.req.raw.body as AsyncIterable<Uint8Array> | null);
      if (body === null) return tooMany(c);
      c.set("body", body);
      await next();
    } catch (error) {
      if (error instanceof BodyTooLargeError) return tooLarge(c, room);
      throw error;
    } finally {
      taken.end();
    }
  });
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16 */
function encoded(c: Context<AppEnvironment>, encoding: string): Response {
  c.header("accept-encoding", "identity");
  const message = `The body has the content encoding '${encoding.slice(0, 40)}', which is not supported. Send it without one.`;
  return errorResponse(c, 415, "BAD_USER_INPUT", message);
}

/** The bytes that one body takes from its memory budget. */
class TakenRoom {
  #bytes = 0;

  constructor(private readonly room: BodyRoom) {}

  /** @returns null if the budget is exhausted. @throws BodyTooLargeError */
  async read(body: AsyncIterable<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer> | null> {
    const pieces: Uint8Array[] = [];
    for await (const piece of limitedBody(body ?? nothing(), this.room.most)) {
      this.#bytes += piece.length;
      this.room.taken += piece.length;
      if (this.room.taken > this.room.room) return null;
      pieces.push(piece);
    }
    const whole = new Uint8Array(this.#bytes);
    let place = 0;
    for (const piece of pieces) {
      whole.set(piece, place);
      place += piece.length;
    }
    return whole;
  }

  end(): void {
    this.room.taken -= this.#bytes;
    this.#bytes = 0;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const tooLarge = (c: Context<AppEnvironment>, { most, hint }: BodyRoom): Response =>
  errorResponse(c, 413, "BAD_USER_INPUT", `The request has more than ${most} bytes. ${hint}`);

function tooMany(c: Context<AppEnvironment>): Response {
  limitHit.publish({ limit: "bodies" });
  const message = "The server is processing as many long requests as it can hold. Send the request again in 1 s.";
  return errorResponse(c, 429, "RATE_LIMITED", message, { retryAfter: 1, rateLimits: [] });
}
