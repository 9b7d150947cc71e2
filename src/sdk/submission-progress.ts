/** How far a submission has come. */
export interface SubmitProgress {
  /** A source that can be read twice is read once before anything of it is sent, to check it and to make its key. */
  readonly phase: "reading" | "sending";
  /** The id of the run, once it is open: whatever happens, `withdrawRun` takes it back. */
  readonly run?: string | undefined;
  /** How many predictions have been read in this phase. */
  readonly read: number;
  /** How many predictions the server took in this call. */
  readonly sent: number;
  /** How many predictions the server had already, from a call before this one. */
  readonly skipped: number;
  /** How many predictions there are, once that is known. */
  readonly total?: number | undefined;
  /** How many bytes of the file have been read in this phase. */
  readonly bytes?: number | undefined;
  /** How long the file is. */
  readonly totalBytes?: number | undefined;
}

/** Keeps count, and tells. */
export class ProgressCounter {
  #state: SubmitProgress = { phase: "reading", read: 0, sent: 0, skipped: 0 };

  constructor(private readonly onProgress: ((progress: SubmitProgress) => void) | undefined) {}

  readonly onBytes = (bytes: number, totalBytes: number): void => {
    this.#state = { ...this.#state, bytes, totalBytes };
  };

  /** Begins to send what has been read: so many, where that is known. */
  send(total: number | undefined): void {
    const { bytes, ...state } = this.#state;
    this.#state = { ...state, phase: "sending", read: 0, total, ...(bytes !== undefined && { bytes: 0 }) };
  }

  /** The run is open. */
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
