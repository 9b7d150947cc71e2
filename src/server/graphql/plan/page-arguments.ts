import { badInput, requireUpTo } from "../../../domain/errors.ts";
import type { SelectedField } from "./selection.ts";

/** The requested page of a list. */
export interface PageArguments {
  readonly size: number;
  /** Whether the page is requested with `last` and counted from the end of the list. */
  readonly backward: boolean;
  readonly after: string | null;
  readonly before: string | null;
}

export const DEFAULT_PAGE_SIZE = 20;

/**
 * Reads `first`, `after`, `last` and `before`.
 * @throws `BAD_USER_INPUT` for a negative or too large size, and for a request with both `first` and `last`
 * @see https://relay.dev/graphql/connections.htm
 */
export function pageArguments({ args }: Pick<SelectedField, "args">, maximum: number): PageArguments {
  const first = size("first", args.first, maximum);
  const last = size("last", args.last, maximum);
  if (first !== null && last !== null) throw badInput("Give 'first' or 'last', not both.");
  return {
    size: first ?? last ?? DEFAULT_PAGE_SIZE,
    backward: last !== null,
    after: text(args.after),
    before: text(args.before),
  };
}

/**
 * Whether there are further items after and before a page. In the direction of reading, the query reads one extra item
 * to find out. In the opposite direction, a cursor in the arguments implies further items.
 * @param more whether there are further items in the direction of reading, as a value or an SQL expression
 * @param known converts a boolean to the same type as `more`
 */
export const pageEnds = <T>(
  { backward, after, before }: PageArguments,
  more: T,
  known: (value: boolean) => T,
): { readonly hasNextPage: T; readonly hasPreviousPage: T } => ({
  hasNextPage: backward ? known(before !== null) : more,
  hasPreviousPage: backward ? more : known(after !== null),
});

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

function size(name: string, value: unknown, maximum: number): number | null {
  if (typeof value !== "number") return null;
  return requireUpTo(maximum, name, value);
}
