import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { currentEntry, type NavigationEntry } from "../../domain/page-urls.ts";
import { useArrowKeys } from "../components/use-arrow-keys.ts";
import { useApiKey } from "../data/api-key.ts";
import { useOutage } from "../data/outage.ts";
import { viewerQuery } from "../data/queries.ts";
import { PaletteButton } from "../palette/palette-button.tsx";
import { KeyButton } from "./key-button.tsx";
import { SignInButton } from "./sign-in-button.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** The frame around every view: navigation, key and theme. */
export function Shell() {
  useArrowKeys();
  return (
    <>
      <a className="skip-link" href="#view">
        Skip to the content
      </a>
      <header className="shell-header no-print">
        <div className="shell-bar">
          <Link to="/" className="shell-brand">
            <Mark />
            Omnidex
          </Link>
          <nav aria-label="Main" className="shell-nav">
            <Entry to="/" name="Benchmarks" />
            <Entry to="/questions" name="Questions" />
            <Entry to="/submit" name="Submit" />
            <a href="/graphql">GraphQL</a>
            <AdminLink />
          </nav>
          <div className="shell-tools">
            <PaletteButton />
            <SignInButton />
            <KeyButton />
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <main id="view" className="shell-view" tabIndex={-1}>
        <Outlet />
      </main>
      <OutageNotice />
    </>
  );
}

interface EntryProps {
  readonly to: NavigationEntry;
  readonly name: string;
}

/** An entry of the navigation. The router marks it on its own page. */
function Entry({ to, name }: EntryProps) {
  const current = useLocation({ select: ({ pathname }) => currentEntry(to, pathname) });
  return (
    <Link to={to} activeOptions={EXACT} aria-current={current === "true" ? "true" : undefined}>
      {name}
    </Link>
  );
}

const EXACT = { exact: true, includeSearch: false } as const;

/** Says since when the server has not answered. Screen readers announce it when it appears. */
function OutageNotice() {
  const since = useOutage();
  return (
    <div className="shell-outage no-print" role="status">
      {since !== null && (
        <p className="notice">
          The server has not answered since {new Date(since).toLocaleTimeString()}. The page keeps what it shows, and
          continues by itself when the server is back.
        </p>
      )}
    </div>
  );
}

/** Shown to administrators only. */
function AdminLink() {
  const hasKey = useApiKey() !== null;
  const { data } = useQuery({ ...viewerQuery(hasKey), enabled: hasKey });
  return data?.admin === true && <Entry to="/admin" name="Admin" />;
}

const Mark = () => (
  <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
    <rect width="32" height="32" rx="7" className="mark-ground" />
    <path d="M6 16h20M8 12v8M24 12v8" className="mark-line" />
    <circle cx="18" cy="16" r="4.5" className="mark-dot" />
  </svg>
);
