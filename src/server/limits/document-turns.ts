import type { Viewer } from "../../domain/viewer.ts";
import { limitHit } from "../telemetry/server-events.ts";
import type { Admission } from "./admission.ts";
import { LoopTurns } from "./loop-turns.ts";
import { refusalError } from "./refusal.ts";

/** Who sends a document. */
interface Sender {
  readonly viewer: Viewer;
  readonly admission: Admission | null;
}

/** From so many UTF-16 code units on, parsing and validating a document may hold the event loop for 10 ms and more. */
const LONG_DOCUMENT = 4_000;

/** The process has one event loop. */
const turns = new LoopTurns();

/** The owner of a key, else the address; all callers without limits are one. */
const nameOf = ({ viewer, admission }: Sender): string => admission?.callerName ?? viewer.owner ?? "";

/** Waits for a turn at parsing and validating a document that is not known yet, where it is long. */
export const documentTurn = (length: number, sender: Sender): Promise<void> | undefined =>
  length < LONG_DOCUMENT ? undefined : turns.next(nameOf(sender));

/**
 * Refuses a request whose caller has as many long documents waiting as may be.
 * @param length of its document; undefined for one that is named by its hash
 * @throws `RATE_LIMITED`
 */
export function requireTurn(length: number | undefined, sender: Sender): void {
  if ((length !== undefined && length < LONG_DOCUMENT) || !turns.isFull(nameOf(sender))) return;
  limitHit.publish({ limit: "documents" });
  const message = "As many long documents as may be wait to be read. Send the request again in 1 s.";
  throw refusalError({ message, retryAfter: 1, rateLimits: [] });
}
