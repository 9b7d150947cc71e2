import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { PAGES } from "../../../src/domain/page-urls.ts";
import { ADMIN_KEY, atRest, drawn } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

const ROUTES = join(import.meta.dirname, "../../../src/dashboard/routes.tsx");
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const link =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole("link", { name, exact: true }).first().click();

/** How a reader who has opened `/` reaches each view by clicks, in one window and in this order. */
const CLICKS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "/": async () => {},
  "/benchmarks/$benchmark": link("Omnidex demo (synthetic)"),
  "/items/$benchmark": async (page) => {
    await page.locator("a[href^='/items/omnidex-demo']").first().click();
  },
  "/runs/$run": async (page) => {
    await page.goBack();
    await link("demo-large")(page);
  },
  "/compare": async (page) => {
    await page.goBack();
    for (const name of ["demo-medium", "demo-large"])
      await page.getByRole("checkbox", { name: `Compare ${name}` }).press("Space");
    await page.getByRole("link", { name: "Compare 2 runs" }).click();
  },
  "/questions": link("Questions"),
  "/questions/$question": async (page) => {
    await page.getByRole("radio", { name: "Table" }).click();
    await page.locator("a[href*='/questions/question_']").first().click();
  },
  "/submit": link("Submit"),
  "/admin": link("Admin"),
  // Only the link of a server leads here.
  "/sign-in": (page) => page.evaluate(() => history.pushState({}, "", "/sign-in")),
  // Only the sign-in provider leads here.
  "/signed-in": (page) => page.evaluate(() => history.pushState({}, "", "/signed-in")),
};

/** The properties that are compared, mostly shorthands: to read all 400 takes ten times as long. */
const PROPERTIES = [
  ...["display", "position", "inset", "margin", "padding", "border", "border-radius", "outline", "box-shadow"],
  ...[
    "background",
    "color",
    "fill",
    "stroke",
    "opacity",
    "visibility",
    "transform",
    "overflow",
    "clip-path",
    "z-index",
  ],
  ...[
    "font",
    "letter-spacing",
    "text-align",
    "text-decoration",
    "white-space",
    "overflow-wrap",
    "cursor",
    "list-style",
  ],
  ...["gap", "flex", "align-items", "justify-content", "grid-template-columns", "max-width", "vertical-align"],
];

/** Where each kind of element is on the page, and its computed style. The first two of each kind are looked at. */
async function looks(page: Page): Promise<readonly string[]> {
  await atRest(page);
  // The pointer and the focus change how an element looks.
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    scrollTo(0, 0);
  });
  await drawn(page);
  return page.evaluate((properties) => {
    const seen = new Map<string, number>();
    return [...document.querySelectorAll("body, body *")].flatMap((element) => {
      const [parent, own] = [element.parentElement, element].map((one) => one?.getAttribute("class") ?? "");
      const kind = `${parent} > ${element.localName}.${own}`;
      const times = (seen.get(kind) ?? 0) + 1;
      seen.set(kind, times);
      if (times > 2) return [];
      const { x, y, width, height } = element.getBoundingClientRect();
      const box = [x, y, width, height].map(Math.round).join(" ");
      const style = getComputedStyle(element);
      return `${kind} at ${box}; ${properties.map((name) => `${name}: ${style.getPropertyValue(name)}`).join("; ")}`;
    });
  }, PROPERTIES);
}

/** The first elements that differ, with the declarations of the second that the first has not. */
function differences(clicked: readonly string[], direct: readonly string[]): readonly string[] {
  const places = Array.from({ length: Math.max(clicked.length, direct.length) }, (_, place) => place);
  const differing = places.filter((place) => clicked[place] !== direct[place]);
  return differing.slice(0, 5).map((place) => {
    const [one = "nothing", other = "nothing"] = [clicked[place], direct[place]];
    const known = new Set(one.split("; "));
    const declared = other.split("; ").filter((declaration) => !known.has(declaration));
    return `${one.split("; ", 1)}, but opened directly ${declared.slice(0, 6).join("; ")}`;
  });
}

describeInBrowser("every view", (dashboard) => {
  /** What a window shows in both themes. */
  async function shown(page: Page): Promise<Record<Theme, readonly string[]>> {
    const found = { light: [] as readonly string[], dark: [] as readonly string[] };
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      found[theme] = await looks(page);
    }
    return found;
  }

  const reached = new Map<string, { readonly address: string; readonly shown: Record<Theme, readonly string[]> }>();

  beforeAll(async () => {
    const page = await dashboard.open("/", { apiKey: ADMIN_KEY });
    for (const [route, click] of Object.entries(CLICKS)) {
      await click(page);
      const path = new RegExp(`^${route.replace(/\$\w+/g, "[^/]+")}$`);
      await page.waitForURL(({ pathname }) => path.test(pathname));
      reached.set(route, { shown: await shown(page), address: page.url().slice(dashboard.url.length) });
    }
  });

  it("is reached by clicks", async () => {
    const routes = [...(await readFile(ROUTES, "utf8")).matchAll(/^ {2}path: PAGES\.(\w+),$/gm)].map(([, name]) =>
      new Map<string, string>(Object.entries(PAGES)).get(name ?? ""),
    );
    expect([...reached.keys()].sort()).toEqual(routes.sort());
  });

  it.each(Object.keys(CLICKS))("at %s looks the same when it is opened directly in a new window", async (route) => {
    const clicked = reached.get(route);
    const page = await dashboard.open(clicked?.address ?? "", { apiKey: ADMIN_KEY });
    const direct = await shown(page);
    for (const theme of THEMES) {
      expect(differences(clicked?.shown[theme] ?? [], direct[theme])).toEqual([]);
      expect(direct[theme].length).toBeGreaterThan(20);
    }
    expect(direct.light).not.toEqual(direct.dark);
  });
});
