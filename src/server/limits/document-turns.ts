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

/** The length in UTF-16 code units from which parsing and validating a document may block the event loop for 10 ms. */
const LONG_DOCUMENT = 4_000;

/** One queue, because the process has one event loop. */
const turns = new LoopTurns();

/** The owner of the key; without a key, the address. All callers without limits share one name. */
const nameOf = ({ viewer, admission }: Sender): string => admission?.callerName ?? viewer.owner ?? "";

/** Waits for a turn to parse and validate a long document that is not cached. */
export const documentTurn = (length: number, sender: Sender): Promise<void> | undefined =>
  length < LONG_DOCUMENT ? undefined : turns.next(nameOf(sender));

/**
 * Refuses a request if its caller already has the allowed number of long documents waiting.
 * @param length the length of its document; undefined if the document is named by its hash
 * @throws `RATE_LIMITED`
 */
export function requireTurn(length: number | undefined, sender: Sender): void {
  if ((length !== undefined && length < LONG_DOCUMENT) || !turns.isFull(nameOf(sender))) return;
  limitHit.publish({ limit: "documents" });
  const message = "Too many long documents are waiting to be parsed. Send the request again in 1 s.";
  throw refusalError({ message, retryAfter: 1, rateLimits: [] });
}
