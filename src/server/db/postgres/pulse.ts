import { setTimeout as pause } from "node:timers/promises";
import { DatabaseError } from "pg";
import { PendingSet } from "../../../domain/pending-set.ts";
import { LostConnectionError } from "./connection.ts";

/** How soon a silent database is noticed, in milliseconds. */
export interface PulsePace {
  /** How long statements wait before the database is probed. */
  readonly silence: number;
  /** How long the probe may take. */
  readonly patience: number;
  /** How often waiting statements are checked. */
  readonly interval: number;
}

/** Together less than two seconds, after which callers get an error. */
const PACE: PulsePace = { silence: 300, patience: 1_000, interval: 100 };

interface Options {
  /** Asks the database for something that it can always answer at once. */
  readonly probe: () => Promise<unknown>;
  /** Called when the probe is not answered. Pending statements would wait forever. */
  readonly onSilent: () => void;
  readonly pace?: PulsePace;
}

/**
 * Checks whether a database is alive while callers wait for it. A slow statement and a frozen server look the same to a
 * caller, and a frozen server does not enforce its own time limits. So after a time without any answer, a probe is
 * sent. If the probe is not answered, either, all pending work fails at once, and so does all new work until the
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
   * Waits for work of the database for as long as the database is alive.
   * @param work can ask whether its result is still awaited
   * @throws `LostConnectionError` if it is not, or the error of the work
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
    // A second, short pause, so that after a long pause of the event loop, pending answers are read before the timeout
    // counts.
    const late = pause(this.#pace.patience, false, { ref: false }).then(() => pause(20, false, { ref: false }));
    return await Promise.race([answered, late]);
  }
}

const silent = (): LostConnectionError => new LostConnectionError("the database does not answer");

/** An error such as "too many connections" is an answer, too. */
const isAnswer = (error: unknown): boolean =>
  error instanceof LostConnectionError && error.cause instanceof DatabaseError && error.cause.code === "53300";
