import { OmnidexError } from "../../domain/errors.ts";

/** How many objects one request may ask for, by the sizes of its pages, all its root fields together. */
export const MAX_REQUEST_OBJECTS = 200_000;

/**
 * What an operation may be estimated at. More than it may cost, because an estimate takes every page to be full and
 * every object of it to be computed for: `leaderboard(first: 100)` over three runs costs three of them.
 */
const MAX_ESTIMATE = 5_000_000;

/** From what estimate on a query counts as heavy: that of an audit. */
export const HEAVY_COST = 10_000;

/** What a file costs that is made while it is sent. */
export const EXPORT_COST = 10_000;

/** The additional cost of reading a run's responses again, by their bytes. */
export const readingCost = (bytes: number): number => Math.ceil(bytes / 1_000);

const costHeader = (objects: number): string => `${objects};limit=${MAX_REQUEST_OBJECTS}`;

/** What an answer costs that has been kept. */
export const NO_COST = costHeader(0);

/** Counts what one request asks for, before it is done. */
export class RequestCost {
  #objects = 0;

  /** @param spend deducts the charge from the caller's quota */
  constructor(private readonly spend: ((objects: number) => void) | null = null) {}

  /** How many objects the request has asked for. */
  get objects(): number {
    return this.#objects;
  }

  /** Takes back what was charged, for a request that begins again in another way. */
  giveBack(): void {
    this.spend?.(-this.#objects);
    this.#objects = 0;
  }

  /** As the header `x-omnidex-cost` has it. @see https://www.rfc-editor.org/rfc/rfc9651#section-3.3 */
  toString(): string {
    return costHeader(this.#objects);
  }

  /** @throws `COST_LIMIT_EXCEEDED` where the request has asked for too much */
  charge(objects: number): void {
    this.#objects += objects;
    this.spend?.(objects);
    checkCost(this.#objects, MAX_REQUEST_OBJECTS);
  }
}

/** @throws `COST_LIMIT_EXCEEDED` for an estimate that no answer within the limit can come of */
export const checkEstimate = (objects: number): void => checkCost(objects, MAX_ESTIMATE);

function checkCost(objects: number, limit: number): void {
  if (objects <= limit) return;
  throw new OmnidexError(
    "COST_LIMIT_EXCEEDED",
    `The request asks for more than ${limit} objects; ask for smaller pages, or for less at once.`,
    { estimate: objects, limit },
  );
}
