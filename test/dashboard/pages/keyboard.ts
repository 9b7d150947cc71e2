import type { Locator, Page } from "playwright-core";

/** More presses than any view needs. */
const MOST = 400;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

/** Presses a key until the target has the focus, as somebody without a mouse does. */
async function pressTo(page: Page, key: string, target: Locator): Promise<void> {
  for (let presses = 0; presses < MOST; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${MOST} presses of ${key} do not reach ${String(target)}`);
}

/** Moves to a control with the Tab key alone. */
export const tabTo = (page: Page, target: Locator): Promise<void> => pressTo(page, "Tab", target);

/** Moves to an option of a list, or to a button in a row, with one arrow key alone. */
export const arrowTo = (page: Page, target: Locator, arrow = "ArrowDown"): Promise<void> =>
  pressTo(page, arrow, target);
