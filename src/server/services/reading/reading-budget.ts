import { OmnidexError } from "../../../domain/errors.ts";

/** How long reading responses may take for one request, on however many threads: in milliseconds. */
export const REQUEST_MS = 120_000;

/** The time that the threads may take for one request, whatever it has them read, and however often it asks. */
export class ReadingBudget {
  #spent = 0;

  /** @param most in milliseconds */
  constructor(private readonly most: number) {}

  get isSpent(): boolean {
    return this.#spent >= this.most;
  }

  spend(milliseconds: number): void {
    this.#spent += milliseconds;
  }

  /** What there is to be said when it is spent. */
  error(): OmnidexError {
    const seconds = this.most / 1_000;
    return new OmnidexError(
      "COST_LIMIT_EXCEEDED",
      `Reading the responses takes more than ${seconds} s of computing; nothing was changed. Send fewer rows at once, or shorter responses.`,
    );
  }
}

/** Of work that nobody waits for, such as the scoring of what a judge has read. */
export const UNLIMITED = new ReadingBudget(Number.POSITIVE_INFINITY);
