import { linkedController } from "./retry.ts";
import { OmnidexProtocolError } from "./sdk-errors.ts";
import type { RequestOptions } from "./transport-options.ts";

/** The request for one page of a list. */
export interface PageRequest {
  /** The size of the page. */
  readonly first: number;
  /** The page starts after this cursor; null for the first page. */
  readonly after: string | null;
  /** Counting can cost more than the page, so the total is requested only when it is needed. */
  readonly withTotal: boolean;
}

/** The request for one page of a list that is read from its end. */
export interface BackwardRequest {
  /** The size of the page, which is counted from the end of the list. */
  readonly last: number;
  /** The page ends before this cursor; null for the last page. */
  readonly before: string | null;
  /** Whether to count all items, as in `PageRequest`. */
  readonly withTotal: boolean;
}

/** The position of a page in its list. */
export interface PageInfo {
  /** Whether there are more items after the page. */
  readonly hasNextPage: boolean;
  /** The cursor of the last item, for `after`; null on an empty page. */
  readonly endCursor: string | null;
}

/** The position of a page in a list that can also be read from its end. */
export interface BothWays extends PageInfo {
  /** Whether there are more items before the page. */
  readonly hasPreviousPage: boolean;
  /** The cursor of the first item; null on an empty page. */
  readonly startCursor: string | null;
}

/** A connection as the operations select it. */
export interface Connection<T, I extends PageInfo = PageInfo> {
  /** The items of the page. */
  readonly nodes: readonly T[];
  /** The position of the page in the list. */
  readonly pageInfo: I;
  /** The number of items on all pages; absent if it was not asked for. */
  readonly totalCount?: number | undefined;
}

/** One page of a list. */
export type Page<T, C extends Connection<T> = Connection<T>> = C & {
  /** The number of items on all pages, including those that `take` leaves out. */
  readonly totalCount: number;
  /** The page after this one; null after the last. */
  readonly next: () => Promise<Page<T, C> | null>;
};

export type FetchPage<T, C extends Connection<T> = Connection<T>, R = PageRequest> = (
  request: R,
  options: RequestOptions,
) => Promise<C & Connection<T>>;

export interface ListOptions extends RequestOptions {
  /**
   * The number of items per request. By default 100, and for the second and later requests of questions, prompts and
   * predictions 1,000, which is the fastest. At most 1,000 for questions, predictions, leaderboards, score
   * tables and statistics of questions, and at most 100 for other lists.
   */
  readonly pageSize?: number | undefined;
  /** Starts after this cursor, the `endCursor` of a page, to resume an earlier listing. */
  readonly after?: string | undefined;
}

const DEFAULT_PAGE_SIZE = 100;
/** The most items that the server returns at once for the longest lists. */
export const LARGE_PAGE = 1_000;

/** The cursor of the next page, or null after the last page. Throws if the server repeats a cursor. */
function nextCursor<T>({ pageInfo }: Partial<Connection<T>>, seen: Set<string>): string | null {
  if (pageInfo === undefined) throw new OmnidexProtocolError("Select pageInfo { hasNextPage endCursor } in the list.");
  if (!pageInfo.hasNextPage) return null;
  const { endCursor } = pageInfo;
  if (endCursor === null) throw new OmnidexProtocolError("The server reports a next page, but gives no cursor for it.");
  if (seen.has(endCursor))
    throw new OmnidexProtocolError(
      `The server repeats the cursor '${endCursor}'. Check that the document passes $after on.`,
    );
  seen.add(endCursor);
  return endCursor;
}

/**
 * A list that is fetched page by page as it is read. Each `for await` starts over. Within one loop, no page is fetched
 * twice, and the next page is requested while the items of the current one are read.
 */
export class Paged<T, C extends Connection<T> = Connection<T>> implements AsyncIterable<T> {
  readonly #fetchPage: FetchPage<T, C>;
  readonly #options: ListOptions;
  readonly #pageSize: number;
  readonly #limit: number;
  readonly #largest: number;

  /** @param largest the default size of the second and later pages: the first is small, so that it arrives soon */
  constructor(
    fetchPage: FetchPage<T, C>,
    options: ListOptions = {},
    limit: number = Number.POSITIVE_INFINITY,
    largest: number = DEFAULT_PAGE_SIZE,
  ) {
    this.#fetchPage = fetchPage;
    this.#options = options;
    this.#pageSize = options.pageSize ?? DEFAULT_PAGE_SIZE;
    this.#limit = limit;
    this.#largest = options.pageSize ?? largest;
    if (!Number.isInteger(this.#pageSize) || this.#pageSize < 1)
      throw new RangeError(`pageSize must be a positive whole number, not ${this.#pageSize}`);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { nodes } of this.pages()) yield* nodes;
  }

  /**
   * The list as whole pages; the next page is requested while the current one is read. Pass a page's
   * `pageInfo.endCursor` as `after` to resume later.
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
      // If the caller stops reading early, cancel the request for the next page.
      controller.abort();
      unlink();
    }
  }

  /**
   * One page with the total number of items: the first page, or the page after a cursor. Its `next` fetches the page
   * that follows.
   *
   * @example
   * const { nodes, totalCount, next } = await omnidex.questions({ pageSize: 20 }).page();
   * const second = await next();
   */
  page(after: string | null = this.#options.after ?? null): Promise<Page<T, C>> {
    return this.#page(after, this.#limit);
  }

  /** @param left how many more items may be returned */
  async #page(after: string | null, left: number): Promise<Page<T, C>> {
    const first = Math.min(this.#pageSize, Math.max(1, left));
    const page = await this.#fetchPage({ first, after, withTotal: true }, this.#options);
    const nodes = page.nodes.slice(0, left);
    const { totalCount } = page;
    if (totalCount === undefined) throw new OmnidexProtocolError("The server returned no totalCount.");
    const next = async (): Promise<Page<T, C> | null> => {
      const cursor = left > nodes.length ? nextCursor(page, new Set(after === null ? [] : [after])) : null;
      return cursor === null ? null : this.#page(cursor, left - nodes.length);
    };
    return { ...page, nodes, totalCount, next };
  }

  /**
   * The first `count` items of the list. No other items are fetched.
   *
   * @example
   * const ten = await omnidex.questions().take(10).toArray();
   */
  take(count: number): Paged<T, C> {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`Cannot take ${count} items`);
    return new Paged(this.#fetchPage, this.#options, Math.min(count, this.#limit), this.#largest);
  }

  /** Fetches all pages and returns their items. */
  async toArray(): Promise<T[]> {
    const items: T[] = [];
    for await (const { nodes } of this.pages()) for (const node of nodes) items.push(node);
    return items;
  }

  async *#walk(signal: AbortSignal): AsyncGenerator<C, void, undefined> {
    const seen = new Set<string>();
    let left = this.#limit;
    let next =
      left > 0 ? this.#request(this.#options.after ?? null, Math.min(this.#pageSize, left), signal) : undefined;
    while (next !== undefined) {
      const page = await next;
      const nodes = page.nodes.slice(0, left);
      left -= nodes.length;
      const cursor = left > 0 ? nextCursor(page, seen) : null;
      next = cursor === null ? undefined : this.#request(cursor, Math.min(this.#largest, left), signal);
      // The request may fail before it is awaited, or fail without being awaited at all. Either would be an unhandled
      // rejection, which ends Node.
      next?.catch(() => {});
      yield { ...page, nodes };
    }
  }

  #request(after: string | null, first: number, signal: AbortSignal): Promise<C> {
    return this.#fetchPage({ first, after, withTotal: false }, { ...this.#options, signal });
  }
}

/** Reverses a page that was read from the end of the list. */
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

/** A list that can also be read from its end. */
export class ReversiblePaged<T> extends Paged<T, Connection<T, BothWays>> {
  readonly #fetchEither: FetchPage<T, Connection<T, BothWays>, PageRequest | BackwardRequest>;
  readonly #listOptions: ListOptions;
  readonly #largestOfAll: number;

  constructor(
    fetchPage: FetchPage<T, Connection<T, BothWays>, PageRequest | BackwardRequest>,
    options: ListOptions = {},
    largest: number = DEFAULT_PAGE_SIZE,
  ) {
    super(fetchPage, options, undefined, largest);
    this.#largestOfAll = largest;
    this.#fetchEither = fetchPage;
    this.#listOptions = options;
  }

  /**
   * The same list from its last item to its first. Cursors lead backward: passing the `startCursor` of a page as
   * `after` gives the page before it, in reverse.
   *
   * @example
   * const lastTen = await omnidex.questions().reversed().take(10).toArray();
   */
  reversed(): Paged<T, Connection<T, BothWays>> {
    const fetchBackward: FetchPage<T, Connection<T, BothWays>> = async ({ first, after, withTotal }, options) =>
      turned(await this.#fetchEither({ last: first, before: after, withTotal }, options));
    return new Paged(fetchBackward, this.#listOptions, undefined, this.#largestOfAll);
  }
}
