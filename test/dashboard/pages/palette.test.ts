import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { violations } from "./browser.ts";
import { describeInBrowser } from "./in-browser.ts";

describeInBrowser("the palette and the hotkeys", (dashboard) => {
  const focused = (page: Page): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute("placeholder") ?? null);

  /** Whether an entry is marked. Enter opens the marked entry. */
  const isPicked = (page: Page): Promise<boolean> =>
    page.evaluate(() => Boolean(document.activeElement?.getAttribute("aria-activedescendant")));

  it("open a run, a benchmark and a view by a few letters and Enter", async () => {
    const page = await dashboard.open("/questions");
    for (const [letters, address] of [
      ["demo-large", /\/runs\/run_\d+/],
      ["synthetic", /\/benchmarks\/omnidex-demo/],
      ["submit", /\/submit$/],
    ] as const) {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Find" }).waitFor();
      await page.keyboard.type(letters);
      await expect.poll(() => page.getByRole("menuitem").count()).toBe(1);
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => isPicked(page)).toBe(true);
      await page.keyboard.press("Enter");
      await page.waitForURL(address);
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    }
    expect(dashboard.faults).toEqual([]);
  });

  it("have commands that copy the link and show the keys, and the marked entry looks different from the others", async () => {
    const page = await dashboard.open("/questions?benchmark=omnidex-demo");
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text: string) => Reflect.set(window, "copied", text) },
      });
    });
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Find" }).waitFor();
    const commands = page.getByRole("group", { name: "Commands" }).getByRole("menuitem");
    expect(await commands.allTextContents()).toEqual(["Copy the link of this page", "Show the keys"]);
    await page.keyboard.type("the ");
    await expect.poll(() => page.getByRole("menuitem").count()).toBe(2);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => isPicked(page)).toBe(true);
    const looks = (): Promise<string[]> =>
      commands.evaluateAll((all) =>
        all.map((item) => [getComputedStyle(item).backgroundColor, getComputedStyle(item).outline].join()),
      );
    const [first, second] = await looks();
    expect(first).not.toBe(second);
    await page.keyboard.press("ArrowDown");
    await expect.poll(looks).toEqual([second, first]);
    await page.getByRole("menuitem", { name: "Show the keys" }).click();
    await page.getByText("find a benchmark, a run or a view").waitFor();
    await page.getByRole("menuitem", { name: "Copy the link of this page" }).click();
    await expect.poll(() => page.evaluate(() => Reflect.get(window, "copied"))).toBe(page.url());
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("? lists the keys, Escape closes the list, / opens the search, and no key acts while someone types", async () => {
    const page = await dashboard.open("/questions");
    await page.keyboard.press("?");
    await page.getByText("find a benchmark, a run or a view").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.locator("#view").focus();
    await page.keyboard.press("/");
    await expect.poll(() => focused(page)).toBe("Words in question or options");
    await page.keyboard.type("a/b?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.locator("[data-hotkey]").inputValue()).toBe("a/b?");
  });
});
