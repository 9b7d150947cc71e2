import type { Viewer } from "../../domain/viewer.ts";
import { limitHit } from "../telemetry/server-events.ts";
import type { Admission } from "./admission.ts";
import { refusalError } from "./limit-refusal.ts";
import { LoopTurns } from "./loop-turns.ts";

/** The viewer and the admission of the caller who sends a document. */
interface Sender {
  readonly viewer: Viewer;
  readonly admission: Admission | null;
}

/**
 * The length of the shortest long document, in UTF-16 code units. Parsing and validating a document of this length may
 * block the event loop for 10 ms.
 */
const LONG_DOCUMENT = 4_000;

/** One queue, because the process has one event loop. */
const turns = new LoopTurns();

/** The owner of the key, or the address of a caller without a key. Without limits, all keyless callers share a name. */
const nameOf = ({ viewer, admission }: Sender): string => admission?.callerName ?? viewer.owner ?? "";

/** Waits for a turn to parse and validate a long document that is not cached. */
export const documentTurn = (length: number, sender: Sender): Promise<void> | undefined =>
  length < LONG_DOCUMENT ? undefined : turns.next(nameOf(sender));

/**
 * Refuses a request with a long document if too many long documents of its caller, or of all callers, are waiting.
 * @param length the length of the request's document; undefined for a document that is named by its hash
 * @throws `RATE_LIMITED`
 */
export function requireTurn(length: number | undefined, sender: Sender): void {
  if ((length !== undefined && length < LONG_DOCUMENT) || !turns.isFull(nameOf(sender))) return;
  limitHit.publish({ limit: "documents" });
  const message = "Too many long documents are waiting to be parsed. Send the request again in 1 s.";
  throw refusalError({ message, retryAfter: 1, rateLimits: [] });
}
