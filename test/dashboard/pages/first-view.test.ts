import { expect, it } from "vitest";
import { ADMIN_KEY } from "./browser.ts";
import { fetchedFiles } from "./fetched-files.ts";
import { describeInBrowser } from "./in-browser.ts";

/** Bytes of gzip. */
const MOST = 200_000;
/** The page that reads result files has the list of benchmarks and the area for files besides. */
const MOST_TO_SUBMIT = 245_000;

/** The script that all views share, the script that views over a slice share, and the script of the view. */
const SLICED = ["index", "sliced"];
/** The scripts that each view fetches when it is opened directly. */
const SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  "/": ["index"],
  "/benchmarks/omnidex-demo": [...SLICED, "leaderboard-view"],
  "/benchmarks/omnidex-demo?by=LEVEL": [...SLICED, "leaderboard-view"],
  "/items/omnidex-demo": [...SLICED, "items-view"],
  "/runs/run_3": [...SLICED, "run-view"],
  "/compare?runs=run_1,run_2": [...SLICED, "compare-view"],
  "/questions": [...SLICED, "questions-view"],
  "/questions/question_1": ["index"],
  "/submit": ["index", "dialogs", "files", "submit-view"],
  "/admin": ["index", "dialogs", "files", "admin-view"],
  "/signed-in": ["index"],
};

describeInBrowser("the first view", (dashboard) => {
  it.each(Object.entries(SCRIPTS))("%s fetches the scripts %j", async (path, names) => {
    const page = await dashboard.open(path, { apiKey: path === "/admin" ? ADMIN_KEY : undefined });
    const scripts = await fetchedFiles(page, ".js");
    expect(scripts.names.toSorted()).toEqual(names.toSorted());
    expect(scripts.bytes).toBeLessThanOrEqual(names.includes("files") ? MOST_TO_SUBMIT : MOST);
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
