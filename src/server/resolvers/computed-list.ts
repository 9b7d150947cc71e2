import { badInput } from "../../domain/errors.ts";
import { decodeCursor, encodeCursor } from "../plan/cursor.ts";
import { DEFAULT_PAGE_SIZE } from "../plan/page-arguments.ts";

/** A list that a service has computed whole, in its order. */
export interface ComputedList<T> {
  /** Goes into cursors. */
  readonly name: string;
  readonly items: readonly T[];
  /** Names an item within the list; it is the same in every order. */
  readonly idOf: (item: T) => string;
}

/** Page arguments of a list that only goes forwards. */
export interface ForwardArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** A page of a computed list, as a Relay connection. */
export interface ComputedPage<T> {
  readonly nodes: readonly T[];
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

/**
 * The page of a list that the arguments ask for.
 * @throws `BAD_USER_INPUT` for a size out of range, or a cursor of another list, or of an item that is no more in it
 */
export function pageOf<T>(list: ComputedList<T>, { first, after }: ForwardArguments, maximum: number): ComputedPage<T> {
  const size = first ?? DEFAULT_PAGE_SIZE;
  if (size < 0 || size > maximum) throw badInput(`'first' must be from 0 to ${maximum}; got ${size}.`);
  const start = after == null ? 0 : placeAfter(list, after);
  const edges = list.items
    .slice(start, start + size)
    .map((node) => ({ cursor: encodeCursor(list.name, [list.idOf(node)]), node }));
  return {
    nodes: edges.map(({ node }) => node),
    edges,
    pageInfo: {
      hasNextPage: start + size < list.items.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: list.items.length,
  };
}

function placeAfter<T>(list: ComputedList<T>, after: string): number {
  const [id] = decodeCursor(list.name, ["text"], "after", after);
  const place = list.items.findIndex((item) => list.idOf(item) === id);
  if (place < 0) throw badInput("'after' is the cursor of an item that is no more in the list.");
  return place + 1;
}
