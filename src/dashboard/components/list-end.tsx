import { useEffect } from "react";
import { Button } from "react-aria-components";
import { failureText } from "../data/query-client.ts";
import { MOST_WHOLE } from "./use-shown-rows.ts";

interface SpaceRowProps {
  /** The height of the hidden rows, in pixels. */
  readonly height: number;
  /** The number of columns that are visible on a phone. A larger number would make the table wider than a phone. */
  readonly columns: number;
}

/** An empty row, as high as the rows of a table that are outside the window and not drawn. */
export const SpaceRow = ({ height, columns }: SpaceRowProps) => (
  <tr className="space-row" style={{ height }}>
    <td colSpan={columns} />
  </tr>
);

/** How a reader can find rows that are not drawn. */
const INSTEAD = {
  copy: "“Copy as …” has all rows.",
  search: "“/” searches all questions.",
} as const;

interface DrawnNoteProps {
  /** The number of rows of the table. */
  readonly rows: number;
  readonly instead: keyof typeof INSTEAD;
}

/** A note that the browser's search misses rows of a long table. Renders nothing for a table that is drawn whole. */
export const DrawnNote = ({ rows, instead }: DrawnNoteProps) =>
  rows <= MOST_WHOLE ? null : (
    <p className="figure-caption no-print">
      The browser's search finds only rows in the window, because the table is long. {INSTEAD[instead]}
    </p>
  );

/** A list that is fetched page by page: what `useInfiniteQuery` returns. */
export interface PagedList {
  readonly error: Error | null;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
}

interface MorePagesProps {
  readonly list: PagedList;
  /** The label of the button that fetches the next page. */
  readonly label: string;
}

/** The button that fetches the next page. A failure is shown below the rows that are already loaded. */
export function MorePages({ list, label }: MorePagesProps) {
  const { error, isFetchNextPageError, hasNextPage, isFetchingNextPage, isFetching, fetchNextPage, refetch } = list;
  if (error !== null)
    return (
      <div className="notice row" role="alert">
        <p>
          {isFetchNextPageError ? "More could not be loaded." : "This may be out of date."} {failureText(error)}
        </p>
        <Button
          className="button"
          isPending={isFetching}
          onPress={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
        >
          Try again
        </Button>
      </div>
    );
  if (!hasNextPage) return null;
  return (
    <Button className="button" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
      {isFetchingNextPage ? "Loading …" : label}
    </Button>
  );
}

/**
 * Fetches all pages of a list, one after the other, while `isNeeded`. It stops at a page that fails: {@link MorePages}
 * then offers to try again.
 */
export function useAllPages(list: PagedList, isNeeded: boolean): void {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (isNeeded && hasNextPage && !isFetchingNextPage && error === null) void fetchNextPage();
  }, [isNeeded, hasNextPage, isFetchingNextPage, error, fetchNextPage]);
}
