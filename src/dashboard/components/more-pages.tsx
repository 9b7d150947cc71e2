import { useEffect } from "react";
import { Button } from "react-aria-components";
import { failureText } from "../data/query-client.ts";

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
