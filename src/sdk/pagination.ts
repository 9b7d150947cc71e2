import { linkedController } from "./abort.ts";
import { OmnidexProtocolError } from "./errors.ts";
import type { RequestOptions } from "./transport-options.ts";

/** What a list asks of the server for one page. */
export interface PageRequest {
  readonly first: number;
  readonly after: string | null;
  /** Counting can cost more than the page, so only who wants the number asks for it. */
  readonly withTotal: boolean;
}

/** What a list that is read from its end asks for. */
export interface BackwardRequest {
  readonly last: number;
  readonly before: string | null;
  readonly withTotal: boolean;
}

/** Where a page stands in its list. */
export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** The same of a list that can be read from its end. */
export interface BothWays extends PageInfo {
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
}

/** A connection as the operations select it. */
export interface Connection<T, I extends PageInfo = PageInfo> {
  readonly nodes: readonly T[];
  readonly pageInfo: I;
  readonly totalCount?: number | undefined;
}

/** One page of a list. */
export type Page<T, C extends Connection<T> = Connection<T>> = C & {
  /** Over all pages, also of what `take` leaves out. */
  readonly totalCount: number;
  /** The page after this one; null after the last. */
  readonly next: () => Promise<Page<T, C> | null>;
};

export type FetchPage<T, C extends Connection<T> = Connection<T>, R = PageRequest> = (
  request: R,
  options: RequestOptions,
) => Promise<C & Connection<T>>;

export interface ListOptions extends RequestOptions {
  /** How many items a request asks for: at most 1,000 for questions and predictions, 100 for others. 100 by default. */
  readonly pageSize?: number | undefined;
  /** Starts after this cursor, a page's `endCursor`, to go on where a program has stopped. */
  readonly after?: string | undefined;
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
export class Paged<T, C extends Connection<T> = Connection<T>> implements AsyncIterable<T> {
  readonly #fetchPage: FetchPage<T, C>;
  readonly #options: ListOptions;
  readonly #pageSize: number;
  readonly #limit: number;

  constructor(fetchPage: FetchPage<T, C>, options: ListOptions = {}, limit: number = Number.POSITIVE_INFINITY) {
    this.#fetchPage = fetchPage;
    this.#options = options;
    this.#pageSize = options.pageSize ?? DEFAULT_PAGE_SIZE;
    this.#limit = limit;
    if (!Number.isInteger(this.#pageSize) || this.#pageSize < 1)
      throw new RangeError(`pageSize must be a whole number from 1 on, not ${this.#pageSize}`);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { nodes } of this.pages()) yield* nodes;
  }

  /**
   * The list by whole pages, the next one on its way while one is read. `pageInfo.endCursor` is where a later program can
   * go on: `after`.
   *
   * @example
   * for await (const { nodes, pageInfo } of omnidex.questions({ pageSize: 1000 }).pages())
   *   console.log(nodes.length, pageInfo.endCursor);
   */
  async *pages(): AsyncGenerator<C, void, undefined> {
    const { controller, unlink } = linkedController(this.#options.signal);
    try {
      yield* this.#walk(controller.signal);
    } finally {
      // Who stops reading early does not want the page that is on its way.
      controller.abort();
      unlink();
    }
  }

  /**
   * One page, with the number of items over all pages. It is the first one, or the one after a cursor; its `next` gives
   * the one after it.
   *
   * @example
   * const { nodes, totalCount, next } = await omnidex.questions({ pageSize: 20 }).page();
   * const second = await next();
   */
  page(after: string | null = this.#options.after ?? null): Promise<Page<T, C>> {
    return this.#page(after, this.#limit);
  }

  /** @param left how many items may still come */
  async #page(after: string | null, left: number): Promise<Page<T, C>> {
    const first = Math.min(this.#pageSize, Math.max(1, left));
    const page = await this.#fetchPage({ first, after, withTotal: true }, this.#options);
    const nodes = page.nodes.slice(0, left);
    const { totalCount } = page;
    if (totalCount === undefined) throw new OmnidexProtocolError("The server did not say how many items there are.");
    const next = async (): Promise<Page<T, C> | null> => {
      const cursor = left > nodes.length ? nextCursor(page, new Set(after === null ? [] : [after])) : null;
      return cursor === null ? null : this.#page(cursor, left - nodes.length);
    };
    return { ...page, nodes, totalCount, next };
  }

  /**
   * The same list, ended after `count` items. No more than these are fetched.
   *
   * @example
   * const ten = await omnidex.questions().take(10).toArray();
   */
  take(count: number): Paged<T, C> {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`Cannot take ${count} items`);
    return new Paged(this.#fetchPage, this.#options, Math.min(count, this.#limit));
  }

  /** All items, from all pages. */
  async toArray(): Promise<T[]> {
    const items: T[] = [];
    for await (const { nodes } of this.pages()) for (const node of nodes) items.push(node);
    return items;
  }

  async *#walk(signal: AbortSignal): AsyncGenerator<C, void, undefined> {
    const seen = new Set<string>();
    let left = this.#limit;
    let next = left > 0 ? this.#request(this.#options.after ?? null, left, signal) : undefined;
    while (next !== undefined) {
      const page = await next;
      const nodes = page.nodes.slice(0, left);
      left -= nodes.length;
      const cursor = left > 0 ? nextCursor(page, seen) : null;
      next = cursor === null ? undefined : this.#request(cursor, left, signal);
      // It may fail before it is awaited, or never be; either would end a Node process as an unhandled rejection.
      next?.catch(() => {});
      yield { ...page, nodes };
    }
  }

  #request(after: string | null, left: number, signal: AbortSignal): Promise<C> {
    const first = Math.min(this.#pageSize, left);
    return this.#fetchPage({ first, after, withTotal: false }, { ...this.#options, signal });
  }
}

/** The same page as it is read from the end. */
const turned = <T>({ nodes, pageInfo, totalCount }: Connection<T, BothWays>): Connection<T, BothWays> => ({
  nodes: [...nodes].reverse(),
  pageInfo: {
    hasNextPage: pageInfo.hasPreviousPage,
    endCursor: pageInfo.startCursor,
    hasPreviousPage: pageInfo.hasNextPage,
    startCursor: pageInfo.endCursor,
  },
  totalCount,
});

/** A list that can be read from its end, too. */
export class ReversiblePaged<T> extends Paged<T, Connection<T, BothWays>> {
  readonly #fetchEither: FetchPage<T, Connection<T, BothWays>, PageRequest | BackwardRequest>;
  readonly #listOptions: ListOptions;

  constructor(
    fetchPage: FetchPage<T, Connection<T, BothWays>, PageRequest | BackwardRequest>,
    options: ListOptions = {},
  ) {
    super(fetchPage, options);
    this.#fetchEither = fetchPage;
    this.#listOptions = options;
  }

  /**
   * The same list from its last item to its first. Its cursors lead backward: after the `startCursor` of a page comes the
   * page before it, turned round.
   *
   * @example
   * const lastTen = await omnidex.questions().reversed().take(10).toArray();
   */
  reversed(): Paged<T, Connection<T, BothWays>> {
    const fetchBackward: FetchPage<T, Connection<T, BothWays>> = async ({ first, after, withTotal }, options) =>
      turned(await this.#fetchEither({ last: first, before: after, withTotal }, options));
    return new Paged(fetchBackward, this.#listOptions);
  }
}
