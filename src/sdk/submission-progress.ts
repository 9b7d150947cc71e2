/** The progress of a submission. */
export interface SubmitProgress {
  /**
   * `reading` while a source is read for the first time, to validate it and to derive its idempotency key; then
   * `sending`. A source that is read only once has no phase `reading`.
   */
  readonly phase: "reading" | "sending";
  /** The id of the run, once it is open. `withdrawRun` can withdraw it at any time. */
  readonly run?: string | undefined;
  /** How many predictions have been read in this phase. */
  readonly read: number;
  /** How many predictions the server accepted in this call. */
  readonly sent: number;
  /** How many predictions the server already had from an earlier call. */
  readonly skipped: number;
  /** The total number of predictions, once it is known. */
  readonly total?: number | undefined;
  /** How many bytes of the file have been read in this phase. */
  readonly bytes?: number | undefined;
  /** The size of the file in bytes. */
  readonly totalBytes?: number | undefined;
}

/** Counts the progress and reports it to the callback. */
export class ProgressCounter {
  #state: SubmitProgress = { phase: "reading", read: 0, sent: 0, skipped: 0 };

  constructor(private readonly onProgress: ((progress: SubmitProgress) => void) | undefined) {}

  readonly onBytes = (bytes: number, totalBytes: number): void => {
    this.#state = { ...this.#state, bytes, totalBytes };
  };

  /** Starts the sending phase. `total` is the number of rows, if it is known. */
  send(total: number | undefined): void {
    const { bytes, ...state } = this.#state;
    this.#state = { ...state, phase: "sending", read: 0, total, ...(bytes !== undefined && { bytes: 0 }) };
  }

  /** Records the id of the run that was opened. */
  opened(run: string): void {
    this.#state = { ...this.#state, run };
    this.tell();
  }

  count(what: "read" | "sent" | "skipped", rows = 1): void {
    this.#state = { ...this.#state, [what]: this.#state[what] + rows };
  }

  tell(): void {
    this.onProgress?.(this.#state);
  }

  get state(): SubmitProgress {
    return this.#state;
  }
}
