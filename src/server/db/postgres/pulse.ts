import { setTimeout as pause } from "node:timers/promises";
import { DatabaseError } from "pg";
import { LostConnectionError } from "./connection.ts";

/** How soon it is noticed that a database says nothing, in milliseconds. */
export interface PulsePace {
  /** How long statements wait until it is asked whether it lives. */
  readonly silence: number;
  /** How long it may take to say so. */
  readonly patience: number;
  /** How often this is looked after. */
  readonly interval: number;
}

/** Together less than the two seconds after which callers are told. */
const PACE: PulsePace = { silence: 300, patience: 1_000, interval: 100 };

interface Options {
  /** Asks the database for something that it always has an answer to, at once. */
  readonly probe: () => Promise<unknown>;
  /** Called when it does not answer: what waits on it will wait for ever. */
  readonly onSilent: () => void;
  readonly pace?: PulsePace;
}

/**
 * Whether a database lives, looked after while somebody waits for it. A slow statement and a frozen server look the same to
 * who waits, and a frozen server does not keep its own time limits. So when nothing has come back for a while it is asked
 * something simple beside; where that brings nothing, either, everything that waits fails at once, and so does everything
 * that is asked until it answers again.
 */
export class Pulse {
  readonly #options: Options;
  readonly #pace: PulsePace;
  readonly #waiting = new Set<(error: Error) => void>();
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
   * Waits for work of the database for as long as it lives.
   * @throws `LostConnectionError` where it does not, or what the work throws
   */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isSilent) throw silent();
    if (this.#waiting.size === 0) this.#lastSign = performance.now();
    this.#timer ??= setInterval(() => void this.#look(), this.#pace.interval).unref();
    return await new Promise<T>((resolve, reject) => {
      this.#waiting.add(reject);
      const settled = (): void => {
        this.#waiting.delete(reject);
      };
      work().then(
        (result) => {
          settled();
          this.#lastSign = performance.now();
          resolve(result);
        },
        (error: unknown) => {
          settled();
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
    // In two steps: a process that was busy for longer finds its patience at an end before it reads what has come.
    const late = pause(this.#pace.patience, false, { ref: false }).then(() => pause(20, false, { ref: false }));
    return await Promise.race([answered, late]);
  }
}

const silent = (): LostConnectionError => new LostConnectionError("the database does not answer");

/** PostgreSQL refuses a connection over its limit by itself. */
const isAnswer = (error: unknown): boolean =>
  error instanceof LostConnectionError && error.cause instanceof DatabaseError && error.cause.code === "53300";
