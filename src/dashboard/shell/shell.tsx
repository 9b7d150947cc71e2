import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { currentEntry, type NavigationEntry } from "../../domain/page-urls.ts";
import { Icon } from "../components/icon.tsx";
import { useArrowKeys } from "../components/use-arrow-keys.ts";
import { useApiKey, useSignInEnded } from "../data/api-key.ts";
import { imported, useOutage } from "../data/outage.ts";
import { viewerQuery } from "../data/queries.ts";
import { failureText } from "../data/query-client.ts";
import { beginSignIn, providerQuery } from "../data/sign-in-page.ts";
import { useHotkeys } from "../palette/hotkeys.ts";
import { KeyButton } from "./key-button.tsx";

// Loaded on first use, so that it does not delay the first view.
const Palette = lazy(async () => ({ default: (await imported(() => import("../palette/palette.tsx"))).Palette }));

/** Opens the palette, as its hotkeys do. */
function PaletteButton() {
  const [open, setOpen] = useState<"find" | "keys" | null>(null);
  const find = useCallback(() => setOpen("find"), []);
  const keys = useCallback(() => setOpen("keys"), []);
  useHotkeys({ onFind: find, onHelp: keys });
  return (
    <>
      <Button className="icon-button" aria-label="Find (Ctrl K)" onPress={find}>
        <Icon name="search" />
      </Button>
      {open !== null && (
        <Suspense fallback={null}>
          <Palette showsKeys={open === "keys"} onHelp={keys} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

/** `index.html` applies the theme before this script has come. */
const NAME = "omnidex-theme";
const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const stored = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(NAME)) ?? "system";
const ICONS = { system: "contrast", light: "sun", dark: "moon" } as const;

/** Cycles through the themes: system, light, dark. */
function ThemeSwitch() {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    localStorage.setItem(NAME, theme);
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <Button className="icon-button" aria-label={`Theme: ${theme}. Switch to ${next}`} onPress={() => setTheme(next)}>
      <Icon name={ICONS[theme]} />
    </Button>
  );
}

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

/** A link to the server's sign-in provider. Renders nothing if no provider is configured, or if there is a key. */
function SignInButton() {
  const hasKey = useApiKey() !== null;
  const hasEnded = useSignInEnded();
  const { data: provider } = useQuery(providerQuery);
  const { mutate, isPending, error } = useMutation({ mutationFn: beginSignIn });
  if (hasKey || provider == null) return null;
  return (
    <>
      <Button className="button" isPending={isPending} onPress={() => mutate()} aria-label={`Sign in at ${provider}`}>
        Sign in
      </Button>
      {(error !== null || hasEnded) && (
        <span className="field-error" role="alert">
          {error === null ? "Your sign-in has expired. Sign in again." : failureText(error)}
        </span>
      )}
    </>
  );
}
