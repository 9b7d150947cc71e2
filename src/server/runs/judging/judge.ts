/** The judge that this server asks, as the run services see it. */
export interface Judge {
  readonly model: string;
  /** Signals that there are tasks. */
  readonly signal: WorkSignal;
}

export const judgeNamed = (model: string): Judge => ({ model, signal: new WorkSignal() });

/** Wakes a waiting worker. A signal without a waiter is kept for the next waiter. */
export class WorkSignal {
  #given = false;
  #wake: (() => void) | null = null;

  give(): void {
    this.#given = true;
    this.#wake?.();
  }

  /** Waits for the signal, but at most the given time. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#given) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#given = false;
  }
}
