import { OmnidexError } from "../../../domain/errors.ts";

/** The total time that all threads may take to read the responses of one request, in milliseconds. */
export const REQUEST_MS = 120_000;

/** The remaining thread time of one request. */
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

  /** The error for a request that has spent its budget. */
  error(): OmnidexError {
    const seconds = this.most / 1_000;
    return new OmnidexError(
      "COST_LIMIT_EXCEEDED",
      `Reading the responses takes more than ${seconds} s of computing; nothing was changed. Send fewer rows at once, or shorter responses.`,
    );
  }
}

/** The budget of background work, such as scoring judged runs. */
export const UNLIMITED = new ReadingBudget(Number.POSITIVE_INFINITY);
