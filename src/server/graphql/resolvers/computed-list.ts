import { badInput, requireUpTo } from "../../../domain/errors.ts";
import { DEFAULT_PAGE_SIZE, decodeCursor, encodeCursor } from "../plan/page-arguments.ts";

/** A list that a service has computed as a whole, in order. */
export interface ComputedList<T> {
  /** The name of the list, which is part of its cursors. */
  readonly name: string;
  readonly length: number;
  /** The item at an index, from 0. */
  readonly at: (place: number) => T;
  /** The id of an item within the list. It does not depend on the order. */
  readonly idOf: (item: T) => string;
  /** The id of the item at an index, for lists whose items are expensive to compute. */
  readonly idAt?: (place: number) => string;
}

/** Page arguments of a forward-only list. */
export interface ForwardArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** A page of a computed list, as a Relay connection. Items are computed once, cursors only on request. */
export class ComputedPage<T> {
  readonly nodes: readonly T[];
  readonly totalCount: number;
  readonly #list: ComputedList<T>;
  readonly #start: number;

  constructor(list: ComputedList<T>, start: number, size: number) {
    this.nodes = Array.from({ length: Math.max(0, Math.min(size, list.length - start)) }, (_, index) =>
      list.at(start + index),
    );
    this.totalCount = list.length;
    this.#list = list;
    this.#start = start;
  }

  get edges(): readonly { readonly cursor: string; readonly node: T }[] {
    return this.nodes.map((node) => ({ cursor: this.#cursorOf(node), node }));
  }

  get pageInfo(): PageInfo {
    return pageInfoOf(this.nodes, (node) => this.#cursorOf(node), {
      hasNextPage: this.#start + this.nodes.length < this.totalCount,
      hasPreviousPage: this.#start > 0,
    });
  }

  #cursorOf(node: T): string {
    return encodeCursor(this.#list.name, [this.#list.idOf(node)]);
  }
}

/** The page information of the nodes of a page. */
export function pageInfoOf<T>(
  nodes: readonly T[],
  cursorOf: (node: T) => string,
  ends: Pick<PageInfo, "hasNextPage" | "hasPreviousPage">,
): PageInfo {
  const [first, last] = [nodes[0], nodes.at(-1)];
  return {
    ...ends,
    startCursor: first === undefined ? null : cursorOf(first),
    endCursor: last === undefined ? null : cursorOf(last),
  };
}

/**
 * The size of a page of a forward-only list.
 * @throws `BAD_USER_INPUT` for a size out of range
 */
export const forwardSize = ({ first }: ForwardArguments, maximum: number): number =>
  requireUpTo(maximum, "first", first ?? DEFAULT_PAGE_SIZE);

/**
 * The requested page of a list.
 * @throws `BAD_USER_INPUT` for a size out of range, a cursor of another list, or the cursor of an item that is no
 * longer in the list
 */
export function pageOf<T>(list: ComputedList<T>, args: ForwardArguments, maximum: number): ComputedPage<T> {
  const size = forwardSize(args, maximum);
  return new ComputedPage(list, args.after == null ? 0 : placeAfter(list, args.after), size);
}

/** The requested page of items that are already in memory. */
export const pageOfItems = <T>(
  { items, ...list }: Pick<ComputedList<T>, "name" | "idOf"> & { readonly items: readonly T[] },
  args: ForwardArguments,
  maximum: number,
): ComputedPage<T> => pageOf({ ...list, length: items.length, at: (place) => items[place] as T }, args, maximum);

function placeAfter<T>(list: ComputedList<T>, after: string): number {
  const [id] = decodeCursor(list.name, ["text"], "after", after);
  const { idAt = (place) => list.idOf(list.at(place)) } = list;
  for (let place = 0; place < list.length; place++) if (idAt(place) === id) return place + 1;
  throw badInput("'after' is the cursor of an item that is no longer in the list.");
}
