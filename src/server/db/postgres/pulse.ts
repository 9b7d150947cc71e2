import { setTimeout as pause } from "node:timers/promises";
import { DatabaseError } from "pg";
import { PendingSet } from "../../../domain/pending-set.ts";
import { LostConnectionError } from "./connection.ts";

/** How soon a silent database is noticed, in milliseconds. */
export interface PulsePace {
  /** How long the database may be silent while statements wait. It is then probed. */
  readonly silence: number;
  /** How long the probe may take. */
  readonly patience: number;
  /** How often the silence is checked while statements wait. */
  readonly interval: number;
}

/** A silent database is noticed in less than two seconds. Callers then get an error. */
export const PACE: PulsePace = { silence: 300, patience: 1_000, interval: 100 };

interface Options {
  /** Sends a query that a living database answers at once. */
  readonly probe: () => Promise<unknown>;
  /** Called when a probe is not answered. It must end the pending statements, which would otherwise wait forever. */
  readonly onSilent: () => void;
  readonly pace?: PulsePace;
}

/**
 * Checks whether a database is alive while callers wait for it. A caller cannot distinguish a slow statement from a
 * frozen server, and a frozen server does not enforce its own time limits. So a probe is sent after a time without any
 * answer. If the database does not answer the probe, all pending work fails at once. New work also fails until the
 * database answers again.
 */
export class Pulse {
  readonly #options: Options;
  readonly #pace: PulsePace;
  readonly #waiting = new PendingSet<(error: Error) => void>();
  #timer: NodeJS.Timeout | null = null;
  #lastSign = 0;
  #isSilent = false;
  #isAsking = false;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    this.#pace = options.pace ?? PACE;
  }

  /**
   * Runs work that waits for the database, and stops waiting when the database no longer answers.
   * @param work the work; it can check whether the caller still waits for its result
   * @throws `LostConnectionError` if the database does not answer, or the error of the work
   */
  guard<T>(work: (isAwaited: () => boolean) => Promise<T>): Promise<T> {
    if (this.#isSilent) return Promise.reject(silent());
    const waiting = this.#waiting;
    if (waiting.size === 0) this.#lastSign = performance.now();
    this.#timer ??= setInterval(() => void this.#look(), this.#pace.interval).unref();
    return new Promise<T>((resolve, reject) => {
      const member = waiting.add(reject);
      work(() => waiting.has(member)).then(
        (result) => {
          waiting.remove(member);
          this.#lastSign = performance.now();
          resolve(result);
        },
        (error: unknown) => {
          waiting.remove(member);
          reject(error);
        },
      );
    });
  }

  close(): void {
    this.#closed = true;
    this.#rest();
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #look(): Promise<void> {
    if (this.#isAsking) return;
    if (!this.#isSilent && this.#waiting.size === 0) return this.#rest();
    if (!this.#isSilent && performance.now() - this.#lastSign < this.#pace.silence) return;
    this.#isAsking = true;
    const lives = await this.#lives();
    this.#isAsking = false;
    if (this.#closed) return;
    if (lives) this.#lastSign = performance.now();
    const wasSilent = this.#isSilent;
    this.#isSilent = !lives;
    if (lives || wasSilent) return;
    for (const reject of this.#waiting) reject(silent());
    this.#waiting.clear();
    this.#options.onSilent();
  }

  async #lives(): Promise<boolean> {
    const answered = this.#options.probe().then(() => true, isAnswer);
    // A short second timer lets the event loop read pending answers before the timeout counts. Otherwise a long pause
    // of the event loop would look like a silent database.
    const late = pause(this.#pace.patience, false, { ref: false }).then(() => pause(20, false, { ref: false }));
    return await Promise.race([answered, late]);
  }
}

const silent = (): LostConnectionError => new LostConnectionError("the database does not answer");

/** Whether an error shows that the database is alive. "Too many connections" (53300) does. */
const isAnswer = (error: unknown): boolean =>
  error instanceof LostConnectionError && error.cause instanceof DatabaseError && error.cause.code === "53300";
