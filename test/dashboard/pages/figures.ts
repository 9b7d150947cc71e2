import type { Locator } from "playwright-core";

/** The values that a row of a table draws, read off the axis: those of its dot and of the ends of its bar. */
export interface Drawn {
  /** The text that each selector finds in the row; empty if it finds none. */
  readonly texts: readonly string[];
  readonly dot: number;
  readonly bar: readonly number[];
}

/**
 * Reads the values that a table draws: two ticks of the axis in the table's head convert each position to a value.
 * @param selectors each selects one text of a row, such as its label or a number that the row also draws
 */
export const drawnIn = (table: Locator, selectors: readonly string[]): Promise<readonly Drawn[]> =>
  table.evaluate((element, asked) => {
    const number = (text: string | null | undefined): number => Number((text ?? "").replace("−", "-"));
    const ticks = [...element.querySelectorAll(".share-axis text")]
      .map((tick) => ({ at: Number.parseFloat(tick.getAttribute("x") ?? ""), value: number(tick.textContent) }))
      .filter(({ value }) => !Number.isNaN(value));
    const [first, last] = [ticks[0], ticks.at(-1)];
    if (first === undefined || last === undefined) return [];
    const valueAt = (x: string | null | undefined): number =>
      first.value + ((Number.parseFloat(x ?? "") - first.at) * (last.value - first.value)) / (last.at - first.at);
    return [...element.querySelectorAll("tbody tr")].map((row) => ({
      texts: asked.map((selector) => row.querySelector(selector)?.textContent ?? ""),
      dot: valueAt(row.querySelector(".dot")?.getAttribute("cx")),
      bar: ["x1", "x2"].map((end) => valueAt(row.querySelector(".bar")?.getAttribute(end))),
    }));
  }, selectors);
