import { OmnidexError } from "../../domain/errors.ts";

/** How many objects one request may ask for, by the sizes of its pages, all its root fields together. */
export const MAX_REQUEST_OBJECTS = 200_000;

/** What computing an aggregate costs, in objects that could be read instead. */
export const AGGREGATE_COST = {
  score: 100,
  breakdown: 500,
  comparison: 2_000,
  leaderboard: 2_000,
  taskScores: 2_500,
  audit: 10_000,
} as const;

/** What reading a run's responses again costs besides, by their bytes. */
export const readingCost = (bytes: number): number => Math.ceil(bytes / 1_000);

const costHeader = (objects: number): string => `${objects};limit=${MAX_REQUEST_OBJECTS}`;

/** What an answer costs that has been kept. */
export const NO_COST = costHeader(0);

/** Counts what one request asks for, before it is done. */
export class RequestCost {
  #objects = 0;

  /** How many objects the request has asked for. */
  get objects(): number {
    return this.#objects;
  }

  /** As the header `x-omnidex-cost` has it. @see https://www.rfc-editor.org/rfc/rfc9651#section-3.3 */
  toString(): string {
    return costHeader(this.#objects);
  }

  /** @throws `COST_LIMIT_EXCEEDED` where the request has asked for too much */
  charge(objects: number): void {
    this.#objects += objects;
    if (this.#objects <= MAX_REQUEST_OBJECTS) return;
    throw new OmnidexError(
      "COST_LIMIT_EXCEEDED",
      `The request asks for more than ${MAX_REQUEST_OBJECTS} objects; ask for smaller pages, or for less at once.`,
    );
  }
}
