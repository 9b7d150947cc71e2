import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button } from "react-aria-components";
import { failureText, mayRecover } from "../data/query-client.ts";

/** Shown while the code of a view is loading. */
export const ViewPending = () => (
  <div className="view-state" role="status">
    <span className="spinner" aria-hidden="true" />
    <p className="soft">Loading the view …</p>
  </div>
);

/** Shown when a view or a part of it failed: what happened, and what to do. */
export function ViewFailure({ error, reset }: Pick<ErrorComponentProps, "error"> & { readonly reset?: () => void }) {
  return (
    <div className="view-state" role="alert">
      <h2>This could not be shown</h2>
      <p className="soft">{failureText(error)}</p>
      {reset !== undefined && mayRecover(error) && (
        <Button className="button" onPress={reset}>
          Try again
        </Button>
      )}
    </div>
  );
}

export const NothingHere = () => (
  <div className="view-state">
    <h1>There is nothing at this address</h1>
    <p className="soft">
      The link may be old, or the run may be withdrawn or private. <Link to="/">All benchmarks</Link>
    </p>
  </div>
);

/** Sets the title of the tab: what the view shows, then the name of the site. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Omnidex`;
  }, [title]);
}
