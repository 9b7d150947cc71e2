import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { atRest, violationsByTheme } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

const BOARD = "/benchmarks/omnidex-demo";
const abort = (route: Route): Promise<void> => route.abort();

describeInBrowser("during an outage", (dashboard) => {
  const notice = (page: Page) => page.getByText(/^The server has not answered since \d/);
  const facets = (page: Page) => page.locator(".facet-value").allInnerTexts();
  const rows = (page: Page) => page.locator(".board-table tbody tr").allInnerTexts();

  it("a leaderboard keeps its rows and the counts of its slice, says since when, and continues by itself", async () => {
    const page = await dashboard.open(BOARD);
    const before = { rows: await rows(page), facets: await facets(page) };
    await page.route("**/*", abort);
    await page.getByRole("checkbox", { name: /^Reasoning/ }).press("Space");
    await notice(page).waitFor();
    expect({ rows: await rows(page), facets: await facets(page) }).toEqual(before);
    expect(before.facets.length).toBeGreaterThan(10);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await violationsByTheme(page)).toEqual({ light: [], dark: [] });
    await page.unroute("**/*", abort);
    await page.getByText("98 questions ·").waitFor();
    await notice(page).waitFor({ state: "detached" });
    await atRest(page);
    expect(await facets(page)).not.toEqual(before.facets);
  });

  it("a view whose code was not loaded yet is shown as soon as the server answers", async () => {
    const page = await dashboard.open("/");
    await page.route("**/*", abort);
    await page.getByRole("link", { name: "Submit", exact: true }).click();
    await notice(page).waitFor();
    await page.unroute("**/*", abort);
    await page.getByRole("heading", { level: 1, name: "Submit" }).waitFor();
    await notice(page).waitFor({ state: "detached" });
  });

  it("a dialog whose code was not loaded yet opens as soon as the server answers", async () => {
    const page = await dashboard.open("/");
    await page.route("**/*", abort);
    await page.keyboard.press("Control+k");
    await notice(page).waitFor();
    await page.unroute("**/*", abort);
    await page.getByRole("dialog").waitFor();
  });
});

describeInBrowser("after a failure", (dashboard) => {
  it("the slice builder keeps the counts that it had if the server fails to count anew", async () => {
    const page = await dashboard.open(BOARD);
    const before = await page.locator(".facet-value").allInnerTexts();
    const failing = (route: Route): Promise<void> =>
      route.fulfill({ status: 500, json: { errors: [{ message: "Failed.", extensions: { code: "INTERNAL" } }] } });
    await page.route("**/graphql", failing);
    await page.getByRole("checkbox", { name: /^Reasoning/ }).press("Space");
    await page.getByRole("heading", { name: "This could not be shown" }).waitFor();
    await atRest(page);
    expect(await page.locator(".facet-value").allInnerTexts()).toEqual(before);
    await page.unroute("**/graphql", failing);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("98 questions ·").waitFor();
  });

  it("“Try again” shows a view whose code the server did not have for a while", async () => {
    const page = await dashboard.open("/");
    const missing = (route: Route): Promise<void> => route.fulfill({ status: 404 });
    await page.route(/\/assets\/submit-view/, missing);
    await page.getByRole("link", { name: "Submit", exact: true }).click();
    await page.getByRole("heading", { name: "This could not be shown" }).waitFor();
    await page.unroute(/\/assets\/submit-view/, missing);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: "Submit" }).waitFor();
  });
});
