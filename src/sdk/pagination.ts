import { linkedController } from "./abort.ts";
import { OmnidexProtocolError } from "./errors.ts";
import type { RequestOptions } from "./transport.ts";

/** What a list asks of the server for one page. */
export interface PageRequest {
  readonly first: number;
  readonly after: string | null;
  /** Counting can cost more than the page, so only who wants the number asks for it. */
  readonly withTotal: boolean;
}

/** A connection as the operations select it. */
export interface Connection<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly totalCount?: number | undefined;
}

/** One page of a list. */
export interface Page<T> extends Connection<T> {
  /** Over all pages. */
  readonly totalCount: number;
}

export type FetchPage<T> = (request: PageRequest, options: RequestOptions) => Promise<Connection<T>>;

export interface ListOptions extends RequestOptions {
  /** How many items a request asks for: at most 1,000 for questions and predictions, 100 for others. 100 by default. */
  readonly pageSize?: number | undefined;
}

const DEFAULT_PAGE_SIZE = 100;

/** Where the next page starts, or null after the last; a server that leads in circles is an error. */
function nextCursor<T>({ pageInfo }: Connection<T>, seen: Set<string>): string | null {
  if (!pageInfo.hasNextPage) return null;
  const { endCursor } = pageInfo;
  if (endCursor === null) throw new OmnidexProtocolError("The server says there is a next page, but not where.");
  if (seen.has(endCursor)) throw new OmnidexProtocolError(`The server repeats the cursor '${endCursor}'.`);
  seen.add(endCursor);
  return endCursor;
}

/**
 * A list that is fetched page after page while it is read. Each `for await` starts over; within one, no page is fetched
 * twice, and the next page is on its way while the items of the last are read.
 */
export class Paged<T> implements AsyncIterable<T> {
  readonly #fetchPage: FetchPage<T>;
  readonly #options: ListOptions;
  readonly #pageSize: number;
  readonly #limit: number;

  constructor(fetchPage: FetchPage<T>, options: ListOptions = {}, limit: number = Number.POSITIVE_INFINITY) {
    this.#fetchPage = fetchPage;
    this.#options = options;
    this.#pageSize = options.pageSize ?? DEFAULT_PAGE_SIZE;
    this.#limit = limit;
    if (!Number.isInteger(this.#pageSize) || this.#pageSize < 1)
      throw new RangeError(`pageSize must be a whole number from 1 on, not ${this.#pageSize}`);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const { controller, unlink } = linkedController(this.#options.signal);
    try {
      for await (const nodes of this.#walk(controller.signal)) yield* nodes;
    } finally {
      // Who stops reading early does not want the page that is on its way.
      controller.abort();
      unlink();
    }
  }

  /**
   * One page, with the number of items over all pages. It is the first one, or the one after a cursor.
   *
   * @example
   * const { nodes, pageInfo, totalCount } = await omnidex.questions({ pageSize: 20 }).page();
   */
  async page(after: string | null = null): Promise<Page<T>> {
    const first = Math.min(this.#pageSize, Math.max(1, this.#limit));
    const page = await this.#fetchPage({ first, after, withTotal: true }, this.#options);
    if (page.totalCount === undefined)
      throw new OmnidexProtocolError("The server did not say how many items there are.");
    return { ...page, totalCount: page.totalCount };
  }

  /**
   * The same list, ended after `count` items. No more than these are fetched.
   *
   * @example
   * const ten = await omnidex.questions().take(10).toArray();
   */
  take(count: number): Paged<T> {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`Cannot take ${count} items`);
    return new Paged(this.#fetchPage, this.#options, Math.min(count, this.#limit));
  }

  /** All items, from all pages. */
  async toArray(): Promise<T[]> {
    const items: T[] = [];
    for await (const item of this) items.push(item);
    return items;
  }

  async *#walk(signal: AbortSignal): AsyncGenerator<readonly T[], void, undefined> {
    const seen = new Set<string>();
    let left = this.#limit;
    let next = left > 0 ? this.#request(null, left, signal) : undefined;
    while (next !== undefined) {
      const page = await next;
      const nodes = page.nodes.slice(0, left);
      left -= nodes.length;
      const cursor = left > 0 ? nextCursor(page, seen) : null;
      next = cursor === null ? undefined : this.#request(cursor, left, signal);
      // It may fail before it is awaited, or never be; either would end a Node process as an unhandled rejection.
      next?.catch(() => {});
      yield nodes;
    }
  }

  #request(after: string | null, left: number, signal: AbortSignal): Promise<Connection<T>> {
    const first = Math.min(this.#pageSize, left);
    return this.#fetchPage({ first, after, withTotal: false }, { ...this.#options, signal });
  }
}
