/** A question filter, as it appears in URLs. */
type Filter = Readonly<Record<string, unknown>>;

/** The dashboard's pages, as its router writes their paths: `$` begins the name of a segment that varies. */
export const PAGES = {
  home: "/",
  benchmark: "/benchmarks/$benchmark",
  items: "/items/$benchmark",
  run: "/runs/$run",
  compare: "/compare",
  questions: "/questions",
  question: "/questions/$question",
  submit: "/submit",
  admin: "/admin",
  signIn: "/sign-in",
  signedIn: "/signed-in",
} as const;

/** The paths of the pages that `omnidex open` opens and that files link to. */
export const pagePaths = {
  home: (): string => PAGES.home,
  /** The leaderboard of a benchmark over a slice. */
  benchmark: (slug: string, filter: Filter = {}): string => `${filled(PAGES.benchmark, slug)}${search({ filter })}`,
  /** A run, with its results over a slice. */
  run: (id: string, filter: Filter = {}): string => `${filled(PAGES.run, id)}${search({ filter })}`,
  /** A comparison of runs with the first one, over a slice. */
  compare: (runs: readonly string[], filter: Filter = {}): string =>
    `${PAGES.compare}${search({ runs: runs.join(","), filter })}`,
  /** The questions of a slice, limited to one benchmark if it is given. */
  questions: (benchmark?: string, filter: Filter = {}): string => `${PAGES.questions}${search({ benchmark, filter })}`,
  question: (id: string): string => filled(PAGES.question, id),
  submit: (): string => PAGES.submit,
  admin: (): string => PAGES.admin,
  /** Where a code signs the browser in. The code is in the fragment, which browsers send to no server. */
  signIn: (code: string): string => `${PAGES.signIn}#code=${code}`,
} as const;

/** The entries of the dashboard's navigation, each with the other pages that belong to it. */
const ENTRIES = {
  "/": /^\/(benchmarks|items|runs|compare)(\/|$)/,
  "/questions": /^\/questions\//,
  "/submit": null,
  "/admin": null,
} as const satisfies Readonly<Record<string, RegExp | null>>;
export type NavigationEntry = keyof typeof ENTRIES;

/** The `aria-current` of an entry on the page at a path: `page` on its own page, `true` on a page below it; else null. */
export function currentEntry(entry: NavigationEntry, path: string): "page" | "true" | null {
  if (path === entry) return "page";
  return ENTRIES[entry]?.test(path) === true ? "true" : null;
}

/** The URL of a page on a server. @param root the server's root, with or without a trailing slash */
export const pageUrl = (root: string, path: string): string => `${root.replace(/\/+$/, "")}${path}`;

const filled = (page: string, segment: string): string => page.replace(/\$\w+/, () => encodeURIComponent(segment));

/** The search parameters that have a value. A filter becomes compact JSON; an empty filter is left out. */
function search(parameters: Readonly<Record<string, string | Filter | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => {
    const text = typeof value === "object" ? compactJson(value) : value;
    return text === undefined || text === "" ? [] : [`${name}=${parameterValue(text)}`];
  });
  return given.length === 0 ? "" : `?${given.join("&")}`;
}

const compactJson = (filter: Filter): string => (Object.keys(filter).length === 0 ? "" : JSON.stringify(filter));

/**
 * Percent-encodes a text, except for commas and colons. RFC 3986, section 3.4, allows these in a query, and they are
 * easier to read.
 */
const parameterValue = (text: string): string => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":");
