import { setImmediate as nextLoop, setTimeout as pause } from "node:timers/promises";
import type { Viewer } from "../../domain/viewer.ts";
import { limitHit } from "../telemetry/server-events.ts";
import { refusalError } from "./callers.ts";
import type { Admission } from "./request-admission.ts";

/** The longest blocking of the event loop that is not followed by a pause, in milliseconds. */
const SHORT_MS = 2;

/**
 * The most waiting pieces of work, per caller and in total. Each piece may block the event loop for some tens of
 * milliseconds.
 */
const MOST_OF_ONE = 20;
const MOST_OF_ALL = 500;

/** A clock, in milliseconds. */
interface LoopClock {
  now(): number;
  pause(milliseconds: number): Promise<unknown>;
}

const CLOCK: LoopClock = { now: () => performance.now(), pause: (milliseconds) => pause(milliseconds) };

/**
 * Schedules pieces of work that block the event loop. One piece runs at a time. A piece that blocks for more than 2 ms
 * is followed by a pause of the same length. Callers take turns, so a caller with many pieces delays only its own.
 */
export class LoopTurns {
  /** The waiting pieces by caller. The caller whose turn is next comes first. */
  readonly #queues = new Map<string, (() => void)[]>();
  #waiting = 0;
  #isBusy = false;

  constructor(
    private readonly mostOfOne = MOST_OF_ONE,
    private readonly mostOfAll = MOST_OF_ALL,
    private readonly clock: LoopClock = CLOCK,
  ) {}

  /** Whether the queue is so long that the caller should retry later. */
  isFull(caller: string): boolean {
    return this.#waiting >= this.mostOfAll || (this.#queues.get(caller)?.length ?? 0) >= this.mostOfOne;
  }

  /** Resolves when a piece may start. Until the piece ends, only settled promises may be awaited. */
  async next(caller: string): Promise<void> {
    if (this.#isBusy) await this.#wait(caller);
    else this.#begin();
  }

  #wait(caller: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.#queues.get(caller) ?? [];
      queue.push(resolve);
      this.#queues.set(caller, queue);
      this.#waiting += 1;
    });
  }

  #begin(): void {
    this.#isBusy = true;
    rest(this.clock).then(() => this.#advance());
  }

  #advance(): void {
    const [next] = this.#queues;
    this.#isBusy = next !== undefined;
    if (next === undefined) return;
    const [caller, [resolve, ...others]] = next;
    this.#queues.delete(caller);
    // Moves the caller to the end of the queue.
    if (others.length > 0) this.#queues.set(caller, others);
    this.#waiting -= 1;
    this.#begin();
    resolve?.();
  }
}

/** Waits until the current piece ends, and then for as long as the piece blocked the event loop. */
async function rest(clock: LoopClock): Promise<void> {
  const begin = clock.now();
  await nextLoop();
  const held = clock.now() - begin;
  if (held > SHORT_MS) await clock.pause(held);
}

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
 * Waits for a turn to execute an introspection query, which needs no data and so is executed at once, for tens of
 * milliseconds.
 * @throws `RATE_LIMITED` if too many pieces of work of the caller, or of all callers, are waiting
 */
export async function introspectionTurn(sender: Sender): Promise<void> {
  requireTurn(undefined, sender);
  await turns.next(nameOf(sender));
}

/**
 * Refuses a request with a long document if too many long documents of its caller, or of all callers, are waiting.
 * @param length the length of the request's document; undefined for a document that is named by its hash
 * @throws `RATE_LIMITED`
 */
export function requireTurn(length: number | undefined, sender: Sender): void {
  if ((length !== undefined && length < LONG_DOCUMENT) || !turns.isFull(nameOf(sender))) return;
  limitHit.publish({ limit: "documents" });
  const message = "Too many long documents are waiting to be processed. Send the request again in 1 s.";
  throw refusalError({ message, retryAfter: 1, rateLimits: [] });
}
