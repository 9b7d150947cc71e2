import { expect, it } from "vitest";
import { ADMIN_KEY } from "./browser.ts";
import { fetchedFiles } from "./fetched-files.ts";
import { describeInBrowser } from "./in-browser.ts";

/** Bytes of gzip. */
const MOST = 205_000;
/** The page that reads result files has the list of benchmarks and the area for files besides. */
const MOST_TO_SUBMIT = 251_000;

/** The script that all views share, the script that views over a slice share, and the script of the view. */
const SLICED = ["index", "sliced"];
interface FirstView {
  readonly scripts: readonly string[];
  /** The most requests to the API. */
  readonly requests: number;
}

/** What each view fetches when it is opened directly. */
const VIEWS: Readonly<Record<string, FirstView>> = {
  "/": { scripts: ["index"], requests: 3 },
  "/benchmarks/omnidex-demo": { scripts: [...SLICED, "leaderboard-view"], requests: 5 },
  "/benchmarks/omnidex-demo?by=LEVEL": { scripts: [...SLICED, "leaderboard-view"], requests: 5 },
  "/items/omnidex-demo": { scripts: [...SLICED, "items-view"], requests: 4 },
  "/runs/run_3": { scripts: [...SLICED, "run-view"], requests: 7 },
  "/compare?runs=run_1,run_2": { scripts: [...SLICED, "compare-view"], requests: 9 },
  "/questions": { scripts: [...SLICED, "questions-view"], requests: 4 },
  "/questions/question_1": { scripts: ["index"], requests: 1 },
  "/submit": { scripts: ["index", "dialogs", "files", "submit-view"], requests: 1 },
  "/admin": { scripts: ["index", "dialogs", "files", "admin-view"], requests: 3 },
  "/signed-in": { scripts: ["index"], requests: 0 },
};

describeInBrowser("the first view", (dashboard) => {
  it.each(Object.entries(VIEWS))("%s fetches %j", async (path, { scripts, requests }) => {
    const page = await dashboard.open(path, { apiKey: path === "/admin" ? ADMIN_KEY : undefined });
    const fetched = await fetchedFiles(page, ".js");
    expect(fetched.names.toSorted()).toEqual(scripts.toSorted());
    expect(fetched.bytes).toBeLessThanOrEqual(scripts.includes("files") ? MOST_TO_SUBMIT : MOST);
    const sent = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const asked = sent.filter((url) => new URL(url).pathname === "/graphql");
    expect(asked.length).toBeLessThanOrEqual(requests);
  });

  it("of GraphiQL fetches one script", async () => {
    const page = await dashboard.open("/graphql");
    expect((await fetchedFiles(page, ".js")).names).toEqual(["graphiql"]);
  });

  it("is the frame of the page before any script has come", async () => {
    const page = await dashboard.open("/");
    const frame = () =>
      page
        .locator(".shell-header, .shell-brand, .mark-ground, .shell-nav a")
        .evaluateAll((elements) =>
          elements.map((element) => [
            element.textContent?.trim(),
            element.getAttribute("href"),
            element.getBoundingClientRect().y,
          ]),
        );
    const drawn = await frame();
    await page.route(/\.js$/, (route) => route.abort());
    await page.reload({ waitUntil: "commit" });
    await page.locator(".shell-loading .skeleton").first().waitFor();
    const before = await frame();
    expect(before.slice(1)).toEqual(drawn.slice(1));
    expect(before.length).toBe(7);
  });

  it.each(["light", "dark"] as const)(
    "has the reader's theme and the current link before any script has come: %s",
    async (theme) => {
      const other = theme === "light" ? "dark" : "light";
      const page = await dashboard.open("/questions", { colorScheme: other });
      const look = () =>
        page.evaluate(() => [
          getComputedStyle(document.body).backgroundColor,
          [...document.querySelectorAll(".shell-nav [aria-current=page]")].map((link) => link.textContent?.trim()),
        ]);
      const ofSystem = await look();
      await page.getByRole("button", { name: /^Theme: system/ }).click();
      if (theme === "dark") await page.getByRole("button", { name: /^Theme: light/ }).click();
      const drawn = await look();
      expect(drawn).not.toEqual(ofSystem);
      await page.route(/\.js$/, (route) => route.abort());
      await page.reload({ waitUntil: "commit" });
      await page.locator(".shell-loading .skeleton").first().waitFor();
      expect(await look()).toEqual(drawn);
      expect(drawn[1]).toEqual(["Questions"]);
    },
  );
});
