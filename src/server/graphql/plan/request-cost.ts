import { OmnidexError } from "../../../domain/errors.ts";
import type { CostBounds } from "./estimate-cost.ts";

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

/** The most characters of pages of responses in one request, above which no further page is read. */
const MOST_CHARACTERS = 64_000_000;

/** The cause of an error about what the request would read, after which it is not executed in another way. */
const READING = new Error("the request reads too much");

/** The error for pages of responses that are too long. */
export const tooLong = (): OmnidexError =>
  new OmnidexError(
    "COST_LIMIT_EXCEEDED",
    "The responses of a page are longer than one request may read; ask for smaller pages ('first'), or export the run.",
    undefined,
    { cause: READING },
  );

/** The cost of a file that is produced while it is sent. */
export const EXPORT_COST = 10_000;

/** The additional cost of reading a run's responses, from their size in bytes. */
const readingCost = (bytes: number): number => Math.ceil(bytes / 1_000);

const costHeader = (objects: number): string => `${objects};limit=${MAX_REQUEST_OBJECTS}`;

/** The cost of a cached answer. */
export const NO_COST = costHeader(0);

/** Counts the objects that one request asks for, before they are read. */
export class RequestCost {
  #objects = 0;
  #characters = 0;
  #turn: Promise<unknown> = Promise.resolve();

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

  /**
   * Reads long texts after those that the request is reading already, so that it never holds many more than it may.
   * @param length the characters of what was read
   * @throws `COST_LIMIT_EXCEEDED` if the request has read too many
   */
  inTurn<T>(read: () => Promise<T>, length: (result: T) => number): Promise<T> {
    const turn = this.#turn.then(async () => {
      this.show(0);
      const result = await read();
      this.#characters += length(result);
      return result;
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /**
   * Counts characters of responses that the request shows.
   * @throws `COST_LIMIT_EXCEEDED` if it has shown too many
   */
  show(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MOST_CHARACTERS) throw tooLong();
  }

  /**
   * Charges for reading responses, before they are read.
   * @throws `COST_LIMIT_EXCEEDED` if the request reads too much
   */
  chargeReading(bytes: number): void {
    const points = readingCost(bytes);
    const limit = MAX_REQUEST_OBJECTS - this.#objects;
    if (points > limit)
      throw new OmnidexError(
        "COST_LIMIT_EXCEEDED",
        `The request would read ${bytes} bytes of responses, and may read ${1_000 * Math.max(0, limit)} more; ask for fewer runs or aliases.`,
        { bytes, limit: 1_000 * Math.max(0, limit) },
        { cause: READING },
      );
    this.#add(points);
  }

  /** @throws `COST_LIMIT_EXCEEDED` if the request has asked for too many objects */
  charge(objects: number): void {
    this.#add(objects);
    checkCost(this.#objects, MAX_REQUEST_OBJECTS);
  }

  #add(points: number): void {
    this.#objects += points;
    this.spend?.(points);
  }
}

/** @throws `COST_LIMIT_EXCEEDED` for an estimate above `MAX_ESTIMATE`, or for a request that would exceed its limit anyway */
export function checkEstimate({ least, most }: CostBounds): void {
  checkCost(most, MAX_ESTIMATE);
  checkCost(least, MAX_REQUEST_OBJECTS);
}

function checkCost(objects: number, limit: number): void {
  if (objects <= limit) return;
  throw new OmnidexError(
    "COST_LIMIT_EXCEEDED",
    `The request asks for more than ${limit} objects; ask for smaller pages, or for less at once.`,
    { estimate: objects, limit },
  );
}
