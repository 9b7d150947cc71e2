import { OmnidexError } from "../../domain/errors.ts";

/**
 * The most objects that one request may ask for, summed over its root fields. A page that a statement reads counts with
 * its full size. A page of a list in memory counts only the objects that it has.
 */
export const MAX_REQUEST_OBJECTS = 200_000;

/**
 * The highest estimate of an operation, in objects. It is higher than `MAX_REQUEST_OBJECTS`, because an estimate
 * assumes that every page is full. For example, `leaderboard(first: 100)` over three runs costs only three objects.
 */
const MAX_ESTIMATE = 5_000_000;

/** The lowest estimate of a heavy query, in objects. An audit has this estimate. */
export const HEAVY_COST = 10_000;

/** The cost of a file that is produced while it is sent. */
export const EXPORT_COST = 10_000;

/** The additional cost of reading a run's responses again, from their size in bytes. */
export const readingCost = (bytes: number): number => Math.ceil(bytes / 1_000);

const costHeader = (objects: number): string => `${objects};limit=${MAX_REQUEST_OBJECTS}`;

/** The cost of a cached answer. */
export const NO_COST = costHeader(0);

/** Counts the objects that one request asks for, before they are read. */
export class RequestCost {
  #objects = 0;

  /** @param spend deducts the charge from the caller's quota */
  constructor(private readonly spend: ((objects: number) => void) | null = null) {}

  /** The number of objects that the request has asked for. */
  get objects(): number {
    return this.#objects;
  }

  /** Refunds the charges to the quota, for a request that falls back and is counted again. */
  giveBack(): void {
    this.spend?.(-this.#objects);
    this.#objects = 0;
  }

  /**
   * The value of the header `x-omnidex-cost`.
   * @see https://www.rfc-editor.org/rfc/rfc9651#section-3.3
   */
  toString(): string {
    return costHeader(this.#objects);
  }

  /** @throws `COST_LIMIT_EXCEEDED` if the request has asked for too many objects */
  charge(objects: number): void {
    this.#objects += objects;
    this.spend?.(objects);
    checkCost(this.#objects, MAX_REQUEST_OBJECTS);
  }
}

/** @throws `COST_LIMIT_EXCEEDED` for an estimate above `MAX_ESTIMATE` */
export const checkEstimate = (objects: number): void => checkCost(objects, MAX_ESTIMATE);

function checkCost(objects: number, limit: number): void {
  if (objects <= limit) return;
  throw new OmnidexError(
    "COST_LIMIT_EXCEEDED",
    `The request asks for more than ${limit} objects; ask for smaller pages, or for less at once.`,
    { estimate: objects, limit },
  );
}
